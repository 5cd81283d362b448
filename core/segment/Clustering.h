// Groups sampled colours, to start colour models from.
// Host code on at most some ten thousand samples; no images here.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <stop_token>
#include <vector>

#include "core/segment/SegmentBackend.h"

namespace fretsaw {

/// As many pixels as a class is clustered from, at most.
inline constexpr int kMaxSamples = 65536;

/// What the samples' sums by nearest centre are: the backend's, which has the samples.
using SumsByCentre = std::function<SampleSums(std::span<const pixel::Centre> centres)>;

/// At most `clusters` groups, none empty, as their sums; fewer where there are fewer colours.
/// Orchard and Bouman 1991: the group with the largest scatter along one direction is split at its mean
/// across that direction; then ten rounds of Lloyd. Needs no random numbers. std::nullopt: stopped.
[[nodiscard]] std::optional<std::vector<ColourSums>> clusterBySplitting(std::span<const Colour> samples,
                                                                        int clusters,
                                                                        const SumsByCentre& sumsByCentre,
                                                                        std::stop_token stop);

/// The same promise by k-means++ (Arthur and Vassilvitskii 2007) and ten rounds of Lloyd, as cv::grabCut
/// starts. The same samples and seed give the same groups on every machine.
[[nodiscard]] std::optional<std::vector<ColourSums>> clusterBySeed(std::span<const Colour> samples,
                                                                   int clusters, std::uint64_t seed,
                                                                   const SumsByCentre& sumsByCentre,
                                                                   std::stop_token stop);

}  // namespace fretsaw
