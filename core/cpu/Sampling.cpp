// Members are counted row by row first, so that each row knows which of the samples are its own.
// No models here.
#include "core/cpu/Sampling.h"

#include <algorithm>
#include <numeric>
#include <vector>

#include "core/segment/PixelRules.h"

namespace fretsaw::cpu {
namespace {

constexpr int kRowsPerTask = 16;

// Which pixels of a row belong to a set, which is known when this is compiled: 1 or 0.
template <PixelSet set>
void findMembersOf(const Label* labels, const std::uint8_t* mask, int count, std::uint8_t* member) {
    for (int x = 0; x < count; ++x) member[x] = belongs(set, labels[x], mask[x] != 0) ? 1 : 0;
}

void findMembers(PixelSet set, const Label* labels, const std::uint8_t* mask, int count,
                 std::uint8_t* member) {
    switch (set) {
        case PixelSet::LabelledForeground:
            return findMembersOf<PixelSet::LabelledForeground>(labels, mask, count, member);
        case PixelSet::LabelledBackground:
            return findMembersOf<PixelSet::LabelledBackground>(labels, mask, count, member);
        case PixelSet::Unlabelled:
            return findMembersOf<PixelSet::Unlabelled>(labels, mask, count, member);
        case PixelSet::MaskForeground:
            return findMembersOf<PixelSet::MaskForeground>(labels, mask, count, member);
        case PixelSet::MaskBackground:
            return findMembersOf<PixelSet::MaskBackground>(labels, mask, count, member);
    }
}

template <typename Body>
bool forRowRanges(const Parallel& parallel, int rows, const std::stop_token& stop, const Body& body) {
    parallel.forRanges(rows, kRowsPerTask, [&](std::int64_t begin, std::int64_t end) {
        if (!stop.stop_requested()) body(static_cast<int>(begin), static_cast<int>(end));
    });
    return !stop.stop_requested();
}

}  // namespace

std::optional<Samples> sampleSet(PixelSet set, const SetPixels& pixels, Rect where, int most,
                                 const Parallel& parallel, const std::stop_token& stop) {
    const auto findRow = [&](int y, Buffer<std::uint8_t>& member) {
        findMembers(set, pixels.labels.row(where.y + y) + where.x, pixels.mask.row(where.y + y) + where.x,
                    where.width, member.data());
    };
    std::vector<std::int64_t> before(static_cast<std::size_t>(where.height) + 1, 0);
    bool done = forRowRanges(parallel, where.height, stop, [&](int begin, int end) {
        auto member = Buffer<std::uint8_t>::uninitialized(where.width);
        for (int y = begin; y < end; ++y) {
            findRow(y, member);
            before[static_cast<std::size_t>(y) + 1] =
                std::accumulate(member.begin(), member.end(), std::int64_t{0});
        }
    });
    if (!done) return std::nullopt;
    for (std::size_t y = 1; y < before.size(); ++y) before[y] += before[y - 1];

    // The i-th sample is member ⌊i·total/count⌋ of the set.
    Samples samples;
    samples.total = before.back();
    const std::int64_t count = std::min<std::int64_t>(most, samples.total);
    samples.pixels.resize(static_cast<std::size_t>(count));
    if (count == 0) return samples;
    done = forRowRanges(parallel, where.height, stop, [&](int begin, int end) {
        auto member = Buffer<std::uint8_t>::uninitialized(where.width);
        for (int y = begin; y < end; ++y) {
            std::int64_t number = before[static_cast<std::size_t>(y)];
            std::int64_t i = (number * count + samples.total - 1) / samples.total;
            std::int64_t wanted = i * samples.total / count;
            if (i == count || wanted >= before[static_cast<std::size_t>(y) + 1]) continue;
            findRow(y, member);
            const Rgba8* row = pixels.picture.row(where.y + y) + where.x;
            for (int x = 0; x < where.width; ++x) {
                if (member[x] == 0) continue;
                if (number++ != wanted) continue;
                samples.pixels[static_cast<std::size_t>(i)] = row[x];
                if (++i == count) break;
                wanted = i * samples.total / count;
            }
        }
    });
    if (!done) return std::nullopt;
    return samples;
}

}  // namespace fretsaw::cpu
