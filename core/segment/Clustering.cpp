// Orchard–Bouman splitting, k-means++ and Lloyd's rounds on sampled colours.
// Integer sums and IEEE + − × ÷ √ only, so that every machine finds the same groups.
#include "core/segment/Clustering.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace fretsaw {
namespace {

constexpr int kLloydRounds = 10;

using Point = pixel::Centre;

Point meanOf(const ColourSums& s) {
    const double n = static_cast<double>(s.count);
    return {static_cast<double>(s.sum[0]) / n, static_cast<double>(s.sum[1]) / n,
            static_cast<double>(s.sum[2]) / n};
}

Point pointOf(Colour colour) {
    return {double(colour.c[0]), double(colour.c[1]), double(colour.c[2])};
}

/// The direction in which the group is widest, and its scatter (sum of squared deviations) along it.
struct Axis {
    double scatter = 0;
    Point direction;
};

Axis widestAxis(const ColourSums& s) {
    const Point mean = meanOf(s);
    const double* m = mean.c;
    double scatter[3][3];
    for (int i = 0, at = 0; i < 3; ++i)
        for (int j = i; j < 3; ++j, ++at)
            scatter[i][j] = scatter[j][i] =
                static_cast<double>(s.square[at]) - static_cast<double>(s.count) * m[i] * m[j];

    // Squaring the matrix over and over leaves the projection on its largest eigenvector.
    double power[3][3];
    std::copy_n(&scatter[0][0], 9, &power[0][0]);
    for (int step = 0; step < 12; ++step) {
        const double trace = power[0][0] + power[1][1] + power[2][2];
        if (!(trace > 0)) return {};
        double square[3][3];
        for (int i = 0; i < 3; ++i)
            for (int j = 0; j < 3; ++j)
                square[i][j] =
                    (power[i][0] * power[0][j] + power[i][1] * power[1][j] + power[i][2] * power[2][j]) /
                    (trace * trace);
        std::copy_n(&square[0][0], 9, &power[0][0]);
    }
    int column = 0;
    for (int i = 1; i < 3; ++i)
        if (power[i][i] > power[column][column]) column = i;
    const double* v = power[column];
    const double length = std::sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
    if (!(length > 0)) return {};
    const double u[3] = {v[0] / length, v[1] / length, v[2] / length};
    Axis axis{0, {u[0], u[1], u[2]}};
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) axis.scatter += u[i] * scatter[i][j] * u[j];
    return axis;
}

/// Samples in groups, and the groups' sums. Members of a group lie side by side.
class Groups {
public:
    explicit Groups(std::span<const Colour> samples)
        : samples_(samples.begin(), samples.end()), begins_{0}, ends_{samples_.size()}, sums_(1) {
        for (const Colour& p : samples_) sums_[0].add(p);
    }
    [[nodiscard]] const std::vector<ColourSums>& sums() const { return sums_; }

    /// Makes a new group of the members of group `from` beyond the plane through `at`.
    void split(std::size_t from, Point at, Point direction) {
        ColourSums moved;
        const auto stays = [&](Colour sample) {
            const Point p = pointOf(sample);
            const double along = (p.c[0] - at.c[0]) * direction.c[0] + (p.c[1] - at.c[1]) * direction.c[1] +
                                 (p.c[2] - at.c[2]) * direction.c[2];
            if (along > 0) moved.add(sample);
            return !(along > 0);
        };
        const auto place = [this](std::size_t i) {
            return samples_.begin() + static_cast<std::ptrdiff_t>(i);
        };
        const auto middle = std::partition(place(begins_[from]), place(ends_[from]), stays);
        begins_.push_back(static_cast<std::size_t>(middle - samples_.begin()));
        ends_.push_back(std::exchange(ends_[from], begins_.back()));
        sums_[from] -= moved;
        sums_.push_back(moved);
    }

private:
    std::vector<Colour> samples_;
    std::vector<std::size_t> begins_, ends_;  ///< of the groups
    std::vector<ColourSums> sums_;
};

