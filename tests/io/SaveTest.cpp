// What is written: exact masks, straight alpha, and files that appear complete or not at all.
// Reading other formats is in FormatsTest.
#include <gtest/gtest.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <csignal>
#include <opencv2/imgcodecs.hpp>
#include <random>

#include "core/image/Error.h"
#include "core/io/ImageFile.h"
#include "tests/io/MadeFiles.h"
#include "tests/io/Pictures.h"

namespace fretsaw::test {
namespace {

Image<std::uint8_t> randomMask(Size size, unsigned seed) {
    std::mt19937 random(seed);
    Image<std::uint8_t> mask(size);
    for (std::int64_t i = 0; i < size.area(); ++i) mask.data()[i] = random() % 2 == 0 ? 0 : 255;
    return mask;
}

io::Photo photoOf(Image<Rgba8> pixels) {
    io::Photo photo;
    photo.srgb = photo.source8 = std::make_shared<const Image<Rgba8>>(std::move(pixels));
    return photo;
}

class Save : public ::testing::Test {
protected:
    TemporaryFolder folder_;
};

TEST_F(Save, AMaskHasOneChannelAndTwoValuesAndNoOtherChunks) {
    const std::string path = folder_.file("mask.png");
    io::saveMask(path, randomMask({31, 17}, 1).view(),
                 {{"Software", "Fretsaw"}, {"Fretsaw parameters", "é"}});
    const Bytes png = readBytes(path);
    for (const std::string& type : pngChunkTypes(png)) {
        EXPECT_TRUE(type == "IHDR" || type == "IDAT" || type == "IEND" || type == "tEXt" || type == "iTXt")
            << type;
    }
    EXPECT_EQ(png[24], 8) << "bits";
    EXPECT_EQ(png[25], 0) << "grey";
    const cv::Mat other = decoded(path);
    ASSERT_EQ(other.type(), CV_8UC1);
    for (int y = 0; y < other.rows; ++y)
        for (int x = 0; x < other.cols; ++x)
            EXPECT_TRUE(other.at<std::uint8_t>(y, x) == 0 || other.at<std::uint8_t>(y, x) == 255);
}

TEST_F(Save, MasksComeBackPixelForPixel) {
    for (const Size size : {Size{7, 5}, Size{219, 264}, Size{1, 1}, Size{1, 70}, Size{70, 1}}) {
        Image<std::uint8_t> mask = randomMask(size, static_cast<unsigned>(size.width));
        for (int x = 0; x < size.width; ++x) mask(x, 0) = mask(x, size.height - 1) = 255;  // the whole border
        for (int y = 0; y < size.height; ++y) mask(0, y) = mask(size.width - 1, y) = 255;
        const std::string path = folder_.file("mask.png");
        io::saveMask(path, mask.view());
        const io::GreyFile again = io::loadGrey(path);
        const cv::Mat other = decoded(path);
        ASSERT_EQ(again.pixels.size(), size);
        ASSERT_EQ(other.size(), cv::Size(size.width, size.height));
        for (int y = 0; y < size.height; ++y)
            for (int x = 0; x < size.width; ++x) {
                ASSERT_EQ(again.pixels(x, y), mask(x, y));
                ASSERT_EQ(other.at<std::uint8_t>(y, x), mask(x, y));
            }
    }
}

TEST_F(Save, CutOutsAreStraightAndEmptyWhereTheMaskIs) {
    Image<Rgba8> pixels({2, 2}, Rgba8{10, 20, 30, 255});
    pixels(1, 0) = {200, 100, 50, 128};
    pixels(1, 1) = {9, 9, 9, 0};
    Image<std::uint8_t> mask({2, 2}, 255);
    mask(0, 1) = 0;
    const std::string path = folder_.file("cut.png");
    io::saveCutout(path, photoOf(std::move(pixels)), mask.view());
    const cv::Mat other = decoded(path);
    ASSERT_EQ(other.type(), CV_8UC4);
    EXPECT_EQ(other.at<cv::Vec4b>(0, 0), cv::Vec4b(30, 20, 10, 255));
    EXPECT_EQ(other.at<cv::Vec4b>(0, 1), cv::Vec4b(50, 100, 200, 128));
    EXPECT_EQ(other.at<cv::Vec4b>(1, 0), cv::Vec4b(0, 0, 0, 0));
    EXPECT_EQ(other.at<cv::Vec4b>(1, 1), cv::Vec4b(0, 0, 0, 0));
    EXPECT_THROW(io::saveCutout(path, photoOf(Image<Rgba8>({3, 2})), mask.view()), InvalidArgument);
}

TEST_F(Save, AResultIsWrittenWholeOrNotAtAll) {
    const io::Photo photo = photoOf(Image<Rgba8>({9, 7}, Rgba8{10, 20, 30}));
    const Image<std::uint8_t> mask({9, 7}, 255);
    const std::string maskPath = folder_.file("m.png"), cutoutPath = folder_.file("c.png");
    std::stop_source stop;
    stop.request_stop();
    EXPECT_FALSE(io::saveResult({maskPath, cutoutPath, {}}, photo, mask.view(), {}, {}, stop.get_token()));
    EXPECT_THROW(io::saveResult({maskPath, folder_.file("none/c.png"), {}}, photo, mask.view(), {}, {}, {}),
                 IoError);
    EXPECT_TRUE(folder_.names().empty());
    EXPECT_TRUE(io::saveResult({{}, cutoutPath, {}}, photo, mask.view(), {}, {}, {}));
    EXPECT_TRUE(io::saveResult({maskPath, {}, {}}, photo, mask.view(), {}, {}, {}));
    EXPECT_EQ(folder_.names(), (std::vector<std::string>{"c.png", "m.png"}));
    EXPECT_EQ(io::load(cutoutPath).srgb->size(), (Size{9, 7}));
}

TEST_F(Save, CompositesMixByTheMaskAndThePhotosOwnAlpha) {
    Image<Rgba8> pixels({4, 1}, Rgba8{200, 100, 0, 255});
    pixels(2, 0).a = 51;  // a fifth
    Image<std::uint8_t> mask({4, 1}, 255);
    mask(1, 0) = 0;
    mask(3, 0) = 102;  // two fifths
    const io::Backdrop grey{[](ImageView<Rgb32f> rows, int) {
                                std::fill_n(rows.row(0), rows.width(), Rgb32f{0.5f, 1.5f, -1.0f});
                                return true;
                            },
                            "solid/1"};
    const std::string path = folder_.file("c.png");
    ASSERT_TRUE(io::saveResult({{}, {}, path}, photoOf(std::move(pixels)), mask.view(), grey, {}, {}));
    const cv::Mat other = decoded(path);
    ASSERT_EQ(other.type(), CV_8UC3);
    EXPECT_EQ(other.at<cv::Vec3b>(0, 0), cv::Vec3b(0, 100, 200));
    EXPECT_EQ(other.at<cv::Vec3b>(0, 1), cv::Vec3b(0, 255, 128));
    EXPECT_EQ(other.at<cv::Vec3b>(0, 2)[2], 142);  // 0.2·200 + 0.8·127.5
    EXPECT_EQ(other.at<cv::Vec3b>(0, 3)[2], 157);  // 0.4·200 + 0.6·127.5 = 156.5
    const Bytes png = readBytes(path);
    EXPECT_NE(std::string(png.begin(), png.end()).find("Fretsaw recipe"), std::string::npos);
}

TEST_F(Save, ACompositeThatFailsOrIsStoppedLeavesNothing) {
    const io::Photo photo = photoOf(Image<Rgba8>({9, 7}, Rgba8{10, 20, 30}));
    const Image<std::uint8_t> mask({9, 7}, 255);
    const io::ResultFiles files{folder_.file("m.png"), folder_.file("c.png"), folder_.file("b.png")};
    const io::Backdrop failing{[](ImageView<Rgb32f>, int) -> bool { throw InvalidArgument("Too fine."); },
                               {}};
    EXPECT_THROW(io::saveResult(files, photo, mask.view(), failing, {}, {}), InvalidArgument);
    std::stop_source stop;
    const io::Backdrop stopping{[&stop](ImageView<Rgb32f>, int) {
                                    stop.request_stop();
                                    return false;
                                },
                                {}};
    EXPECT_FALSE(io::saveResult(files, photo, mask.view(), stopping, {}, stop.get_token()));
    EXPECT_THROW(io::saveResult(files, photo, Image<std::uint8_t>({1, 1}).view(), stopping, {}, {}),
                 InvalidArgument);
    EXPECT_TRUE(folder_.names().empty());
}

TEST_F(Save, PicturesAsPngAndPpm) {
    Image<Rgba8> pixels({3, 2});
    pixels(2, 1) = {1, 2, 3};
    io::saveRgba(folder_.file("a.png"), pixels.view());
    io::saveRgba(folder_.file("a.PPM"), pixels.view());
    EXPECT_EQ(decoded(folder_.file("a.png")).type(), CV_8UC3);  // opaque: no alpha
    EXPECT_EQ(decoded(folder_.file("a.PPM")).at<cv::Vec3b>(1, 2), cv::Vec3b(3, 2, 1));
    pixels(0, 0).a = 7;
    io::saveRgba(folder_.file("a.png"), pixels.view());
    EXPECT_EQ(decoded(folder_.file("a.png")).at<cv::Vec4b>(0, 0)[3], 7);
    EXPECT_THROW(io::saveRgba(folder_.file("a.jpg"), pixels.view()), IoError);
    EXPECT_FALSE(std::filesystem::exists(folder_.file("a.jpg")));
}

TEST_F(Save, OddNamesWork) {
    const Image<std::uint8_t> mask = randomMask({5, 4}, 3);
    for (const std::string& name :
         {std::string("маска é 画像.png"), std::string("100%*?%s%n.png"), std::string("-x.png"),
          std::string(246, 'n') + ".png", std::string(" .png"), std::string("a\nb.png")}) {
        const std::string path = folder_.file(name);
        io::saveMask(path, mask.view());
        io::saveMask(path, mask.view());  // over an existing file
        EXPECT_EQ(io::loadGrey(path).pixels.size(), mask.size()) << name;
    }
    EXPECT_EQ(folder_.names().size(), 6U) << "nothing else is left";
    EXPECT_THROW(io::saveMask(folder_.file(std::string(300, 'n') + ".png"), mask.view()), IoError);
}

TEST_F(Save, PlacesThatCannotBeWrittenSaySo) {
    const Image<std::uint8_t> mask = randomMask({5, 4}, 4);
    writeBytes(folder_.file("file"), {1});
    std::filesystem::create_directory(folder_.file("folder.png"));
    for (const char* name : {"file/mask.png", "missing/mask.png", "folder.png"}) {
        try {
            io::saveMask(folder_.file(name), mask.view());
            ADD_FAILURE() << name << " was written";
        } catch (const IoError& e) {
            EXPECT_NE(std::string(e.what()).find(name), std::string::npos);
        }
        EXPECT_THROW(io::checkWritable(folder_.file(name)), IoError);
    }
    EXPECT_NO_THROW(io::checkWritable(folder_.file("new.png")));
    EXPECT_EQ(folder_.names(), (std::vector<std::string>{"file", "folder.png"}));
}

TEST_F(Save, AReadOnlyFolderSaysSo) {
    if (geteuid() == 0) GTEST_SKIP() << "root may write anywhere";
    ASSERT_EQ(chmod(folder_.path().c_str(), 0555), 0);
    EXPECT_THROW(io::saveMask(folder_.file("mask.png"), randomMask({5, 4}, 4).view()), IoError);
    chmod(folder_.path().c_str(), 0755);
}

/// No file may grow beyond `bytes` while this lives: a disk that is full.
class SmallFiles {
public:
    explicit SmallFiles(rlim_t bytes) {
        getrlimit(RLIMIT_FSIZE, &before_);
        const rlimit small{bytes, before_.rlim_max};
        setrlimit(RLIMIT_FSIZE, &small);
        signal_ = std::signal(SIGXFSZ, SIG_IGN);  // as the programs do
    }
    ~SmallFiles() {
        setrlimit(RLIMIT_FSIZE, &before_);
        std::signal(SIGXFSZ, signal_);
    }

private:
    rlimit before_{};
    void (*signal_)(int) = nullptr;
};

TEST_F(Save, AWriteThatFailsLeavesTheOldFileAndNothingElse) {
    const std::string mask = folder_.file("mask.png"), picture = folder_.file("picture.ppm");
    const Bytes old{'o', 'l', 'd'};
    writeBytes(mask, old);
    writeBytes(picture, old);
    {
        const SmallFiles limit(4000);
        EXPECT_THROW(io::saveMask(mask, randomMask({300, 300}, 5).view()), IoError);
        EXPECT_THROW(io::saveRgba(picture, Image<Rgba8>({100, 100}).view()), IoError);
        EXPECT_THROW(io::saveCutout(mask, photoOf(Image<Rgba8>({300, 300}, Rgba8{1, 2, 3})),
                                    randomMask({300, 300}, 6).view()),
                     IoError);
        EXPECT_THROW(io::writeFileAtomically(mask, Bytes(5000)), IoError);
    }
    EXPECT_EQ(readBytes(mask), old);
    EXPECT_EQ(readBytes(picture), old);
    EXPECT_EQ(folder_.names(), (std::vector<std::string>{"mask.png", "picture.ppm"}));
}

TEST_F(Save, AFullDiskSaysSo) {
    const std::string disk = folder_.file("disk");
    std::filesystem::create_directory(disk);
    if (mount("none", disk.c_str(), "tmpfs", 0, "size=16k") != 0)
        GTEST_SKIP() << "mounting is not permitted here";
    std::string message;
    try {
        io::saveMask(disk + "/mask.png", randomMask({600, 600}, 7).view());
    } catch (const IoError& e) {
        message = e.what();
    }
    const bool clean = std::filesystem::is_empty(disk);
    umount(disk.c_str());
    EXPECT_NE(message.find("The disk is full."), std::string::npos) << message;
    EXPECT_TRUE(clean);
}

TEST_F(Save, SymbolicLinksAndPermissionsStay) {
    const std::string target = folder_.file("target.png"), link = folder_.file("link.png");
    writeBytes(target, {1});
    ASSERT_EQ(chmod(target.c_str(), 0640), 0);
    std::filesystem::create_symlink("target.png", link);
    io::saveMask(link, randomMask({5, 4}, 8).view());
    EXPECT_TRUE(std::filesystem::is_symlink(link));
    EXPECT_EQ(io::loadGrey(target).pixels.size(), (Size{5, 4}));
    struct stat info {};
    ASSERT_EQ(stat(target.c_str(), &info), 0);
    EXPECT_EQ(info.st_mode & 0777, 0640U);
}

}  // namespace
}  // namespace fretsaw::test
