// The kernel of each generator with its default recipe, and fBm of eight octaves; medians between two events.
// Not simulations, which are computed once and not for every picture, nor formulas, which FormulaBench times.
#include "tests/gpubench/PatternBench.h"

#include <cstdio>
#include <string>

#include "core/cuda/PatternKernels.h"
#include "core/generate/Prepare.h"
#include "tests/gpubench/DeviceClock.h"

namespace fretsaw::bench {

void benchPatterns(const PatternOptions& options) {
    const cuda::Context context;
    const double bandwidth = writeBandwidth(context);
    std::printf("writing on the device: %.0f GB/s; shares are of it\n", bandwidth);
    const Size size{options.width, options.height};
    const cuda::DeviceImage<Rgb32f> picture(context, size);
    const auto bench = [&](const PictureRecipe& recipe) {
        const pixel::Pattern pattern = preparePattern(recipe, size, Rect::of(size));
        const double ms = medianMs(context, options.repeats, [&] {
            shadePixels(context, pattern, recipe.info().kind, recipe.tiles(), Rect::of(size),
                        picture.view().data());
        });
        const double rate = 1e-6 * static_cast<double>(size.area()) * sizeof(Rgb32f) / ms;
        std::printf("%-40s %8.3f ms  %6.0f GB/s, %3.0f %%\n", recipe.text().c_str(), ms, rate,
                    100 * rate / bandwidth);
    };
    for (const GeneratorInfo& info : generators())
        if (info.byTiles && info.kind != pixel::Kind::Formula) bench(PictureRecipe(info));
    bench(PictureRecipe::parse("fbm/1 octaves=8"));
}

}  // namespace fretsaw::bench
