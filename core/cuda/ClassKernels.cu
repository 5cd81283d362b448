// Pixels in a grid-stride loop: all of core/pixel's maths of classes, one pixel a thread.
// Sums are integers, so their order does not matter.
#include "core/cuda/ClassKernels.h"

#include "core/cuda/GridWrite.cuh"
#include "core/cuda/Moments.cuh"
#include "core/cuda/PixelAccess.cuh"
#include "core/pixel/Cells.h"
#include "core/pixel/Terminal.h"
#include "core/segment/PixelRules.h"

namespace fretsaw::cuda {
namespace {

struct Costs {
    int foreground, background;
};

__device__ int costUnits(const pixel::Mixture& mixture, const DeviceCosts& costs,
                         const DeviceColour& colour) {
    if (mixture.count == 0) return 0;
    const auto a = static_cast<float>(colour.c[0]), b = static_cast<float>(colour.c[1]),
               c = static_cast<float>(colour.c[2]);
    const float nats =
        costs.bestPartOnly ? pixel::bestPartCost(mixture, a, b, c) : pixel::mixtureCost(mixture, a, b, c);
    return pixel::costUnits(nats, costs.unitsPerNat);
}

__device__ int priorUnits(const DeviceCosts& costs, Size size, int x, int y) {
    const Size cells = costs.prior.size();
    const int steps =
        costs.prior(pixel::cellOf(x, size.width, cells.width), pixel::cellOf(y, size.height, cells.height));
    return pixel::priorUnits<float>(steps, costs.unitsPerNat);
}

template <pixel::ColourSpace space>
__device__ Costs costsOf(const DeviceCosts& costs, ImageView<const PackedPixel> picture, int x, int y,
                         const LinearTable& linear) {
    const DeviceColour colour = readColour<space>(picture(x, y), linear);
    Costs of{costUnits(costs.mixtures.foreground, costs, colour),
             costUnits(costs.mixtures.background, costs, colour)};
    if (!costs.prior.empty()) of.foreground -= priorUnits(costs, picture.size(), x, y);
    return of;
}

/// Filled where the space needs it.
template <pixel::ColourSpace space>
__device__ void fillTable(LinearTable& linear) {
    if (space != pixel::ColourSpace::Rgb) linear.fill();
    __syncthreads();
}

template <pixel::ColourSpace space>
__global__ void __launch_bounds__(kBlockThreads)
    terminalsKernel(const __grid_constant__ DevicePlanes planes, const __grid_constant__ DeviceCosts costs,
                    Rect where, ImageView<const Label> newLabels, const __grid_constant__ Grid grid,
                    SolveState* state, std::int64_t* constant) {
    __shared__ LinearTable linear;
    fillTable<space>(linear);
    std::int64_t sum = 0;
    bool changed = false;
    forPixels(where, [&](int x, int y, bool inside) {
        if (!inside) return;
        const Costs cost = costsOf<space>(costs, planes.picture, x, y, linear);
        Label& label = planes.labels(x, y);
        if (!newLabels.empty()) {
            sum -= pixel::leastCost(static_cast<int>(label), cost.foreground, cost.background);
            label = newLabels(x - where.x, y - where.y);
        }
        sum += pixel::leastCost(static_cast<int>(label), cost.foreground, cost.background);
        changed |=
            writeTerminal(grid, grid.index(x, y),
                          pixel::terminalOf(static_cast<int>(label), cost.foreground, cost.background));
    });
    if (changed) markChanged(state);
    addOverBlock(sum, constant);
}

/// Counts what becomes of this thread's pixels.
struct MaskCounter {
    MaskCounts counts;

