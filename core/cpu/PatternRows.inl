// The one source of the rows of patterns, included once per instruction set inside a namespace of its own.
// No inline function or float template that other files use may be called here: see PixelRows.inl.

namespace {

/// kPackSize pixels. Float i of a pack of the result is channel (first + i) % 3 of pixel (first + i) / 3.
template <int kFirst, int... i>
Pack colours(const Pack rgb[3], std::integer_sequence<int, i...>) {
    const Pack redGreen = __builtin_shufflevector(
        rgb[0], rgb[1], ((kFirst + i) / 3 + ((kFirst + i) % 3 == 1 ? kPackSize : 0))...);
    return __builtin_shufflevector(redGreen, rgb[2],
                                   ((kFirst + i) % 3 == 2 ? kPackSize + (kFirst + i) / 3 : i)...);
}
void storeColours(const Pack rgb[3], Rgb32f* pixels) {
    constexpr auto kLanes = std::make_integer_sequence<int, kPackSize>();
    float* const to = &pixels->r;
    storePack(to, colours<0>(rgb, kLanes));
    storePack(to + kPackSize, colours<kPackSize>(rgb, kLanes));
    storePack(to + 2 * kPackSize, colours<2 * kPackSize>(rgb, kLanes));
}

template <pixel::Kind kKind>
void shadeRow(const pixel::Pattern& pattern, int left, int y, int count, Rgb32f* pixels) {
    const Pack row = Pack{} + static_cast<float>(y);
    for (int x = 0; x < count; x += kPackSize) {
        Pack rgb[3];
        pixel::shade<kKind>(pattern, __builtin_convertvector(laneNumbers() + (left + x), Pack), row, rgb);
        if (count - x >= kPackSize) {
            storeColours(rgb, pixels + x);
            continue;
        }
        for (int i = 0; i < count - x; ++i) pixels[x + i] = {rgb[0][i], rgb[1][i], rgb[2][i]};
    }
}

using ShadeRow = void (*)(const pixel::Pattern&, int, int, int, Rgb32f*);

template <int... kKind>
struct ShadeRows {
    static constexpr ShadeRow kOf[] = {&shadeRow<static_cast<pixel::Kind>(kKind)>...};
};
template <int kCount, int... kKind>
struct AllShadeRows : AllShadeRows<kCount - 1, kCount - 1, kKind...> {};
template <int... kKind>
struct AllShadeRows<0, kKind...> : ShadeRows<kKind...> {};

void shade(const pixel::Pattern& pattern, pixel::Kind kind, int left, int y, int count, Rgb32f* pixels) {
    AllShadeRows<pixel::kKinds>::kOf[static_cast<int>(kind)](pattern, left, y, count, pixels);
}

pixel::Surroundings<Pack> around(PlaneRows rows, int x) {
    const auto at = [x](const float* row, int dx) { return loadPack<Pack>(row + x + dx); };
    return {at(rows.middle, 0),
            at(rows.middle, -1) + at(rows.middle, 1) + at(rows.above, 0) + at(rows.below, 0),
            at(rows.above, -1) + at(rows.above, 1) + at(rows.below, -1) + at(rows.below, 1)};
}

void reactionStep(PlaneRows food, PlaneRows eater, int width, float feed, float kill, float* nextFood,
                  float* nextEater) {
    for (int x = 0; x < width; x += kPackSize) {
        Pack newFood, newEater;
        pixel::reactionStep(around(food, x), around(eater, x), feed, kill, newFood, newEater);
        storePack(nextFood + x, newFood);
        storePack(nextEater + x, newEater);
    }
}

}  // namespace

const PatternRows kPatternRows{&shade, &reactionStep};