std::vector<Point> centresOf(const std::vector<ColourSums>& sums) {
    std::vector<Point> centres;
    for (const ColourSums& s : sums)
        if (s.count > 0) centres.push_back(meanOf(s));
    return centres;
}

std::optional<std::vector<ColourSums>> lloyd(std::vector<Point> centres, const SumsByCentre& sumsByCentre,
                                             const std::stop_token& stop) {
    std::vector<ColourSums> groups;
    for (int round = 0; round < kLloydRounds; ++round) {
        if (stop.stop_requested()) return std::nullopt;
        const SampleSums sums = sumsByCentre(centres);
        const std::vector<ColourSums> before =
            std::exchange(groups, {sums.begin(), sums.begin() + static_cast<std::ptrdiff_t>(centres.size())});
        if (groups == before) break;  // and so are the centres
        centres = centresOf(groups);
    }
    std::erase_if(groups, [](const ColourSums& s) { return s.count == 0; });
    return groups;
}

/// SplitMix64 (Steele, Lea, Flood 2014).
class Random {
public:
    explicit Random(std::uint64_t seed) : state_(seed) {}
    std::uint64_t below(std::uint64_t limit) {
        state_ += 0x9E3779B97F4A7C15u;
        std::uint64_t z = state_;
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
        z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
        return (z ^ (z >> 31)) % limit;
    }

private:
    std::uint64_t state_;
};

std::int64_t squaredDistance(Colour p, Colour q) {
    std::int64_t sum = 0;
    for (int i = 0; i < 3; ++i) sum += (p.c[i] - q.c[i]) * (p.c[i] - q.c[i]);
    return sum;
}

}  // namespace

std::optional<std::vector<ColourSums>> clusterBySplitting(std::span<const Colour> samples, int clusters,
                                                          const SumsByCentre& sumsByCentre,
                                                          std::stop_token stop) {
    if (samples.empty()) return std::vector<ColourSums>{};
    Groups groups(samples);
    while (static_cast<int>(groups.sums().size()) < clusters) {
        if (stop.stop_requested()) return std::nullopt;
        std::size_t widest = 0;
        Axis along;
        for (std::size_t k = 0; k < groups.sums().size(); ++k)
            if (const Axis axis = widestAxis(groups.sums()[k]); axis.scatter > along.scatter)
                along = axis, widest = k;
        // Less than one unit of one channel in one pixel is rounding: every group has one colour.
        if (along.scatter < 0.25) break;
        groups.split(widest, meanOf(groups.sums()[widest]), along.direction);
    }
    return lloyd(centresOf(groups.sums()), sumsByCentre, stop);
}

std::optional<std::vector<ColourSums>> clusterBySeed(std::span<const Colour> samples, int clusters,
                                                     std::uint64_t seed, const SumsByCentre& sumsByCentre,
                                                     std::stop_token stop) {
    if (samples.empty()) return std::vector<ColourSums>{};
    Random random(seed);
    std::vector<Colour> chosen{samples[random.below(samples.size())]};
    std::vector<std::int64_t> distance(samples.size());
    while (static_cast<int>(chosen.size()) < clusters) {
        if (stop.stop_requested()) return std::nullopt;
        std::int64_t total = 0;
        for (std::size_t i = 0; i < samples.size(); ++i) {
            const std::int64_t d = squaredDistance(samples[i], chosen.back());
            distance[i] = chosen.size() == 1 ? d : std::min(distance[i], d);
            total += distance[i];
        }
        if (total == 0) break;  // fewer colours than clusters
        auto left = static_cast<std::int64_t>(random.below(static_cast<std::uint64_t>(total)));
        std::size_t pick = 0;
        while (left >= distance[pick]) left -= distance[pick++];
        chosen.push_back(samples[pick]);
    }
    std::vector<Point> centres;
    std::transform(chosen.begin(), chosen.end(), std::back_inserter(centres), pointOf);
    return lloyd(std::move(centres), sumsByCentre, stop);
}

}  // namespace fretsaw
