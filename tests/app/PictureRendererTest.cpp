// The thread that computes pictures: coarse first, latest wins, stopping, errors and destruction, with a
// generator that obeys the test.
// What pictures look like is tested in tests/generate.
#include "app/PictureRenderer.h"

#include <gtest/gtest.h>

#include <new>
#include <string>

#include "tests/app/FakeGenerator.h"
#include "tests/app/FakeSegmenter.h"
#include "tests/common/FailingAllocations.h"

namespace fretsaw::app {
namespace {

using test::FakeGenerator;
using test::waitFor;

constexpr Size kSmall{40, 30};     // at once
constexpr Size kLarge{1600, 900};  // coarse first, at the first guess of the speed

class PictureRendererTest : public testing::Test {
protected:
    void start() {
        renderer = std::make_unique<PictureRenderer>(
            [control = control] { return std::make_unique<FakeGenerator>(control); });
        QThread* const gui = QThread::currentThread();
        QObject::connect(renderer.get(), &PictureRenderer::rendered, [this, gui](const RenderedPicture& p) {
            EXPECT_EQ(QThread::currentThread(), gui);
            pictures.push_back(p);
        });
        QObject::connect(
            renderer.get(), &PictureRenderer::failed,
            [this](quint64 id, const QString& message) { failures.emplace_back(id, message.toStdString()); });
        QObject::connect(renderer.get(), &PictureRenderer::busyChanged,
                         [this](bool busy) { busyStates.push_back(busy); });
    }
    quint64 request(std::uint32_t seed, Size size, const char* line = "perlin/1") {
        PictureRecipe recipe = PictureRecipe::parse(line);
        recipe.setSeed(seed);
        return renderer->request(wholePicture(std::move(recipe), size));
    }
    bool waitIdle() {
        return waitFor([this] { return !renderer->busy(); });
    }
    bool waitEntered(int calls) {
        return waitFor([this, calls] { return control->entered >= calls; });
    }
    static Rgba8 colour(const RenderedPicture& p) { return p.pixels->at(0, 0); }

