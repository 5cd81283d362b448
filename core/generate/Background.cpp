// Sizes and places of backgrounds, and tiles side by side.
// No pixel is computed here.
#include "core/generate/Background.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/generate/Formula.h"
#include "core/pixel/Numbers.h"

namespace fretsaw {
namespace {

constexpr std::int64_t kKeptTilePixels = 1 << 20;  // 12 MiB

int floorMod(int at, int period) {
    return (at % period + period) % period;
}

int wholeEdge(double pixels) {
    if (!(pixels <= kLargestPicture))
        throw InvalidArgument("At this scale the background would have more than " +
                              std::to_string(kLargestPicture) + " pixels along a side.");
    return std::max(1, static_cast<int>(std::lround(pixels)));
}

/// sRGB of an amount of light, limited to 0 … 1 (IEC 61966-2-1); NaN is black.
float srgbOf(float light) {
    if (!(light > 0)) return 0;
    if (light >= 1) return 1;
    return light <= 0.0031308f ? light * 12.92f : 1.055f * pixel::power(light, 1 / 2.4f) - 0.055f;
}

}  // namespace

Background standardBackground() {
    return {PictureRecipe(*generatorNamed("backdrop"))};
}

bool readsDocument(const PictureRecipe& recipe) {
    if (!recipe.formula()) return false;
    const FormulaProgram& program = recipe.formula()->program();
    return program.readsPhoto || program.readsMask || program.readsDistance;
}

Placement placementOf(const Background& b, Size photo) {
    const auto isWithin = [](double v, double low, double high) { return v >= low && v <= high; };
    if (!isWithin(b.scale, Background::kLeastScale, Background::kMostScale))
        throw InvalidArgument("The background's scale must be 0.01 to 100.");
    if (!isWithin(b.offsetX, -1, 1) || !isWithin(b.offsetY, -1, 1))
        throw InvalidArgument("The background's offset must be -1 to 1.");
    const Size own = b.size.empty() ? photo : b.size;
    const double across = static_cast<double>(photo.width) / own.width,
                 down = static_cast<double>(photo.height) / own.height;
    double scaleX = b.scale, scaleY = b.scale;
    switch (b.fit) {
        case Fit::Stretch:
            scaleX *= across;
            scaleY *= down;
            break;
        case Fit::Cover:
            scaleX *= std::max(across, down);
            scaleY = scaleX;
            break;
        case Fit::Contain:
            scaleX *= std::min(across, down);
            scaleY = scaleX;
            break;
        case Fit::Tile:
            break;
    }
    const Size picture{wholeEdge(own.width * scaleX), wholeEdge(own.height * scaleY)};
    const bool repeats = b.fit == Fit::Tile;
    const auto begin = [&](int picturePx, int photoPx, double offset) {
        const int middle = repeats ? 0 : (picturePx - photoPx) / 2;
        return middle - static_cast<int>(std::lround(offset * photoPx));
    };
    return {picture,
            {begin(picture.width, photo.width, b.offsetX), begin(picture.height, photo.height, b.offsetY),
             photo.width, photo.height},
            repeats};
}

Placement reduced(const Placement& placement, int divisor) {
    const auto edge = [divisor](int pixels) { return std::max(1, (pixels + divisor / 2) / divisor); };
    const auto begin = [divisor](int at) { return (at - floorMod(at, divisor)) / divisor; };
    const auto count = [divisor](int pixels) { return (pixels + divisor - 1) / divisor; };
    const auto& [picture, region, repeats] = placement;
    return {{edge(picture.width), edge(picture.height)},
            {begin(region.x), begin(region.y), count(region.width), count(region.height)},
            repeats};
}

bool PlacedPicture::keepsTile() const {
    return placement_.repeats && placement_.picture.area() <= kKeptTilePixels;
}

std::int64_t PlacedPicture::cost() const {
    return keepsTile() ? std::min(placement_.picture.area(), placement_.region.area())
                       : placement_.region.area();
}

bool PlacedPicture::renderInto(Rect part, ImageView<Rgb32f> pixels, const std::stop_token& stop,
                               const Progress& progress) {
    const Rect wanted{placement_.region.x + part.x, placement_.region.y + part.y, part.width, part.height};
    const bool done = placement_.repeats ? renderTiles(wanted, pixels, stop)
                                         : generator_.renderInto(recipe_, placement_.picture, wanted, pixels,
                                                                 stop, progress);
    if (done && isRaw(recipe_))
        for (int y = 0; y < pixels.height(); ++y)
            for (int x = 0; x < pixels.width(); ++x) {
                Rgb32f& p = pixels(x, y);
                p = {srgbOf(p.r), srgbOf(p.g), srgbOf(p.b)};
            }
    return done;
}

bool PlacedPicture::renderTiles(Rect part, ImageView<Rgb32f> pixels, const std::stop_token& stop) {
    const Size tile = placement_.picture;
    if (keepsTile() && tile_.empty()) {
        auto whole = generator_.render(recipe_, tile, Rect::of(tile), stop);
        if (!whole) return false;
        tile_ = *std::move(whole);
    }
    for (int top = 0, rows = 0; top < part.height; top += rows) {
        const int y = floorMod(part.y + top, tile.height);
        rows = std::min(part.height - top, tile.height - y);
        for (int left = 0, columns = 0; left < part.width; left += columns) {
            const int x = floorMod(part.x + left, tile.width);
            columns = std::min(part.width - left, tile.width - x);
            const ImageView<Rgb32f> to = pixels.sub({left, top, columns, rows});
            const Rect piece{x, y, columns, rows};
            if (tile_.empty()) {
                if (!generator_.renderInto(recipe_, tile, piece, to, stop)) return false;
                continue;
            }
            const auto from = std::as_const(tile_).view().sub(piece);
            for (int row = 0; row < rows; ++row) std::copy_n(from.row(row), columns, to.row(row));
        }
    }
    return true;
}

}  // namespace fretsaw
