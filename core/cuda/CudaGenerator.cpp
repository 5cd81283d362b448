// Renders recipes on the device, band by band, for the host or as a picture that stays there. Between
// pictures it holds no memory but that of a simulation and of what formulas read. No kernels and no formulas
// here.
#include "core/cuda/CudaGenerator.h"

#include <algorithm>
#include <utility>

#include "core/cuda/Context.h"
#include "core/cuda/DevicePicture.h"
#include "core/cuda/FormulaShader.h"
#include "core/cuda/Nvrtc.h"
#include "core/cuda/PatternKernels.h"
#include "core/cuda/Slices.h"
#include "core/generate/Prepare.h"
#include "core/image/Error.h"

namespace fretsaw::cuda {
namespace {

constexpr std::int64_t kBandPixels = 1 << 22;  // 48 MiB of device memory
constexpr int kStepsAtOnce = 64;               // of a simulation, between looks at the stop token

class CudaGenerator final : public Generator {
public:
    CudaGenerator(int device, GeneratorNews news)
        : shared_(std::make_shared<const Context>(device)), news_(std::move(news)) {}

    void setDocument(std::shared_ptr<const DocumentPictures> document) override {
        context_.makeCurrent();
        formulas_.setDocument(document);
        host_->setDocument(std::move(document));
    }

    bool renderInto(const PictureRecipe& recipe, Size size, Rect region, ImageView<Rgb32f> pixels,
                    const std::stop_token& stop, const Progress& progress) override {
        if (pixels.size() != region.size()) throw InvalidArgument("The view has not the region's size.");
        context_.makeCurrent();
        if (recipe.formula() && !compilesHere(recipe, size, region))
            return host_->renderInto(recipe, size, region, pixels, stop, progress);
        const auto toHost = [&](Rect rows, const DeviceImage<Rgb32f>& band) {
            download(context_, pixels.sub({0, rows.y - region.y, rows.width, rows.height}),
                     band.view().sub({0, 0, rows.width, rows.height}));
        };
        const bool done = shadeAll(recipe, size, region, stop, progress, toHost);
        context_.trim();
        if (done) report(progress, 1);
        return done;
    }

    std::shared_ptr<const Frame<Rgba8>> renderOnDevice(const PictureRecipe& recipe, Size size, Rect region,
                                                       const std::stop_token& stop) override {
        context_.makeCurrent();
        if (isRaw(recipe) || (recipe.formula() && !compilesHere(recipe, size, region))) return nullptr;
        DeviceImage<Rgba8> levels(context_, region.size());
        const auto toLevels = [&](Rect rows, const DeviceImage<Rgb32f>& band) {
            writeLevels(context_, band.view().data(), rows.area(), levels.view().row(rows.y - region.y));
        };
        const bool done = shadeAll(recipe, size, region, stop, {}, toLevels);
        context_.trim();
        if (!done) return nullptr;
        return std::make_shared<const DevicePicture>(shared_, std::move(levels));
    }

private:
    /// Whether the GPU can have this formula; if not, says so, once.
    bool compilesHere(const PictureRecipe& recipe, Size size, Rect region) {
        (void)preparePattern(recipe, size, region);  // what is wrong with the recipe is no fault of the GPU's
        try {
            formulas_.compile(recipe.formula());
            return true;
        } catch (const BackendError& error) {
            if (error.sticky()) throw;
            tell(error.what());
        } catch (const CompileError& error) {
            tell(error.what());
        }
        return false;
    }

    void tell(const std::string& reason) {
        if (news_ && !std::exchange(told_, true)) news_("Formulas are computed on the CPU. " + reason);
    }

    /// As large as kBandPixels and the device's memory allow, down to a row. Throws OutOfMemory.
    [[nodiscard]] DeviceImage<Rgb32f> makeBand(Size region) const {
        for (std::int64_t rows = std::clamp<std::int64_t>(kBandPixels / region.width, 1, region.height);;
             rows = (rows + 3) / 4) {
            try {
                return {context_, {region.width, static_cast<int>(rows)}};
            } catch (const OutOfMemory&) {
                if (rows == 1) throw;
            }
        }
    }

