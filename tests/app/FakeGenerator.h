// A generator that does what a test tells it to. Its pictures are of one colour: the recipe's seed.
// Computes nothing real.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include "core/generate/Generator.h"

namespace fretsaw::test {

/// Shared between the test and the worker thread.
struct GeneratorControl {
    std::atomic<bool> hold{false};      ///< renderInto() waits until this is false or it is stopped
    std::atomic<double> nsPerPixel{0};  ///< it takes at least so long
    std::atomic<int> entered{0}, stopped{0}, answered{0};  ///< calls of renderInto()
    std::atomic<int> alive{0};                             ///< generators
    std::function<void(Size)> onRender;                    ///< may throw; set before the worker starts

    std::mutex mutex;
    std::vector<Size> sizes;  ///< of the whole picture, of every call
    std::vector<Size> copySizes() {
        const std::lock_guard lock(mutex);
        return sizes;
    }
};

class FakeGenerator : public Generator {
public:
    explicit FakeGenerator(std::shared_ptr<GeneratorControl> control) : control_(std::move(control)) {
        ++control_->alive;
    }
    ~FakeGenerator() override { --control_->alive; }

    static Rgba8 colourOf(std::uint32_t seed) {
        const auto level = static_cast<std::uint8_t>(seed);
        return {level, level, level, 255};
    }

    bool renderInto(const PictureRecipe& recipe, Size size, Rect region, ImageView<Rgb32f> pixels,
                    const std::stop_token& stop, const Progress&) override {
        using Clock = std::chrono::steady_clock;
        const auto end = Clock::now() + std::chrono::nanoseconds(static_cast<std::int64_t>(
                                            control_->nsPerPixel * static_cast<double>(region.area())));
        {
            const std::lock_guard lock(control_->mutex);
            control_->sizes.push_back(size);
        }
        ++control_->entered;
        if (control_->onRender) control_->onRender(size);
        while ((control_->hold || Clock::now() < end) && !stop.stop_requested())
            std::this_thread::sleep_for(std::chrono::microseconds(100));
        if (stop.stop_requested()) {
            ++control_->stopped;
            return false;
        }
        const float level = static_cast<float>(recipe.seed()) / 255.0f;
        for (int y = 0; y < pixels.height(); ++y)
            std::fill_n(pixels.row(y), pixels.width(), Rgb32f{level, level, level});
        ++control_->answered;
        return true;
    }

private:
    std::shared_ptr<GeneratorControl> control_;
};

}  // namespace fretsaw::test