    std::shared_ptr<test::GeneratorControl> control = std::make_shared<test::GeneratorControl>();
    std::unique_ptr<PictureRenderer> renderer;
    std::vector<RenderedPicture> pictures;
    std::vector<std::pair<quint64, std::string>> failures;
    std::vector<bool> busyStates;
};

TEST_F(PictureRendererTest, ASmallPictureComesAtOnce) {
    start();
    const quint64 id = request(70, kSmall);
    EXPECT_TRUE(renderer->busy());
    ASSERT_TRUE(waitIdle());
    ASSERT_EQ(pictures.size(), 1u);
    EXPECT_EQ(pictures[0].id, id);
    EXPECT_FALSE(pictures[0].isCoarse);
    ASSERT_EQ(pictures[0].pixels->size(), kSmall);
    EXPECT_EQ(colour(pictures[0]), FakeGenerator::colourOf(70));
    EXPECT_EQ(busyStates, (std::vector<bool>{true, false}));
}

TEST_F(PictureRendererTest, ALargeOneComesCoarseFirstAndThenInFull) {
    control->onRender = [control = control.get()](Size size) { control->hold = size == kLarge; };
    start();
    request(8, kLarge);
    ASSERT_TRUE(waitFor([this] { return pictures.size() == 1; }));
    EXPECT_TRUE(pictures[0].isCoarse);
    EXPECT_LT(pictures[0].pixels->size().area() * 10, kLarge.area());
    EXPECT_EQ(colour(pictures[0]), FakeGenerator::colourOf(8));
    EXPECT_TRUE(renderer->busy());
    control->hold = false;
    ASSERT_TRUE(waitFor([this] {
        control->hold = false;  // each band is held anew
        return pictures.size() == 2;
    }));
    EXPECT_FALSE(pictures[1].isCoarse);
    EXPECT_EQ(pictures[1].pixels->size(), kLarge);
}

TEST_F(PictureRendererTest, TheLatestWinsAndTheRunningOneStops) {
    control->onRender = [control = control.get()](Size size) { control->hold = size == kLarge; };
    start();
    request(1, kLarge);
    ASSERT_TRUE(waitEntered(2));  // the full one is being held
    for (std::uint32_t seed = 2; seed < 6; ++seed) request(seed, kSmall);
    const quint64 last = request(6, kSmall);
    ASSERT_TRUE(waitIdle());
    EXPECT_EQ(control->stopped, 1);
    EXPECT_EQ(pictures.back().id, last);
    EXPECT_EQ(colour(pictures.back()), FakeGenerator::colourOf(6));
    for (const RenderedPicture& p : pictures) EXPECT_TRUE(p.isCoarse || p.id != 1);
}

TEST_F(PictureRendererTest, ACoarsePictureIsFinishedWhileNewerRequestsWait) {
    control->hold = true;
    start();
    request(1, kLarge);
    ASSERT_TRUE(waitEntered(1));
    request(2, kSmall);
    control->hold = false;
    ASSERT_TRUE(waitIdle());
    EXPECT_EQ(control->stopped, 0);
    EXPECT_EQ(control->answered, 2);  // the coarse one, and the new one; never the first in full
    EXPECT_EQ(colour(pictures.back()), FakeGenerator::colourOf(2));
}

TEST_F(PictureRendererTest, ASlowGeneratorGetsCoarserPictures) {
    control->nsPerPixel = 2000;  // at least
    start();
    request(1, kLarge);
    ASSERT_TRUE(waitFor([this] { return pictures.size() == 1; }));
    request(2, kLarge);
    ASSERT_TRUE(waitFor([this] { return pictures.size() == 2; }));
    EXPECT_LT(pictures[1].pixels->size().width, pictures[0].pixels->size().width);
}

TEST_F(PictureRendererTest, PicturesThatAreOthersAtOtherSizesAreNeverCoarse) {
    start();
    request(1, kLarge, "product/1 auto=off");
    ASSERT_TRUE(waitIdle());
    request(1, kLarge, "reaction/1");
    ASSERT_TRUE(waitIdle());
    request(1, kLarge, "formula/1 text=\"sin(px / 9) * h\"");
    ASSERT_TRUE(waitIdle());
    for (const Size size : control->copySizes()) EXPECT_EQ(size, kLarge);
    EXPECT_EQ(pictures.size(), 3u);
}

TEST_F(PictureRendererTest, CancelEndsItWithoutASignal) {
    control->hold = true;
    start();
    request(1, kSmall);
    ASSERT_TRUE(waitEntered(1));
    renderer->cancel();
    EXPECT_FALSE(renderer->busy());
    ASSERT_TRUE(waitFor([this] { return control->stopped == 1; }));
    control->hold = false;
    request(2, kSmall);
    ASSERT_TRUE(waitIdle());
    ASSERT_EQ(pictures.size(), 1u);
    EXPECT_EQ(colour(pictures[0]), FakeGenerator::colourOf(2));
    EXPECT_TRUE(failures.empty());
}

TEST_F(PictureRendererTest, ErrorsAreSentencesAndTheNextRequestWorks) {
    std::atomic<int> kind{0};
    control->onRender = [&kind](Size) {
        if (kind == 1) throw InvalidArgument("The pattern is too fine to be seamless.");
        if (kind == 2) throw std::bad_alloc();
    };
    start();
    kind = 1;
    const quint64 first = request(1, kSmall);
    ASSERT_TRUE(waitIdle());
    kind = 2;
    request(2, kSmall);
    ASSERT_TRUE(waitIdle());
    kind = 0;
    request(3, kSmall);
    ASSERT_TRUE(waitIdle());
    ASSERT_EQ(failures.size(), 2u);
    EXPECT_EQ(failures[0], std::pair(first, std::string("The pattern is too fine to be seamless.")));
    EXPECT_EQ(failures[1].second, "Not enough memory.");
    ASSERT_EQ(pictures.size(), 1u);
    EXPECT_EQ(colour(pictures[0]), FakeGenerator::colourOf(3));
}

TEST_F(PictureRendererTest, WhatIsTooFineForTheCoarsePictureMaySuitTheFullOne) {
    control->onRender = [](Size size) {
        if (size != kLarge) throw InvalidArgument("Too fine.");
    };
    start();
    request(9, kLarge);
    ASSERT_TRUE(waitIdle());
    EXPECT_TRUE(failures.empty());
    ASSERT_EQ(pictures.size(), 1u);
    EXPECT_FALSE(pictures[0].isCoarse);
}

TEST_F(PictureRendererTest, EveryAllocationMayFail) {
    for (int allowed = 0; allowed < 4; ++allowed) {
        start();
        failures.clear();
        {
            const test::FailingAllocations gate(allowed);
            request(1, kSmall);
            ASSERT_TRUE(waitIdle());
            if (gate.seen() > allowed) {
                ASSERT_EQ(failures.size(), 1u);
                EXPECT_EQ(failures[0].second.find("Not enough memory"), 0u);
            }
        }
        pictures.clear();
        request(2, kSmall);
        ASSERT_TRUE(waitIdle());
        EXPECT_EQ(pictures.size(), 1u);
    }
}

TEST_F(PictureRendererTest, AnEmptyPictureIsRefused) {
    start();
    request(1, {});
    ASSERT_TRUE(waitIdle());
    EXPECT_EQ(failures.size(), 1u);
    EXPECT_EQ(control->entered, 0);
}

TEST_F(PictureRendererTest, EndsInTheMiddleOfWork) {
    control->hold = true;
    start();
    request(1, kLarge);
    ASSERT_TRUE(waitEntered(1));
    request(2, kLarge);
    renderer.reset();  // returns although everything is held
    EXPECT_EQ(control->alive, 0);
    EXPECT_TRUE(pictures.empty());
}

TEST_F(PictureRendererTest, MemoryOfPicturesThatNobodyHoldsIsFreed) {
    start();
    request(1, kSmall);
    ASSERT_TRUE(waitIdle());
    const std::weak_ptr<const Picture> first = pictures[0].pixels;
    pictures.clear();
    EXPECT_TRUE(first.expired());
}

/// Keeps pictures where it computes them, but for those of one seed.
class DeviceGenerator : public FakeGenerator {
public:
    struct Kept final : Frame<Rgba8> {
        explicit Kept(Size of) : pixels(of, Rgba8{1, 2, 3, 255}) {}
        [[nodiscard]] Size size() const override { return pixels.size(); }
        [[nodiscard]] bool isOnDevice() const override { return true; }
        [[nodiscard]] ImageView<const Rgba8> view() const override { return pixels.view(); }
        [[nodiscard]] Rgba8 at(int x, int y) const override { return pixels(x, y); }
        Image<Rgba8> pixels;
    };
    static constexpr std::uint32_t kNotKept = 13;