    /// use(rows, band) takes rows of the region, which lie in the band from its beginning on, and puts what
    /// it does with them into the stream. False: stopped.
    template <typename Use>
    bool shadeAll(const PictureRecipe& recipe, Size size, Rect region, const std::stop_token& stop,
                  const Progress& progress, const Use& use) {
        if (recipe.formula())
            return formulas_.prepare(recipe, size, region, stop) &&
                   shadeBands(region, stop, use, [&](Rect part, Rgb32f* to) { formulas_.shade(part, to); });
        pixel::Pattern pattern = preparePattern(recipe, size, region);
        if (pattern.field.width > 0) {
            if (!simulate(simulationPlan(recipe, size), stop, progress)) return false;
            pattern.field.values = field_.data() + 1;
        }
        return shadeBands(region, stop, use, [&](Rect part, Rgb32f* to) {
            shadePixels(context_, pattern, recipe.info().kind, recipe.tiles(), part, to);
        });
    }

    template <typename Use, typename Shade>
    bool shadeBands(Rect region, const std::stop_token& stop, const Use& use, const Shade& shade) {
        const DeviceImage<Rgb32f> band = makeBand(region.size());
        const int bandRows = band.size().height;
        bool done = true;
        for (int y = region.y; done && y < region.bottom(); y += bandRows) {
            const Rect rows{region.x, y, region.width, std::min(bandRows, region.bottom() - y)};
            done = slices_.run(rows, kBandPixels, stop,
                               [&](Rect part) { shade(part, band.view().row(part.y - rows.y)); });
            if (done) use(rows, band);
            context_.synchronize();
        }
        return done;
    }

    /// Both substances in device memory, laid out as Prepare.h says.
    struct Planes {
        Planes(const Context& context, std::int64_t cells) : food(context, cells), eater(context, cells) {}
        [[nodiscard]] ReactionPlanes cells() const { return {food.data() + 1, eater.data() + 1}; }

        DeviceBuffer<float> food, eater;
    };

    void begin(const SimulationPlan& plan, const Planes& planes) const {
        const Size grid{plan.width + 2, plan.height};
        Image<float> food(grid), eater(grid);
        for (int y = 0; y < plan.height; ++y)
            for (int x = 0; x < plan.width; ++x) {
                eater(x + 1, y) = seededConcentration(plan, x, y);
                food(x + 1, y) = 1 - 2 * eater(x + 1, y);
            }
        upload(context_, ImageView<float>(planes.food.data(), grid, grid.width), std::as_const(food).view());
        upload(context_, ImageView<float>(planes.eater.data(), grid, grid.width),
               std::as_const(eater).view());
        context_.synchronize();
    }

    /// field_ becomes the plan's, unless it is that already. False: stopped.
    bool simulate(const SimulationPlan& plan, const std::stop_token& stop, const Progress& progress) {
        if (plan_ == plan) return true;
        plan_ = {};
        field_ = {};
        const int stride = plan.width + 2;
        const std::int64_t cells = std::int64_t{stride} * plan.height;
        Planes now(context_, cells), next(context_, cells);
        begin(plan, now);
        for (int step = 0; step < plan.steps; ++step) {
            if (step % kStepsAtOnce == 0) {
                context_.synchronize();
                if (stop.stop_requested()) return false;
                report(progress, static_cast<double>(step) / plan.steps);
            }
            reactionStep(context_, plan.width, plan.height, stride, plan.feed, plan.kill, now.cells(),
                         next.cells());
            std::swap(now, next);
        }
        field_ = std::move(now.eater);
        plan_ = plan;
        return true;
    }

    std::shared_ptr<const Context> shared_;  ///< pictures that stay on the device hold it too
    const Context& context_ = *shared_;
    Slices slices_{context_};
    GeneratorNews news_;
    bool told_ = false;
    FormulaShader formulas_{context_};
    std::unique_ptr<Generator> host_ = makeCpuGenerator();  ///< for formulas that do not compile here
    SimulationPlan plan_;
    DeviceBuffer<float> field_;
};

}  // namespace

std::unique_ptr<Generator> makeGenerator(int device, GeneratorNews news) {
    return std::make_unique<CudaGenerator>(device, std::move(news));
}

}  // namespace fretsaw::cuda
