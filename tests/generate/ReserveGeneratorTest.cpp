// A generator that fails, and the one that takes over: the picture is there, and the reason is said once.
// Needs no GPU.
#include "core/generate/ReserveGenerator.h"

#include <gtest/gtest.h>

#include "core/image/Error.h"
#include "tests/generate/GeneratorTools.h"

namespace fretsaw {
namespace {

using namespace test;

/// Paints something wrong, then throws what it is told to; without that, it does the CPU's work.
class Failing final : public Generator {
public:
    explicit Failing(std::function<void()> fault) : fault_(std::move(fault)) {}

    bool renderInto(const PictureRecipe& recipe, Size size, Rect region, ImageView<Rgb32f> pixels,
                    const std::stop_token& stop, const Progress& progress) override {
        report(progress, 0.5);
        pixels.row(0)[0] = {-1, -1, -1};
        fault_();
        return cpu_->renderInto(recipe, size, region, pixels, stop, progress);
    }

    void setDocument(std::shared_ptr<const DocumentPictures> document) override {
        cpu_->setDocument(std::move(document));
    }

private:
    std::function<void()> fault_;
    std::unique_ptr<Generator> cpu_ = makeCpuGenerator();
};

struct ReserveGenerator : testing::Test {
    std::unique_ptr<Generator> withReserve(GeneratorFactory first) {
        return makeReserveGenerator(
            std::move(first), [] { return makeCpuGenerator(); },
            [this](const std::string& reason) { news.push_back(reason); });
    }
    std::unique_ptr<Generator> failing() {
        return withReserve([this] {
            ++made;
            return std::make_unique<Failing>([this] {
                ++asked;
                if (fault) fault();
            });
        });
    }
    void expectRight(Generator& generator) {
        double last = 0;
        const auto picture = generator.render(recipe, size, Rect::of(size), {}, [&](double part) {
            EXPECT_GE(part, last);
            last = part;
        });
        ASSERT_TRUE(picture);
        EXPECT_TRUE(sameBits(*picture, rendered(recipe, size)));
    }

    const Size size{97, 31};
    const PictureRecipe recipe = PictureRecipe::parse("clouds/1 seed=3");
    std::function<void()> fault;
    int made = 0, asked = 0;
    std::vector<std::string> news;
};

TEST_F(ReserveGenerator, IsNotAskedWithoutNeed) {
    const auto generator = failing();
    EXPECT_EQ(made, 0);
    expectRight(*generator);
    expectRight(*generator);
    EXPECT_EQ(made, 1);
    EXPECT_EQ(asked, 2);
    EXPECT_TRUE(news.empty());
}

TEST_F(ReserveGenerator, TakesOverForGoodWhenTheDeviceFails) {
    const auto generator = failing();
    expectRight(*generator);
    fault = [] { throw BackendError("The GPU failed: broken.", true); };
    for (int i = 0; i < 3; ++i) expectRight(*generator);
    EXPECT_EQ(asked, 2);
    ASSERT_EQ(news.size(), 1u);
    EXPECT_NE(news[0].find("broken"), std::string::npos);
}

TEST_F(ReserveGenerator, TakesOverWhenTheDeviceCannotBeOpened) {
    const auto generator = withReserve([this]() -> std::unique_ptr<Generator> {
        ++made;
        throw BackendError("There is none.", false);
    });
    for (int i = 0; i < 3; ++i) expectRight(*generator);
    EXPECT_EQ(made, 1);
    EXPECT_EQ(news.size(), 1u);
}

TEST_F(ReserveGenerator, TakesOverForAPictureWhereMemoryIsShort) {
    const auto generator = failing();
    fault = [] { throw OutOfMemory(1 << 30); };
    expectRight(*generator);
    expectRight(*generator);
    EXPECT_EQ(asked, 2);
    EXPECT_EQ(news.size(), 1u);
    fault = {};
    expectRight(*generator);
    EXPECT_EQ(asked, 3);
    EXPECT_EQ(news.size(), 1u);
}

TEST_F(ReserveGenerator, BothSeeTheDocument) {
    auto document = std::make_shared<DocumentPictures>();
    document->mask = hostFrame(Image<std::uint8_t>({4, 4}, 255));
    const auto formula = PictureRecipe::parse("formula/1 text=\"mask(x, y)\"");
    const auto generator = failing();
    generator->setDocument(document);
    fault = [] { throw OutOfMemory(1); };
    for (int i = 0; i < 2; ++i) {
        const auto picture = generator->render(formula, size, Rect::of(size));
        ASSERT_TRUE(picture);
        EXPECT_EQ((*picture)(50, 20), rendered(PictureRecipe::parse("formula/1 text=\"1\""), size)(50, 20));
        fault = {};
    }
}

TEST_F(ReserveGenerator, PicturesOnTheDeviceAreNoneWhereItFails) {
    const auto generator =
        withReserve([]() -> std::unique_ptr<Generator> { throw BackendError("There is none.", false); });
    EXPECT_EQ(generator->renderOnDevice(recipe, size, Rect::of(size), {}), nullptr);
    EXPECT_EQ(generator->renderOnDevice(recipe, size, Rect::of(size), {}), nullptr);
    expectRight(*generator);
    EXPECT_EQ(news.size(), 1u);
}

TEST_F(ReserveGenerator, WhatIsWrongWithTheRecipeIsNotTheDevicesFault) {
    const auto generator = failing();
    fault = [] { throw InvalidArgument("Too far out."); };
    EXPECT_THROW((void)generator->render(recipe, size, Rect::of(size)), InvalidArgument);
    EXPECT_TRUE(news.empty());
    fault = {};
    std::stop_source stopped;
    stopped.request_stop();
    EXPECT_FALSE(generator->render(recipe, size, Rect::of(size), stopped.get_token()));
    EXPECT_TRUE(news.empty());
}

}  // namespace
}  // namespace fretsaw