    using FakeGenerator::FakeGenerator;
    std::shared_ptr<const Frame<Rgba8>> renderOnDevice(const PictureRecipe& recipe, Size, Rect region,
                                                       const std::stop_token&) override {
        if (recipe.seed() == kNotKept) return nullptr;
        return std::make_shared<const Kept>(region.size());
    }
};

TEST_F(PictureRendererTest, PicturesOfADeviceStayThereAndNeedNoCoarseOnes) {
    renderer = std::make_unique<PictureRenderer>(
        [control = control] { return std::make_unique<DeviceGenerator>(control); });
    QObject::connect(renderer.get(), &PictureRenderer::rendered,
                     [this](const RenderedPicture& p) { pictures.push_back(p); });
    const quint64 id = request(1, kLarge);
    ASSERT_TRUE(waitIdle());
    ASSERT_EQ(pictures.size(), 1u);
    EXPECT_EQ(pictures[0].id, id);
    EXPECT_FALSE(pictures[0].isCoarse);
    EXPECT_TRUE(pictures[0].pixels->isOnDevice());
    EXPECT_EQ(pictures[0].pixels->size(), kLarge);
    EXPECT_EQ(control->entered, 0);
    request(DeviceGenerator::kNotKept, kSmall);
    ASSERT_TRUE(waitIdle());
    EXPECT_FALSE(pictures.back().pixels->isOnDevice());
    EXPECT_EQ(colour(pictures.back()), FakeGenerator::colourOf(DeviceGenerator::kNotKept));
    PictureRequest tiled = wholePicture(PictureRecipe::parse("perlin/1 seed=40"), kSmall);
    tiled.placement.repeats = true;
    renderer->request(tiled);
    ASSERT_TRUE(waitIdle());
    EXPECT_FALSE(pictures.back().pixels->isOnDevice());
}

using RealPictureTest = PictureRendererTest;

/// With the real thing: the full picture is the generator's, rounded.
TEST_F(RealPictureTest, IsWhatTheGeneratorComputes) {
    const PictureRecipe recipe = PictureRecipe::parse("fbm/1 seed=4");
    const Size size{333, 217};
    const auto expected = makeCpuGenerator()->render(recipe, size, Rect::of(size));
    renderer = std::make_unique<PictureRenderer>([] { return makeCpuGenerator(); });
    QObject::connect(renderer.get(), &PictureRenderer::rendered,
                     [this](const RenderedPicture& p) { pictures.push_back(p); });
    renderer->request(wholePicture(recipe, size));
    ASSERT_TRUE(waitIdle());
    ASSERT_FALSE(pictures.back().isCoarse);
    for (int y = 0; y < size.height; ++y)
        for (int x = 0; x < size.width; ++x)
            ASSERT_EQ(pictures.back().pixels->at(x, y), rgba8From((*expected)(x, y)));
}

}  // namespace
}  // namespace fretsaw::app
