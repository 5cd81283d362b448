// Members are counted row by row first, so that each row knows which of the samples are its own.
// No models here.
#include "core/cpu/Sampling.h"

#include <algorithm>
#include <mutex>
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

std::optional<Samples> sampleSet(PixelSet set, ColourSpace space, const SetPixels& pixels, Rect where,
                                 int most, const Parallel& parallel, const std::stop_token& stop) {
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
    samples.colours.resize(static_cast<std::size_t>(count));
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
                samples.colours[static_cast<std::size_t>(i)] = colourOf(space, row[x]);
                if (++i == count) break;
                wanted = i * samples.total / count;
            }
        }
    });
    if (!done) return std::nullopt;
    return samples;
}

namespace {

constexpr std::int64_t kSamplesPerTask = 4096;

/// add(begin, end, sums) for ranges of samples; returns what all of them have added.
template <typename Add>
SampleSums sumsOf(std::int64_t count, const Parallel& parallel, const Add& add) {
    SampleSums total;
    std::mutex adding;
    parallel.forRanges(count, kSamplesPerTask, [&](std::int64_t begin, std::int64_t end) {
        SampleSums part;
        add(begin, end, part);
        const std::lock_guard lock(adding);
        for (std::size_t k = 0; k < total.size(); ++k) total[k] += part[k];
    });
    return total;
}

}  // namespace

void SampleGroups::set(std::span<const Colour> colours) {
    count_ = static_cast<std::int64_t>(colours.size());
    channels_ = Buffer<std::int16_t>::uninitialized(3 * count_);
    for (std::int64_t i = 0; i < count_; ++i)
        for (int c = 0; c < 3; ++c) channels_[c * count_ + i] = colours[static_cast<std::size_t>(i)].c[c];
}

SampleSums SampleGroups::sumsByCentre(std::span<const pixel::Centre> centres, const PixelRows& rows,
                                      const Parallel& parallel) const {
    return sumsOf(count_, parallel, [&](std::int64_t begin, std::int64_t end, SampleSums& sums) {
        rows.addSumsByCentre(centres.data(), static_cast<int>(centres.size()),
                             {channels_.data() + begin, count_}, static_cast<int>(end - begin), sums.data());
    });
}

SampleSums SampleGroups::sumsByPart(const pixel::Mixture& mixture, bool weighted, const PixelRows& rows,
                                    const Parallel& parallel) const {
    return sumsOf(count_, parallel, [&](std::int64_t begin, std::int64_t end, SampleSums& sums) {
        rows.addSums(mixture, weighted, {channels_.data() + begin, count_}, nullptr,
                     static_cast<int>(end - begin), sums.data());
    });
}

}  // namespace fretsaw::cpu
