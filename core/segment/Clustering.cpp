// Orchard–Bouman splitting, k-means++ and Lloyd's rounds on sampled colours.
// Integer sums and IEEE + − × ÷ √ only, so that every machine finds the same groups.
#include "core/segment/Clustering.h"

#include <algorithm>
#include <cmath>

namespace fretsaw {
namespace {

constexpr int kLloydRounds = 10;

struct Point {
    double a = 0, b = 0, c = 0;
};

Point meanOf(const ColourSums& s) {
    const double n = static_cast<double>(s.count);
    return {static_cast<double>(s.sum[0]) / n, static_cast<double>(s.sum[1]) / n,
            static_cast<double>(s.sum[2]) / n};
}

double squaredDistance(Point p, Point q) {
    const double a = p.a - q.a, b = p.b - q.b, c = p.c - q.c;
    return a * a + b * b + c * c;
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
    const double m[3] = {mean.a, mean.b, mean.c};
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

class Groups {
public:
    explicit Groups(std::span<const Colour> samples) : samples_(samples), of_(samples.size(), 0) {}

    [[nodiscard]] std::vector<ColourSums> sums(int count) const {
        std::vector<ColourSums> sums(static_cast<std::size_t>(count));
        for (std::size_t i = 0; i < samples_.size(); ++i) sums[of_[i]].add(samples_[i]);
        return sums;
    }

    /// Moves the members of group `from` beyond the plane through `at` into group `to`.
    void split(int from, int to, Point at, Point direction) {
        for (std::size_t i = 0; i < samples_.size(); ++i) {
            if (of_[i] != from) continue;
            const Point p = pointOf(samples_[i]);
            const double along =
                (p.a - at.a) * direction.a + (p.b - at.b) * direction.b + (p.c - at.c) * direction.c;
            if (along > 0) of_[i] = static_cast<std::uint8_t>(to);
        }
    }

    /// Every sample goes to the nearest centre, the first of equals. False: none moved.
    bool assign(const std::vector<Point>& centres) {
        bool moved = false;
        for (std::size_t i = 0; i < samples_.size(); ++i) {
            const Point p = pointOf(samples_[i]);
            std::size_t best = 0;
            double least = squaredDistance(p, centres[0]);
            for (std::size_t k = 1; k < centres.size(); ++k)
                if (const double d = squaredDistance(p, centres[k]); d < least) least = d, best = k;
            moved |= of_[i] != best;
            of_[i] = static_cast<std::uint8_t>(best);
        }
        return moved;
    }

private:
    std::span<const Colour> samples_;
    std::vector<std::uint8_t> of_;
};

std::vector<Point> centresOf(const std::vector<ColourSums>& sums) {
    std::vector<Point> centres;
    for (const ColourSums& s : sums)
        if (s.count > 0) centres.push_back(meanOf(s));
    return centres;
}

std::optional<std::vector<ColourSums>> lloyd(Groups& groups, std::vector<Point> centres,
                                             const std::stop_token& stop) {
    std::vector<ColourSums> sums;
    for (int round = 0; round < kLloydRounds; ++round) {
        if (stop.stop_requested()) return std::nullopt;
        const bool moved = groups.assign(centres);
        sums = groups.sums(static_cast<int>(centres.size()));
        centres = centresOf(sums);
        if (!moved && round > 0) break;
    }
    std::erase_if(sums, [](const ColourSums& s) { return s.count == 0; });
    return sums;
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
                                                          std::stop_token stop) {
    if (samples.empty()) return std::vector<ColourSums>{};
    Groups groups(samples);
    std::vector<ColourSums> sums = groups.sums(1);
    for (int next = 1; next < clusters; ++next) {
        if (stop.stop_requested()) return std::nullopt;
        int widest = 0;
        Axis along;
        for (int k = 0; k < next; ++k)
            if (const Axis axis = widestAxis(sums[static_cast<std::size_t>(k)]); axis.scatter > along.scatter)
                along = axis, widest = k;
        // Less than one unit of one channel in one pixel is rounding: every group has one colour.
        if (along.scatter < 0.25) break;
        groups.split(widest, next, meanOf(sums[static_cast<std::size_t>(widest)]), along.direction);
        sums = groups.sums(next + 1);
    }
    return lloyd(groups, centresOf(sums), stop);
}

std::optional<std::vector<ColourSums>> clusterBySeed(std::span<const Colour> samples, int clusters,
                                                     std::uint64_t seed, std::stop_token stop) {
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
    Groups groups(samples);
    return lloyd(groups, std::move(centres), stop);
}

}  // namespace fretsaw