    __device__ void count(Size picture, int x, int y, bool was, bool is) {
        counts.foreground += is;
        if (was == is) return;
        ++counts.pixels;
        counts.fromRight = max(counts.fromRight, picture.width - x);
        counts.fromBottom = max(counts.fromBottom, picture.height - y);
        counts.fromLeft = max(counts.fromLeft, x + 1);
        counts.fromTop = max(counts.fromTop, y + 1);
    }
    /// All threads of the block must call.
    __device__ void addTo(MaskCounts* all) const {
        addOverBlock(counts.pixels, &all->pixels);
        addOverBlock(counts.foreground, &all->foreground);
        __shared__ int farthest[4];
        if (threadIdx.x < 4) farthest[threadIdx.x] = 0;
        __syncthreads();
        const int mine[4] = {counts.fromRight, counts.fromBottom, counts.fromLeft, counts.fromTop};
        for (int i = 0; counts.pixels > 0 && i < 4; ++i) atomicMax(farthest + i, mine[i]);
        __syncthreads();
        int* const to[4] = {&all->fromRight, &all->fromBottom, &all->fromLeft, &all->fromTop};
        if (threadIdx.x == 0 && farthest[0] > 0)
            for (int i = 0; i < 4; ++i) atomicMax(to[i], farthest[i]);
    }
};

/// A rule without what it costs.
struct BareRule {
    UnlabelledRule::Kind kind;
    int threshold;
    bool probableToo;
};

template <pixel::ColourSpace space>
__global__ void __launch_bounds__(kBlockThreads)
    startMaskKernel(const __grid_constant__ DevicePlanes planes, BareRule rule,
                    const __grid_constant__ DeviceCosts costs, Rect where, MaskCounts* counts) {
    __shared__ LinearTable linear;
    fillTable<space>(linear);
    MaskCounter counter;
    forPixels(where, [&](int x, int y, bool inside) {
        if (!inside) return;
        int score = 0;
        if (rule.kind == UnlabelledRule::Kind::Score) {
            const Costs cost = costsOf<space>(costs, planes.picture, x, y, linear);
            score = cost.background - cost.foreground;
        }
        std::uint8_t& mask = planes.mask(x, y);
        const bool was = mask != 0;
        const bool is =
            startsInside(rule.kind, rule.probableToo, rule.threshold, planes.labels(x, y), was, score);
        counter.count(planes.picture.size(), x, y, was, is);
        mask = is ? 255 : 0;
    });
    counter.addTo(counts);
}

__global__ void __launch_bounds__(kBlockThreads)
    takeMaskKernel(const __grid_constant__ Grid grid, ImageView<std::uint8_t> mask, MaskCounts* counts) {
    MaskCounter counter;
    forPixels(mask.bounds(), [&](int x, int y, bool inside) {
        if (!inside) return;
        std::uint8_t& pixel = mask(x, y);
        const bool is = grid.label[grid.index(x, y)] == kUnreachable;
        counter.count(mask.size(), x, y, pixel != 0, is);
        pixel = is ? 255 : 0;
    });
    counter.addTo(counts);
}

constexpr int kSlots = 2 * pixel::kMaxComponents;  ///< components of the foreground, then of the background
static_assert(sizeof(ClassSums) == kSlots * sizeof(ColourSums));

template <pixel::ColourSpace space>
__global__ void __launch_bounds__(kBlockThreads)
    sumsKernel(const __grid_constant__ DevicePlanes planes, const __grid_constant__ ClassMixtures mixtures,
               bool weighted, Rect where, ClassSums* sums) {
    __shared__ LinearTable linear;
    __shared__ BlockMoments<kSlots> moments;
    moments.clear();
    fillTable<space>(linear);
    forPixels(where, [&](int x, int y, bool inside) {
        const DeviceColour colour = readColour<space>(planes.picture(x, y), linear);
        const bool foreground = planes.mask(x, y) != 0;
        const auto a = static_cast<float>(colour.c[0]), b = static_cast<float>(colour.c[1]),
                   c = static_cast<float>(colour.c[2]);
        int slot = 0;
        if (__any_sync(kWholeWarp, foreground))
            slot = pixel::bestPart(mixtures.foreground, weighted, a, b, c);
        if (__any_sync(kWholeWarp, !foreground)) {
            const int part = pixel::bestPart(mixtures.background, weighted, a, b, c);
            if (!foreground) slot = pixel::kMaxComponents + part;
        }
        moments.add(colour, inside ? slot : -1);
    });
    moments.addTo(reinterpret_cast<ColourSums*>(sums));
}

}  // namespace

void setTerminals(const Context& context, const DevicePlanes& planes, const DeviceCosts& costs, Rect where,
                  ImageView<const Label> newLabels, const Grid& grid, SolveState* state,
                  std::int64_t* constant) {
    withSpace(costs.mixtures.space, [&](auto chosen) {
        launch(context, terminalsKernel<chosen.value>, blocksOverPixels(context, where), kBlockThreads,
               planes, costs, where, newLabels, grid, state, constant);
    });
}

void startMask(const Context& context, const DevicePlanes& planes, const UnlabelledRule& rule,
               const DeviceCosts& costs, Rect where, MaskCounts* counts) {
    const BareRule bare{rule.kind, rule.threshold, rule.probableToo};
    withSpace(costs.mixtures.space, [&](auto chosen) {
        launch(context, startMaskKernel<chosen.value>, blocksOverPixels(context, where), kBlockThreads,
               planes, bare, costs, where, counts);
    });
}

void takeMask(const Context& context, const Grid& grid, ImageView<std::uint8_t> mask, MaskCounts* counts) {
    launch(context, takeMaskKernel, blocksOverPixels(context, mask.bounds()), kBlockThreads, grid, mask,
           counts);
}

void addSums(const Context& context, const DevicePlanes& planes, const ClassMixtures& mixtures, bool weighted,
             Rect where, ClassSums* sums) {
    withSpace(mixtures.space, [&](auto chosen) {
        launch(context, sumsKernel<chosen.value>, blocksOverPixels(context, where), kBlockThreads, planes,
               mixtures, weighted, where, sums);
    });
}

}  // namespace fretsaw::cuda
