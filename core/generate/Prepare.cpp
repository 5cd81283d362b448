// Recipes into lattices, matrices and gradients. Offsets are split into whole cells and a rest here, in
// double, so that kernels never see a large coordinate. No pixel is computed here.
#include "core/generate/Prepare.h"

#include <algorithm>
#include <cmath>

namespace fretsaw {
namespace {

using pixel::Kind;
using pixel::Lattice;
using pixel::Pattern;

constexpr double kFarthestOffset = 68719476736.0;  // 2³⁶ cells: a double still has 2⁻¹⁷ of a cell
constexpr double kFinestTile = 1048576;            // cells of the finest octave across a seamless picture
constexpr int kFieldMultiple = 16;

/// How a generator's lattice differs from square cells.
struct Shape {
    double across = 1, down = 1;       ///< cells a unit of scale
    int multipleX = 1, multipleY = 1;  ///< of cells, in seamless pictures
};

Shape shapeOf(const PictureRecipe& recipe) {
    switch (recipe.info().kind) {
        case Kind::Checker:
            return {1, 1, 2, 2};
        case Kind::Bricks:
            return {1.0 / static_cast<double>(recipe.value("length")), 1, 1, 2};
        case Kind::Hexagons:
            return {1, 1.1547005383792515, 1, 2};
        case Kind::Dots:
            return {1, 1, 1, recipe.value("staggered") != 0 ? 2 : 1};
        case Kind::Marble:
            return {1, 1, 2, 1};
        default:
            return {};
    }
}

bool isSimplex(const PictureRecipe& recipe) {
    const Kind kind = recipe.info().kind;
    const auto third = static_cast<float>(pixel::Basis::OpenSimplex2);
    return kind == Kind::OpenSimplex2 || recipe.value("basis") == third;
}

/// Where the lattice lies in the picture: rotation, cells a pixel, and, where it is seamless, its periods.
struct Layout {
    double cosine = 1, sine = 0;
    double cellsX = 1, cellsY = 1;  ///< a pixel, along the lattice's axes
    int periodX = 0, periodY = 0;
    double lacunarity = 2;
    bool slanted = false;                  ///< seamless stripes: base = across·(x, y), along·(x, y) instead
    double across[2] = {}, along[2] = {};  ///< cells a pixel
};

/// Cells along a side, at least one multiple.
int wholeCells(double cells, int multiple) {
    const double rounded = std::floor(cells / multiple + 0.5) * multiple;
    return static_cast<int>(std::clamp(rounded, static_cast<double>(multiple), kFinestTile));
}

/// Seamless stripes may have any direction in which whole numbers of them, and of their waves, fit along both
/// sides: those nearest to what is asked for.
void slant(Layout& layout, Size size) {
    const auto nearest = [&](double x, double y, double cells[2]) {
        double alongWidth = std::floor(x * size.width + 0.5), alongHeight = std::floor(y * size.height + 0.5);
        if (alongWidth == 0 && alongHeight == 0)
            (std::fabs(x * size.width) > std::fabs(y * size.height) ? alongWidth : alongHeight) = 1;
        cells[0] = alongWidth / size.width;
        cells[1] = alongHeight / size.height;
        return std::hypot(cells[0], cells[1]);
    };
    const double x = layout.cellsX, y = layout.cellsY;
    layout.slanted = true;
    layout.cellsX = nearest(x * layout.cosine, x * layout.sine, layout.across);
    layout.cellsY = nearest(-y * layout.sine, y * layout.cosine, layout.along);
}

Layout layoutOf(const PictureRecipe& recipe, Size size) {
    const Shape shape = shapeOf(recipe);
    const double shorter = std::min(size.width, size.height);
    const double scale = static_cast<double>(recipe.value("scale", 1));
    Layout layout;
    layout.cellsX = scale * shape.across / shorter;
    layout.cellsY = scale * shape.down / shorter;
    layout.lacunarity = static_cast<double>(recipe.value("lacunarity", 2));
    const float turns = recipe.value("rotation") / 360;
    layout.cosine = static_cast<double>(pixel::cosTurns(turns));
    layout.sine = static_cast<double>(pixel::sinTurns(turns));
    if (!recipe.tiles()) return layout;
    if (recipe.info().kind == Kind::Stripes) {
        slant(layout, size);
        layout.periodX = layout.periodY = 1;  // of the hash, which stripes have not; the origin is the corner
        return layout;
    }
    const int quarter = static_cast<int>(std::floor(turns * 4 + 0.5f)) & 3;
    layout.cosine = quarter == 0 ? 1 : quarter == 2 ? -1 : 0;
    layout.sine = quarter == 1 ? 1 : quarter == 3 ? -1 : 0;
    layout.lacunarity = std::floor(layout.lacunarity + 0.5);
    const int alongX = quarter % 2 == 0 ? size.width : size.height;
    const int alongY = quarter % 2 == 0 ? size.height : size.width;
    layout.periodX = wholeCells(layout.cellsX * alongX, shape.multipleX);
    layout.periodY = wholeCells(layout.cellsY * alongY, shape.multipleY);
    layout.cellsX = static_cast<double>(layout.periodX) / alongX;
    layout.cellsY = static_cast<double>(layout.periodY) / alongY;
    return layout;
}

struct Cells {
    double x = 0, y = 0;
};

/// Whole cells and the rest of an offset; the cells modulo the period, or modulo 2³², as hashes see them.
void split(double offset, int period, int& cell, float& rest) {
    const double whole = std::floor(offset);
    rest = static_cast<float>(offset - whole);
    const auto cells = static_cast<std::int64_t>(whole);
    if (period == 0) {
        cell = static_cast<int>(static_cast<std::uint32_t>(cells));
    } else {
        cell = static_cast<int>((cells % period + period) % period);
        while (rest >= 1) rest -= 1, cell = (cell + 1) % period;
    }
}

/// offset: of the base lattice, in its cells.
Lattice latticeOf(const Layout& layout, double frequency, Cells offset, std::uint32_t seed, bool shifted,
                  bool simplex) {
    Lattice lattice;
    lattice.frequency = static_cast<float>(frequency);
    lattice.seed = seed;
    const double finest = frequency * std::max(layout.periodX, layout.periodY);
    if (finest > kFinestTile)
        throw InvalidArgument(
            "The pattern is too fine to be seamless: use fewer octaves or a smaller scale.");
    lattice.periodX = static_cast<int>(layout.periodX * frequency);
    lattice.periodY = static_cast<int>(layout.periodY * frequency);
    if (lattice.periodX > 0) lattice.perPeriodX = 1.0f / static_cast<float>(lattice.periodX);
    if (lattice.periodY > 0) lattice.perPeriodY = 1.0f / static_cast<float>(lattice.periodY);
    Cells moved{offset.x * frequency, offset.y * frequency};
    if (std::max(std::fabs(moved.x), std::fabs(moved.y)) > kFarthestOffset)
        throw InvalidArgument("The offset is too far out for so fine a pattern.");
    if (simplex) {
        constexpr double kSkew = 0.3660254037844386;
        const double skew = (moved.x + moved.y) * kSkew;
        moved = {moved.x + skew, moved.y + skew};
    }
    if (shifted) {  // lattices of successive octaves must not line up
        moved.x += static_cast<double>(pixel::derivedSeed(seed, 1)) / 4294967296.0;
        moved.y += static_cast<double>(pixel::derivedSeed(seed, 2)) / 4294967296.0;
    }
    split(moved.x, lattice.periodX, lattice.cellX, lattice.restX);
    split(moved.y, lattice.periodY, lattice.cellY, lattice.restY);
    return lattice;
}

pixel::Gradient gradientOf(const std::vector<ColourStop>& stops) {
    const auto channel = [](std::uint32_t rgb, int c) {
        return static_cast<float>(rgb >> (16 - 8 * c) & 255) / 255.0f;
    };
    pixel::Gradient gradient;
    for (int c = 0; c < 3; ++c) gradient.first[c] = channel(stops[0].rgb, c);
    for (std::size_t i = 1; i < stops.size(); ++i) {
        auto& step = gradient.step[gradient.steps++];
        const float width = stops[i].position - stops[i - 1].position;
        step.from = stops[i - 1].position;
        step.perUnit = width > 1e-6f ? 1 / width : 1e6f;  // two colours at one place: a hard edge
        for (int c = 0; c < 3; ++c) step.change[c] = channel(stops[i].rgb, c) - channel(stops[i - 1].rgb, c);
    }
    return gradient;
}

void checkSizes(Size size, Rect region) {
    if (size.empty() || size.width > kLargestPicture || size.height > kLargestPicture)
        throw InvalidArgument("A picture has 1 to 65536 pixels along each side.");
    const auto far = [](std::int64_t at) { return at < -kFarthestPixel || at > kFarthestPixel; };
    if (region.empty() || far(region.x) || far(region.y) || far(std::int64_t{region.x} + region.width) ||
        far(std::int64_t{region.y} + region.height))
        throw InvalidArgument("The region is empty or too far from the picture.");
}

/// The octaves of noise, and the lattices that warp.
void setLattices(const PictureRecipe& recipe, const Layout& layout, Cells offset, Pattern& p) {
    pixel::Octaves& octaves = p.octaves;
    const Kind kind = recipe.info().kind;
    octaves.count = kind == Kind::Film ? 2 : static_cast<int>(recipe.value("octaves", 1));
    octaves.gain = recipe.value("gain", 0.5f);
    float amplitude = 1, sum = 0;
    double frequency = 1;
    for (int k = 0; k < octaves.count; ++k) {
        const auto seed = pixel::derivedSeed(recipe.seed(), static_cast<unsigned>(k));
        octaves.lattice[k] = latticeOf(layout, frequency, offset, seed, k > 0, isSimplex(recipe));
        sum += amplitude;
        amplitude *= octaves.gain;
        frequency *= layout.lacunarity;
    }
    octaves.scale = 1 / sum;
    frequency = 1;
    for (int k = 0; k < pixel::kWarpOctaves; ++k, frequency *= 2) {
        const auto seed = pixel::derivedSeed(recipe.seed(), static_cast<unsigned>(64 + k));
        p.warpLattice[k] = latticeOf(layout, frequency, offset, seed, true, false);
    }
}

std::string wholeStripes(double count) {
    return std::to_string(std::lround(std::fabs(count)));
}

/// Throws where coordinates inside the picture would be too large for floats.
void checkReach(const Pattern& p, const Layout& layout, Rect region) {
    const double farthest = std::max(
        {std::abs(region.x), std::abs(region.y), std::abs(region.right()), std::abs(region.bottom())});
    const double finest = static_cast<double>(p.octaves.lattice[p.octaves.count - 1].frequency) *
                          std::max(layout.cellsX, layout.cellsY);
    if (layout.periodX == 0 && farthest * finest * 2 > pixel::kFarthestCell)
        throw InvalidArgument("The pattern is too fine, or the region too far from the picture.");
}

/// The pattern of a simulation is its field, stretched over the picture.
void setField(const PictureRecipe& recipe, Size size, Pattern& p) {
    const SimulationPlan plan = simulationPlan(recipe, size);
    if (simulationBytes(plan) > kLargestSimulation)
        throw InvalidArgument("The simulation would take " + std::to_string(simulationBytes(plan) >> 20) +
                              " MiB; at most " + std::to_string(kLargestSimulation >> 20) +
                              " MiB are allowed. Use fewer cells.");
    p.field.width = plan.width;
    p.field.height = plan.height;
    p.field.stride = plan.width + 2;
    p.xx = static_cast<float>(plan.width) / static_cast<float>(size.width);
    p.yy = static_cast<float>(plan.height) / static_cast<float>(size.height);
    // The offset as a shift of the origin, less whole pictures: the field repeats with the picture.
    const double shorter = std::min(size.width, size.height);
    p.originX =
        static_cast<float>(std::fmod(static_cast<double>(recipe.value("offset-x")) * shorter, size.width));
    p.originY =
        static_cast<float>(std::fmod(static_cast<double>(recipe.value("offset-y")) * shorter, size.height));
}

}  // namespace

std::optional<Image<Rgb32f>> Generator::render(const PictureRecipe& recipe, Size size, Rect region,
                                               const std::stop_token& stop, const Progress& progress) {
    checkSizes(size, region);  // before memory is taken
    auto image = Image<Rgb32f>::uninitialized(region.size());
    if (!renderInto(recipe, size, region, image.view(), stop, progress)) return std::nullopt;
    return image;
}

bool isRaw(const PictureRecipe& recipe) {
    return (recipe.info().kind == Kind::Product && recipe.value("auto") == 0) || recipe.value("raw") != 0;
}

std::uint64_t workingBytes(const PictureRecipe& recipe, Size size) {
    if (recipe.info().kind != Kind::Reaction || size.empty()) return 0;
    return simulationBytes(simulationPlan(recipe, size));
}

std::vector<std::string> tilingChanges(const PictureRecipe& recipe, Size size) {
    std::vector<std::string> changes;
    if (!recipe.tiles() || size.empty()) return changes;
    const Layout layout = layoutOf(recipe, size);
    if (layout.slanted) {
        const double asked = static_cast<double>(recipe.value("scale")) / std::min(size.width, size.height);
        const auto differ = [](double a, double b) { return std::fabs(a - b) > 1e-6 * std::fabs(a) + 1e-9; };
        if (differ(asked * layout.cosine, layout.across[0]) || differ(asked * layout.sine, layout.across[1]))
            changes.push_back("The stripes are rounded to " + wholeStripes(layout.across[0] * size.width) +
                              " along the width and " + wholeStripes(layout.across[1] * size.height) +
                              " along the height.");
        return changes;
    }
    const double quarters = static_cast<double>(recipe.value("rotation")) / 90;
    if (quarters != std::floor(quarters)) changes.push_back("The rotation is rounded to quarter turns.");
    if (recipe.info().has("scale")) {
        const double shorter = std::min(size.width, size.height);
        const Shape shape = shapeOf(recipe);
        const double scale = static_cast<double>(recipe.value("scale")) / shorter;
        const bool same = std::fabs(layout.cellsX / (scale * shape.across) - 1) < 1e-6 &&
                          std::fabs(layout.cellsY / (scale * shape.down) - 1) < 1e-6;
        if (!same)
            changes.push_back("The scale is rounded to " + std::to_string(layout.periodX) + " × " +
                              std::to_string(layout.periodY) + " whole cells.");
    }
    if (recipe.info().has("lacunarity") &&
        layout.lacunarity != static_cast<double>(recipe.value("lacunarity")))
        changes.push_back("The lacunarity is rounded to " +
                          std::to_string(static_cast<int>(layout.lacunarity)) + ".");
    return changes;
}

Pattern preparePattern(const PictureRecipe& recipe, Size size, Rect region) {
    checkSizes(size, region);
    if (recipe.tiles() && isSimplex(recipe))
        throw InvalidArgument(
            "OpenSimplex2 noise cannot be tiled: its triangular lattice has no period that "
            "fits a rectangle. Choose another basis.");
    const Layout layout = layoutOf(recipe, size);
    const double shorter = std::min(size.width, size.height);
    Pattern p;
    p.width = size.width;
    p.height = size.height;
    p.originX = layout.periodX > 0 ? 0 : 0.5f * static_cast<float>(size.width);
    p.originY = layout.periodY > 0 ? 0 : 0.5f * static_cast<float>(size.height);
    p.xx = static_cast<float>(layout.cellsX * layout.cosine);
    p.xy = static_cast<float>(layout.cellsX * layout.sine);
    p.yx = static_cast<float>(-layout.cellsY * layout.sine);
    p.yy = static_cast<float>(layout.cellsY * layout.cosine);
    p.pixel = static_cast<float>(std::max(layout.cellsX, layout.cellsY));
    p.perPixel = static_cast<float>(1 / shorter);
    p.cosine = static_cast<float>(layout.cosine);
    p.sine = static_cast<float>(layout.sine);
    p.shiftX = recipe.value("offset-x");
    p.shiftY = recipe.value("offset-y");
    for (int i = 0; i < pixel::kMaxOwn && i < static_cast<int>(recipe.info().parameters.size()); ++i)
        p.own[i] = recipe.valueAt(i);
    p.warp = recipe.value("warp");
    p.contrast = 0.5f + 0.49f * recipe.value("contrast");
    p.bias = 0.5f + 0.49f * recipe.value("bias");
    p.turns = recipe.value("evolution");
    p.phase =
        static_cast<std::uint32_t>(static_cast<std::uint64_t>(static_cast<double>(p.turns) * 4294967296.0));
    p.raw = isRaw(recipe);
    p.gradient = gradientOf(recipe.colours());
    const double dx = static_cast<double>(p.shiftX) * shorter, dy = static_cast<double>(p.shiftY) * shorter;
    Cells offset{-layout.cellsX * (layout.cosine * dx + layout.sine * dy),
                 -layout.cellsY * (layout.cosine * dy - layout.sine * dx)};
    if (layout.slanted) {
        p.xx = static_cast<float>(layout.across[0]);
        p.xy = static_cast<float>(layout.across[1]);
        p.yx = static_cast<float>(layout.along[0]);
        p.yy = static_cast<float>(layout.along[1]);
        offset = {-(layout.across[0] * dx + layout.across[1] * dy),
                  -(layout.along[0] * dx + layout.along[1] * dy)};
    }
    setLattices(recipe, layout, offset, p);
    if (recipe.info().kind == Kind::Reaction) setField(recipe, size, p);
    if (recipe.info().kind != Kind::Formula) checkReach(p, layout, region);
    return p;
}

SimulationPlan simulationPlan(const PictureRecipe& recipe, Size size) {
    const double perPixel = static_cast<double>(recipe.value("cells")) / std::min(size.width, size.height);
    const auto cells = [&](int pixels, int multiple) {
        return std::max(1, static_cast<int>(pixels * perPixel / multiple + 0.5)) * multiple;
    };
    return {cells(size.width, kFieldMultiple),
            cells(size.height, 1),
            static_cast<int>(recipe.value("steps")),
            recipe.value("feed"),
            recipe.value("kill"),
            recipe.seed()};
}

std::uint64_t simulationBytes(const SimulationPlan& plan) {
    return static_cast<std::uint64_t>(plan.width + 2) * static_cast<std::uint64_t>(plan.height + 2) * 4 *
           sizeof(float);
}

float seededConcentration(const SimulationPlan& plan, int x, int y) {
    constexpr int kBlot = 6;  // cells; smaller ones die out
    const auto hash = [&](int cx, int cy, std::uint32_t salt) {
        return pixel::cellHash(static_cast<std::uint32_t>(cx),
                               pixel::rowHash(static_cast<std::uint32_t>(cy), plan.seed ^ salt));
    };
    if (hash(x / kBlot, y / kBlot, 0) > 0x2AAAAAAAu) return 0;  // one in six
    return 0.35f + 0.15f * static_cast<float>(hash(x, y, 0x9E3779B9u) >> 8) * (1.0f / 16777216.0f);
}

}  // namespace fretsaw
