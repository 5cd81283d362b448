// A warp is a row, or a span. Rows are read 32 pixels at a time.
// No atomics: what a word needs to know is gathered by the warp that writes it.
#include "core/cuda/PixelAccess.cuh"
#include "core/cuda/RunKernels.h"

namespace fretsaw::cuda {
namespace {

__device__ std::int64_t indexOfWarp() {
    return static_cast<std::int64_t>(blockIdx.x) * kBlockWarps + threadIdx.x / 32;
}

/// Calls use(x, inside, object, starts) for all pixels of a row, the whole warp together: starts has a bit
/// for each lane whose pixel begins a run. Lanes beyond the row are not inside.
template <typename Use>
__device__ void forRow(ImageView<const std::uint8_t> mask, int y, const Use& use) {
    const int lane = static_cast<int>(threadIdx.x % 32), width = mask.width();
    const std::uint8_t* row = mask.row(y);
    bool last = row[0] == 0;  // of the pixel before: the first one always begins a run
    for (int base = 0; base < width; base += 32) {
        const int x = base + lane;
        const bool inside = x < width, object = inside && row[x] != 0;
        const unsigned objects = __ballot_sync(kWholeWarp, object), valid = __ballot_sync(kWholeWarp, inside);
        const unsigned before = objects << 1 | (last ? 1u : 0u);
        use(x, inside, object, (objects ^ before) & valid);
        last = objects >> 31 != 0;
    }
}

__global__ void __launch_bounds__(kBlockThreads)
    countRunsKernel(ImageView<const std::uint8_t> mask, std::uint32_t* counts) {
    const std::int64_t y = indexOfWarp();
    if (y >= mask.height()) return;
    std::uint32_t count = 0;
    forRow(mask, static_cast<int>(y), [&](int, bool, bool, unsigned starts) { count += __popc(starts); });
    if (threadIdx.x % 32 == 0) counts[y] = count;
}

__global__ void __launch_bounds__(kBlockThreads)
    writeRunsKernel(ImageView<const std::uint8_t> mask, ImageView<const Label> labels,
                    const std::uint32_t* firstRun, std::uint32_t* runs) {
    const std::int64_t y = indexOfWarp();
    if (y >= mask.height()) return;
    const unsigned lane = threadIdx.x % 32;
    const Label* labelRow = labels.row(static_cast<int>(y));
    std::uint32_t next = firstRun[y];
    forRow(mask, static_cast<int>(y), [&](int x, bool inside, bool object, unsigned starts) {
        const Label wanted = object ? Label::SureForeground : Label::SureBackground;
        const unsigned sure = __ballot_sync(kWholeWarp, inside && labelRow[x] == wanted);
        // The lanes from this one up to the one before the next start.
        const unsigned later = lane == 31 ? 0 : starts & (kWholeWarp << (lane + 1));
        const unsigned upTo = later == 0 ? kWholeWarp : (1u << (__ffs(later) - 1)) - 1;
        const unsigned run = upTo & (kWholeWarp << lane);
        const std::uint32_t sureHere = (sure & run) != 0 ? kRunSure : 0;
        const bool starting = (starts >> lane & 1u) != 0;
        if (lane == 0 && !starting && sureHere != 0) runs[next - 1] |= kRunSure;  // goes on from before
        if (starting) {
            const unsigned earlier = starts & ((1u << lane) - 1);
            runs[next + __popc(earlier)] =
                static_cast<std::uint32_t>(x) | (object ? kRunObject : 0) | sureHere;
        }
        next += __popc(starts);
        __syncwarp();  // the next 32 pixels may go on with a run of these
    });
}

__global__ void __launch_bounds__(kBlockThreads)
    flipSpansKernel(ImageView<std::uint8_t> mask, const Span* spans, std::int64_t count) {
    const std::int64_t i = indexOfWarp();
    if (i >= count) return;
    const Span span = spans[i];
    std::uint8_t* row = mask.row(span.y);
    for (int x = span.begin + static_cast<int>(threadIdx.x % 32); x < span.end; x += 32)
        row[x] = static_cast<std::uint8_t>(~row[x]);
}

}  // namespace

void countRuns(const Context& context, ImageView<const std::uint8_t> mask, std::uint32_t* counts) {
    launch(context, countRunsKernel, blocksFor(mask.height(), kBlockWarps), kBlockThreads, mask, counts);
}

void writeRuns(const Context& context, ImageView<const std::uint8_t> mask, ImageView<const Label> labels,
               const std::uint32_t* firstRun, std::uint32_t* runs) {
    launch(context, writeRunsKernel, blocksFor(mask.height(), kBlockWarps), kBlockThreads, mask, labels,
           firstRun, runs);
}

void flipSpans(const Context& context, ImageView<std::uint8_t> mask, const Span* spans, std::int64_t count) {
    launch(context, flipSpansKernel, blocksFor(count, kBlockWarps), kBlockThreads, mask, spans, count);
}

}  // namespace fretsaw::cuda
