// Strips of rows in parallel, then the seams between them.
// No rules here.
#include "core/cpu/MaskCleaning.h"

#include <algorithm>
#include <cstring>

namespace fretsaw::cpu {
namespace {

constexpr int kStripRows = 32;

/// use(begin, end, object) for each run of a row of a mask, from left to right.
template <typename Use>
void forRuns(const std::uint8_t* row, int width, const Use& use) {
    for (int begin = 0; begin < width;) {
        const bool object = row[begin] != 0;
        const void* other =
            std::memchr(row + begin, object ? 0 : 255, static_cast<std::size_t>(width - begin));
        const int end =
            other != nullptr ? static_cast<int>(static_cast<const std::uint8_t*>(other) - row) : width;
        use(begin, end, object);
        begin = end;
    }
}

/// The parts of a mask, joined. False: stopped.
bool findParts(ImageView<const std::uint8_t> mask, MaskParts& parts, const Parallel& parallel,
               const std::stop_token& stop) {
    const int width = mask.width(), height = mask.height();
    parallel.forRanges(height, kStripRows, [&](std::int64_t begin, std::int64_t end) {
        if (stop.stop_requested()) return;
        for (auto y = static_cast<int>(begin); y < end; ++y) {
            std::uint32_t count = 0;
            forRuns(mask.row(y), width, [&](int, int, bool) { ++count; });
            parts.setRunCount(y, count);
        }
    });
    if (stop.stop_requested()) return false;
    parts.allocate();
    const auto fill = [&](int y, std::span<MaskRun> runs) {
        MaskRun* run = runs.data();
        forRuns(mask.row(y), width, [&](int begin, int, bool object) {
            run->begin = static_cast<std::uint32_t>(begin) & 0x7fffffffu;
            run->object = object ? 1 : 0;
            ++run;
        });
    };
    return joinParts(parts, height, fill, parallel, stop);
}

/// The mask with the parts that change on their other side.
Image<std::uint8_t> changedMask(ImageView<const std::uint8_t> mask, MaskParts& parts,
                                const Parallel& parallel) {
    auto changed = Image<std::uint8_t>::uninitialized(mask.size());
    parallel.forRows(mask.height(), [&](int y) {
        std::uint8_t* row = changed.row(y);
        std::copy_n(mask.row(y), mask.width(), row);
        const auto runs = parts.row(y);
        for (std::size_t i = 0; i < runs.size(); ++i) {
            if (!parts.changesSide(runs[i])) continue;
            const auto end =
                i + 1 < runs.size() ? runs[i + 1].begin : static_cast<std::uint32_t>(mask.width());
            std::fill(row + runs[i].begin, row + end,
                      runs[i].object != 0 ? std::uint8_t{0} : std::uint8_t{255});
        }
    });
    return changed;
}

}  // namespace

bool joinParts(MaskParts& parts, int height, const std::function<void(int y, std::span<MaskRun> runs)>& fill,
               const Parallel& parallel, const std::stop_token& stop) {
    parallel.forRanges(height, kStripRows, [&](std::int64_t begin, std::int64_t end) {
        if (stop.stop_requested()) return;
        for (auto y = static_cast<int>(begin); y < end; ++y) {
            fill(y, parts.row(y));
            parts.separate(y);
            if (y > begin) parts.join(y);
        }
    });
    for (int y = kStripRows; y < height && !stop.stop_requested(); y += kStripRows) parts.join(y);
    return !stop.stop_requested();
}

std::optional<CleanMask> cleanMask(const std::shared_ptr<const Mask>& mask, ImageView<const Label> labels,
                                   const CleanUp& rules, const Parallel& parallel,
                                   const std::stop_token& stop) {
    const ImageView<const std::uint8_t> pixels = mask->view();
    MaskParts parts(pixels.size());
    if (!findParts(pixels, parts, parallel, stop)) return std::nullopt;
    const auto hasSureLabel = [&](int y, std::int64_t, int begin, int end, bool object) {
        const auto wanted = static_cast<int>(object ? Label::SureForeground : Label::SureBackground);
        return std::memchr(labels.row(y) + begin, wanted, static_cast<std::size_t>(end - begin)) != nullptr;
    };
    if (!parts.choose(rules, hasSureLabel, stop)) return std::nullopt;
    if (parts.cleaned() == 0) return CleanMask{mask, parts.foreground(), 0, {}};
    auto changed = hostFrame(changedMask(pixels, parts, parallel));
    return CleanMask{std::move(changed), parts.foreground(), parts.cleaned(), parts.where()};
}

}  // namespace fretsaw::cpu
