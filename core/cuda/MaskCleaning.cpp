// The order of the kernels, and runs on their way.
// No rules here.
#include "core/cuda/MaskCleaning.h"

#include <algorithm>
#include <vector>

#include "core/cpu/MaskCleaning.h"
#include "core/cuda/RunKernels.h"
#include "core/image/Error.h"
#include "core/segment/MaskParts.h"

namespace fretsaw::cuda {
namespace {

constexpr std::int64_t kPixelsPerRun =
    8;  ///< with fewer a mask is noise: half a byte a pixel for runs is enough

template <typename T>
void toHost(const Context& context, T* host, const DeviceBuffer<T>& from) {
    downloadRows(context, host, from.bytes(), from.data(), from.bytes(), from.bytes(), 1);
    context.synchronize();
}

template <typename T>
DeviceBuffer<T> toDevice(const Context& context, const T* host, std::int64_t count) {
    DeviceBuffer<T> copy(context, count);
    uploadRows(context, copy.data(), copy.bytes(), host, copy.bytes(), copy.bytes(), 1);
    return copy;
}

/// Counts of all rows to `parts`, which then has room for the runs.
void countAll(const Context& context, ImageView<const std::uint8_t> mask, MaskParts& parts) {
    const DeviceBuffer<std::uint32_t> counts(context, mask.height());
    countRuns(context, mask, counts.data());
    auto host = Buffer<std::uint32_t>::uninitialized(mask.height());
    toHost(context, host.data(), counts);
    for (int y = 0; y < mask.height(); ++y) parts.setRunCount(y, host[y]);
    parts.allocate();
}

/// The words of all runs.
Buffer<std::uint32_t> readAll(const Context& context, ImageView<const std::uint8_t> mask,
                              ImageView<const Label> labels, const MaskParts& parts) {
    const auto firstRun = toDevice(context, parts.firstRun(), mask.height());
    const DeviceBuffer<std::uint32_t> runs(context, parts.runCount());
    writeRuns(context, mask, labels, firstRun.data(), runs.data());
    auto words = Buffer<std::uint32_t>::uninitialized(parts.runCount());
    toHost(context, words.data(), runs);
    return words;
}

/// The runs that change.
std::vector<Span> changesOf(MaskParts& parts, Size size) {
    std::vector<Span> spans;
    for (int y = 0; y < size.height; ++y) {
        const auto runs = parts.row(y);
        for (std::size_t i = 0; i < runs.size(); ++i) {
            if (!parts.changesSide(runs[i])) continue;
            const int end = i + 1 < runs.size() ? static_cast<int>(runs[i + 1].begin) : size.width;
            spans.push_back({y, static_cast<int>(runs[i].begin), end});
        }
    }
    return spans;
}

}  // namespace

std::optional<CleanPixels> cleanMask(const Context& context, ImageView<const std::uint8_t> mask,
                                     ImageView<Label> labels, const CleanUp& rules,
                                     const std::stop_token& stop) {
    const Size size = mask.size();
    MaskParts parts(size);
    countAll(context, mask, parts);
    const std::int64_t most = std::max<std::int64_t>(size.area() / kPixelsPerRun, 1 << 16);
    if (parts.runCount() > most) throw OutOfMemory(static_cast<std::uint64_t>(parts.runCount()) * 4);
    if (stop.stop_requested()) return std::nullopt;
    const Buffer<std::uint32_t> words = readAll(context, mask, labels, parts);

    const auto fill = [&](int y, std::span<MaskRun> runs) {
        const std::uint32_t* word = words.data() + parts.firstRun()[y];
        for (MaskRun& run : runs) {
            run.begin = *word & kRunBegin;
            run.object = (*word++ & kRunObject) != 0 ? 1 : 0;
        }
    };
    if (!cpu::joinParts(parts, size.height, fill, cpu::Parallel(), stop)) return std::nullopt;
    const auto hasSureLabel = [&](int, std::int64_t run, int, int, bool) {
        return (words[run] & kRunSure) != 0;
    };
    if (!parts.choose(rules, hasSureLabel, stop)) return std::nullopt;

    CleanPixels clean{{}, parts.foreground(), parts.cleaned(), parts.where()};
    if (clean.cleaned == 0) return clean;
    const std::vector<Span> spans = changesOf(parts, size);
    clean.changes = toDevice(context, spans.data(), static_cast<std::int64_t>(spans.size()));
    return clean;
}

}  // namespace fretsaw::cuda
