// The one source of the rows of patterns, included once per instruction set inside a namespace of its own.
// No inline function or float template that other files use may be called here: see PixelRows.inl.

namespace {

template <pixel::Kind kKind>
void shadeRow(const pixel::Pattern& pattern, int left, int y, int count, Rgb32f* pixels) {
    const Pack row = Pack{} + static_cast<float>(y);
    for (int x = 0; x < count; x += kPackSize) {
        Pack rgb[3];
        pixel::shade<kKind>(pattern, __builtin_convertvector(laneNumbers() + (left + x), Pack), row, rgb);
        storeColours(rgb, count - x, pixels + x);
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
