// A warp owns 30 columns and walks down a strip of rows; the lanes at its sides hold the neighbours' colours.
// So every colour is converted once, and neighbours are a shuffle away.
#include "core/cuda/EdgeKernels.h"

#include "core/cuda/GridWrite.cuh"
#include "core/cuda/PixelAccess.cuh"

namespace fretsaw::cuda {
namespace {

constexpr int kOwnColumns = 30, kStripRows = 16;

__device__ int squaredDifference(const DeviceColour& a, const DeviceColour& b) {
    const int d0 = a.c[0] - b.c[0], d1 = a.c[1] - b.c[1], d2 = a.c[2] - b.c[2];
    return d0 * d0 + d1 * d1 + d2 * d2;
}

__device__ DeviceColour fromLeft(const DeviceColour& own) {
    return {{__shfl_up_sync(kWholeWarp, own.c[0], 1), __shfl_up_sync(kWholeWarp, own.c[1], 1),
             __shfl_up_sync(kWholeWarp, own.c[2], 1)}};
}
__device__ DeviceColour fromRight(const DeviceColour& own) {
    return {{__shfl_down_sync(kWholeWarp, own.c[0], 1), __shfl_down_sync(kWholeWarp, own.c[1], 1),
             __shfl_down_sync(kWholeWarp, own.c[2], 1)}};
}

/// Where a warp of the grid works: 30 columns of a strip of rows.
struct Strip {
    int x;                   ///< of this lane; may lie outside the picture
    int begin, end;          ///< rows
    bool own;                ///< the lane's pixels are the warp's, and in the picture
    bool hasLeft, hasRight;  ///< the lane has a pixel, and it such neighbours
};

/// False: there is no work for this warp.
__device__ bool findStrip(Size picture, Rect rows, Strip& strip) {
    const int across = (picture.width + kOwnColumns - 1) / kOwnColumns;
    const std::int64_t warp =
        static_cast<std::int64_t>(blockIdx.x) * kBlockWarps + static_cast<int>(threadIdx.x) / 32;
    const int lane = static_cast<int>(threadIdx.x) % 32;
    const auto row = static_cast<int>(warp / across);
    strip.x = static_cast<int>(warp % across) * kOwnColumns + lane - 1;
    strip.begin = rows.y + row * kStripRows;
    strip.end = min(strip.begin + kStripRows, rows.bottom());
    const bool inPicture = strip.x >= 0 && strip.x < picture.width;
    strip.own = inPicture && lane >= 1 && lane <= kOwnColumns;
    strip.hasLeft = inPicture && strip.x > 0;
    strip.hasRight = inPicture && strip.x + 1 < picture.width;
    return strip.begin < strip.end;
}

unsigned blocksOverStrips(Size picture, Rect rows) {
    const std::int64_t across = (picture.width + kOwnColumns - 1) / kOwnColumns;
    const std::int64_t down = (rows.height + kStripRows - 1) / kStripRows;
    return blocksFor(across * down, kBlockWarps);
}

template <pixel::ColourSpace space>
__global__ void __launch_bounds__(kBlockThreads)
    contrastKernel(ImageView<const PackedPixel> picture, Rect rows, ContrastSums* sums) {
    __shared__ LinearTable linear;
    if (space != pixel::ColourSpace::Rgb) linear.fill();
    __syncthreads();
    constexpr PackedPixel kNoAlpha = 0x00FFFFFF;
    const PackedPixel first = picture(0, 0) & kNoAlpha;
    const int width = picture.width(), height = picture.height();
    std::int64_t squares = 0, otherColour = 0;
    Strip strip;
    if (findStrip(picture.size(), rows, strip)) {
        const int x = min(max(strip.x, 0), width - 1);
        PackedPixel pixel = picture(x, strip.begin);
        DeviceColour here = readColour<space>(pixel, linear);
        for (int y = strip.begin; y < strip.end; ++y) {
            if (strip.own && (pixel & kNoAlpha) != first) ++otherColour;
            const DeviceColour right = fromRight(here);
            if (strip.own && strip.hasRight) squares += squaredDifference(here, right);
            if (y + 1 == height) break;
            pixel = picture(x, y + 1);
            const DeviceColour below = readColour<space>(pixel, linear);
            const DeviceColour belowLeft = fromLeft(below), belowRight = fromRight(below);
            if (strip.own) squares += squaredDifference(here, below);
            if (strip.own && strip.hasLeft) squares += squaredDifference(here, belowLeft);
            if (strip.own && strip.hasRight) squares += squaredDifference(here, belowRight);
            here = below;
        }
    }
    addOverBlock(squares, &sums->squares);
    addOverBlock(otherColour, &sums->otherColour);
}

/// Weights of the edges from a lane's pixel to the row below.
struct WeightsDown {
    int left = 0, straight = 0, right = 0;
};

template <pixel::ColourSpace space>
__global__ void __launch_bounds__(kBlockThreads)
    weightsKernel(ImageView<const PackedPixel> picture, pixel::EdgeScale scale, Rect rows,
                  const __grid_constant__ Grid grid) {
    __shared__ LinearTable linear;
    if (space != pixel::ColourSpace::Rgb) linear.fill();
    __syncthreads();
    Strip strip;
    if (!findStrip(picture.size(), rows, strip)) return;
    const int height = picture.height(), x = min(max(strip.x, 0), picture.width() - 1);
    const auto weight = [&](bool there, float atNoDifference, const DeviceColour& a, const DeviceColour& b) {
        return there ? pixel::edgeWeight<float>(atNoDifference, scale.beta, squaredDifference(a, b)) : 0;
    };
    const auto weightsDown = [&](const DeviceColour& here, const DeviceColour& below) {
        return WeightsDown{weight(strip.hasLeft, scale.diagonal, here, fromLeft(below)),
                           weight(true, scale.straight, here, below),
                           weight(strip.hasRight, scale.diagonal, here, fromRight(below))};
    };
    DeviceColour here = readColour<space>(picture(x, strip.begin), linear);
    WeightsDown above;
    if (strip.begin > 0) above = weightsDown(readColour<space>(picture(x, strip.begin - 1), linear), here);
    for (int y = strip.begin; y < strip.end; ++y) {
        const int right = weight(strip.hasRight, scale.straight, here, fromRight(here));
        WeightsDown down;
        DeviceColour below = here;
        if (y + 1 < height) {
            below = readColour<space>(picture(x, y + 1), linear);
            down = weightsDown(here, below);
        }
        const int west = __shfl_up_sync(kWholeWarp, right, 1);
        const int northWest = __shfl_up_sync(kWholeWarp, above.right, 1);
        const int northEast = __shfl_down_sync(kWholeWarp, above.left, 1);
        std::uint16_t weights[kDirections];
        const auto set = [&](int direction, int w) { weights[direction] = static_cast<std::uint16_t>(w); };
        set(kEast, right), set(kWest, west), set(kSouth, down.straight), set(kNorth, above.straight);
        set(kSouthEast, down.right), set(kNorthWest, northWest);
        set(kSouthWest, down.left), set(kNorthEast, northEast);
        if (strip.own) writeWeights(grid, grid.index(x, y), weights);
        above = down;
        here = below;
    }
}

}  // namespace

void weighEdges(const Context& context, ImageView<const PackedPixel> picture, pixel::ColourSpace space,
                const pixel::EdgeScale& scale, Rect rows, const Grid& grid) {
    withSpace(space, [&](auto chosen) {
        launch(context, weightsKernel<chosen.value>, blocksOverStrips(picture.size(), rows), kBlockThreads,
               picture, scale, rows, grid);
    });
}

void addContrast(const Context& context, ImageView<const PackedPixel> picture, pixel::ColourSpace space,
                 Rect rows, ContrastSums* sums) {
    withSpace(space, [&](auto chosen) {
        launch(context, contrastKernel<chosen.value>, blocksOverStrips(picture.size(), rows), kBlockThreads,
               picture, rows, sums);
    });
}

}  // namespace fretsaw::cuda
