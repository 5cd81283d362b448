// Bands of a picture.
// The pixels are the Generator's.
#include "core/generate/Bands.h"

#include <algorithm>

namespace fretsaw {
namespace {

constexpr std::int64_t kBandPixels = 1 << 20;  // 12 MiB of floats

}  // namespace

bool renderBands(Generator& generator, const PictureRecipe& recipe, Size size, const std::stop_token& stop,
                 const Progress& progress,
                 const std::function<void(ImageView<const Rgb32f> rows, int top)>& use) {
    const int most =
        static_cast<int>(std::clamp<std::int64_t>(kBandPixels / std::max(size.width, 1), 1, 4096));
    auto band = Image<Rgb32f>::uninitialized({size.width, std::min(most, size.height)});
    for (int top = 0; top < size.height; top += most) {
        const int rows = std::min(most, size.height - top);
        const double begin = static_cast<double>(top) / size.height,
                     share = static_cast<double>(rows) / size.height;
        const ImageView<Rgb32f> pixels = band.view().sub({0, 0, size.width, rows});
        const auto part = [&](double done) { report(progress, begin + share * done); };
        if (!generator.renderInto(recipe, size, {0, top, size.width, rows}, pixels, stop, part)) return false;
        use(pixels, top);
    }
    return true;
}

}  // namespace fretsaw
