// Renders recipes on the CPU: rows in parallel, a simulation step by step.
// What a pixel is stands in core/pixel.
#include <algorithm>
#include <atomic>
#include <utility>

#include "core/cpu/FormulaPictures.h"
#include "core/cpu/Parallel.h"
#include "core/cpu/PatternRows.h"
#include "core/generate/Prepare.h"

namespace fretsaw {
namespace {

using cpu::PatternRows;

/// Two substances on a grid with a margin that repeats the other end.
class Planes {
public:
    explicit Planes(const SimulationPlan& plan)
        : width_(plan.width), height_(plan.height), food_(plane()), eater_(plane()) {}

    [[nodiscard]] float* food(int y) { return food_.data() + at(y); }
    [[nodiscard]] float* eater(int y) { return eater_.data() + at(y); }
    [[nodiscard]] cpu::PlaneRows foodRows(int y) { return {food(above(y)), food(y), food(below(y))}; }
    [[nodiscard]] cpu::PlaneRows eaterRows(int y) { return {eater(above(y)), eater(y), eater(below(y))}; }
    /// To be called for a row once its cells are there.
    void closeRow(int y) {
        for (float* row : {food(y), eater(y)}) {
            row[-1] = row[width_ - 1];
            row[width_] = row[0];
        }
    }
    [[nodiscard]] Buffer<float> takeEater() { return std::move(eater_); }

private:
    [[nodiscard]] Buffer<float> plane() const {
        return Buffer<float>::uninitialized((std::int64_t{width_} + 2) * height_);
    }
    [[nodiscard]] std::int64_t at(int y) const { return std::int64_t{y} * (width_ + 2) + 1; }
    [[nodiscard]] int above(int y) const { return y > 0 ? y - 1 : height_ - 1; }
    [[nodiscard]] int below(int y) const { return y + 1 < height_ ? y + 1 : 0; }

    int width_, height_;
    Buffer<float> food_, eater_;
};

class CpuGenerator final : public Generator {
public:
    explicit CpuGenerator(int threads) : parallel_(threads) {}

    void setDocument(std::shared_ptr<const DocumentPictures> document) override {
        formulas_.setDocument(std::move(document));
    }

    bool renderInto(const PictureRecipe& recipe, Size size, Rect region, ImageView<Rgb32f> pixels,
                    const std::stop_token& stop, const Progress& progress) override {
        if (pixels.size() != region.size()) throw InvalidArgument("The view has not the region's size.");
        if (recipe.formula()) return formulas_.renderInto(recipe, size, region, pixels, stop, progress);
        pixel::Pattern pattern = preparePattern(recipe, size, region);
        if (pattern.field.width > 0) {
            if (!simulate(simulationPlan(recipe, size), stop, progress)) return false;
            pattern.field.values = field_.data() + 1;
        }
        const bool repeats = recipe.tiles();
        std::atomic<int> rowsDone{0};
        constexpr int kPixelsAtOnce = 512;  // the worst generator takes some 50 µs for them
        parallel_.forRanges(region.height, 4, [&](std::int64_t begin, std::int64_t end) {
            for (auto y = static_cast<int>(begin); y < end; ++y) {
                for (int x = 0; x < region.width; x += kPixelsAtOnce) {
                    if (stop.stop_requested()) return;
                    const int count = std::min(kPixelsAtOnce, region.width - x);
                    shade(pattern, recipe.info().kind, repeats, region.x + x, region.y + y, count,
                          pixels.row(y) + x);
                }
            }
            rowsDone += static_cast<int>(end - begin);
        });
        if (stop.stop_requested() || rowsDone != region.height) return false;
        report(progress, 1);
        return true;
    }

private:
    /// Pixels of a row; of seamless pictures in pieces that do not cross the picture's sides.
    void shade(const pixel::Pattern& pattern, pixel::Kind kind, bool repeats, int x, int y, int count,
               Rgb32f* pixels) const {
        if (!repeats) return rows_.shade(pattern, kind, x, y, count, pixels);
        const auto inside = [](int at, int period) { return (at % period + period) % period; };
        for (int done = 0; done < count;) {
            const int left = inside(x + done, pattern.width);
            const int piece = std::min(count - done, pattern.width - left);
            rows_.shade(pattern, kind, left, inside(y, pattern.height), piece, pixels + done);
            done += piece;
        }
    }

    /// field_ becomes the plan's, unless it is that already. False: stopped.
    bool simulate(const SimulationPlan& plan, const std::stop_token& stop, const Progress& progress) {
        if (plan_ == plan) return true;
        plan_ = {};
        field_ = {};
        Planes now(plan), next(plan);
        parallel_.forRows(plan.height, [&](int y) {
            for (int x = 0; x < plan.width; ++x) {
                now.eater(y)[x] = seededConcentration(plan, x, y);
                now.food(y)[x] = 1 - 2 * now.eater(y)[x];
            }
            now.closeRow(y);
        });
        for (int step = 0; step < plan.steps; ++step) {
            if (stop.stop_requested()) return false;
            if (step % 32 == 0) report(progress, static_cast<double>(step) / plan.steps);
            parallel_.forRows(plan.height, [&](int y) {
                rows_.reactionStep(now.foodRows(y), now.eaterRows(y), plan.width, plan.feed, plan.kill,
                                   next.food(y), next.eater(y));
                next.closeRow(y);
            });
            std::swap(now, next);
        }
        field_ = now.takeEater();
        plan_ = plan;
        return true;
    }

    cpu::Parallel parallel_;
    const PatternRows& rows_ = cpu::patternRows();
    cpu::FormulaPictures formulas_{parallel_};
    SimulationPlan plan_;
    Buffer<float> field_;
};

}  // namespace

std::unique_ptr<Generator> makeCpuGenerator(int threads) {
    return std::make_unique<CpuGenerator>(threads);
}

}  // namespace fretsaw
