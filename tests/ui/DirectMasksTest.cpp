// Masks from a device straight into textures: the same texels as through host memory, whatever fails when.
// A fake stands in for the device.
#include "app/ui/DirectMasks.h"

#include <gtest/gtest.h>

#include <optional>
#include <random>

#include "tests/ui/FakeInterop.h"
#include "tests/ui/MaskScreens.h"

namespace fretsaw::ui {
namespace {

using test::blobs;
using test::FakeDeviceMask;
using test::FakeDevicePicture;
using test::FakeInterop;
using test::InteropControl;
using test::kScreenSize;
using test::MaskScreens;

class DirectMasksTest : public testing::Test {
protected:
    /// Everything anew, with fakes that fail at a call.
    void begin(int failAt) {
        screens.reset();
        control = std::make_shared<InteropControl>();
        control->failAt = failAt;
        screens.emplace([c = control](const Mask&) { return std::make_unique<FakeInterop>(c); },
                        [c = control](Image<std::uint8_t> mask) {
                            return std::make_shared<FakeDeviceMask>(c, std::move(mask));
                        });
    }
    void SetUp() override { begin(-1); }
    Presenter& direct() { return screens->direct->presenter; }

    std::shared_ptr<InteropControl> control;
    std::optional<MaskScreens> screens;
};

TEST_F(DirectMasksTest, GiveTheSameTexelsAndFetchNothing) {
    EXPECT_EQ(direct().maskPath(), MaskPath{});
    screens->session();
    EXPECT_EQ(direct().maskPath().kind, MaskPath::Kind::Direct);
    EXPECT_EQ(screens->copied.presenter.maskPath().kind, MaskPath::Kind::Host);
    EXPECT_EQ(control->made, 1);
    EXPECT_EQ(control->fetches, 0);
}

TEST_F(DirectMasksTest, OnlyWhatIsDirtyIsFilled) {
    screens->show(1, Rect::of(kScreenSize));
    screens->direct->texels(1);
    control->filled = 0;
    screens->show(2, {10, 12, 20, 7});
    screens->direct->texels(1);
    EXPECT_GE(control->filled, 20 * 7);
    EXPECT_LE(control->filled, 2 * 20 * 7 + 300);  // overlapping tiles, and the rough picture
}

TEST_F(DirectMasksTest, HostMasksInBetweenAreUploaded) {
    screens->show(1, Rect::of(kScreenSize));
    screens->expectSame();
    const Image<std::uint8_t> other = blobs(9);
    for (Presenter* presenter : {&direct(), &screens->copied.presenter})
        presenter->setMask(hostFrame(other.clone()), other.bounds());
    screens->expectSame();
    screens->show(2, Rect::of(kScreenSize));
    screens->expectSame();
    EXPECT_EQ(control->fetches, 0);
}

TEST_F(DirectMasksTest, AnyFailureLeadsToTheUploadPathForGoodWithTheSameTexels) {
    screens->session();
    const int steps = control->calls;
    ASSERT_GE(steps, 8);
    for (int at = 0; at < steps; ++at) {
        SCOPED_TRACE("failure at call " + std::to_string(at));
        begin(at);
        screens->session();
        EXPECT_EQ(direct().maskPath().kind, MaskPath::Kind::Copied);
        EXPECT_EQ(direct().maskPath().reason, "It is only a test.");
        EXPECT_EQ(control->calls, at + 1) << "it was asked again";
        EXPECT_EQ(control->alive, 0);
        EXPECT_GT(control->fetches, 0);
        if (HasFailure()) return;
    }
}

TEST_F(DirectMasksTest, CanBeSwitchedOffAtAnyTime) {
    screens->show(1, Rect::of(kScreenSize));
    screens->expectSame();
    screens->direct->makeCurrent();
    direct().disableInterop("It is off.");
    screens->show(2, {70, 60, 90, 80});
    screens->expectSame();
    EXPECT_EQ(direct().maskPath().reason, "It is off.");
    EXPECT_EQ(control->alive, 0);
}

TEST_F(DirectMasksTest, TexturesAreForgottenBeforeTheyAreDeleted) {
    screens->show(1, Rect::of(kScreenSize));
    screens->direct->texels(1);
    screens->direct->texels(0.4);
    EXPECT_GT(control->registered.size(), 5u);
    direct().setPlanes({std::make_shared<const Image<Rgba8>>(kScreenSize), nullptr, {}, {}});
    screens->direct->texels(0.4);
    EXPECT_EQ(control->registered.size(), 0u);
}

Image<Rgba8> someColours(unsigned seed) {
    std::mt19937 random(seed);
    Image<Rgba8> picture(kScreenSize);
    for (std::int64_t i = 0; i < kScreenSize.area(); ++i) {
        const unsigned bits = random();
        picture.data()[i] = {static_cast<std::uint8_t>(bits), static_cast<std::uint8_t>(bits >> 8),
                             static_cast<std::uint8_t>(bits >> 16), 255};
    }
    return picture;
}

/// Two backgrounds, one after the other, with all views, on a screen that fails at a call.
TEST(DirectBackgrounds, GiveTheSameTexelsWhateverFailsWhen) {
    for (int failAt = -1; failAt < 12; ++failAt) {
        SCOPED_TRACE(failAt);
        const auto control = std::make_shared<InteropControl>();
        control->failAt = failAt;
        test::Screen copied(nullptr);
        {
            test::Screen direct(nullptr);
            direct.presenter.setColourInterop(
                [control](const Frame<Rgba8>&) { return std::make_unique<FakeInterop>(control); });
            for (unsigned id = 1; id <= 2; ++id) {
                const Image<Rgba8> colours = someColours(id);
                direct.presenter.setBackground(
                    {id, std::make_shared<FakeDevicePicture>(control, colours.clone()), false, 0});
                copied.presenter.setBackground({id, hostFrame(colours.clone()), false, 0});
                for (const double zoom : {1.0, 0.4, 0.1}) {
                    const auto is = direct.backgroundTexels(zoom), should = copied.backgroundTexels(zoom);
                    ASSERT_FALSE(should.empty());
                    ASSERT_EQ(is, should) << zoom;
                }
            }
            const bool failed = failAt >= 0 && failAt < control->calls;
            EXPECT_EQ(direct.presenter.backgroundPath().kind,
                      failed ? MaskPath::Kind::Copied : MaskPath::Kind::Direct);
            EXPECT_EQ(control->fetches > 0, failed);
            direct.makeCurrent();
        }
        EXPECT_EQ(control->alive, 0);
        EXPECT_TRUE(control->registered.empty());
    }
}

}  // namespace
}  // namespace fretsaw::ui
