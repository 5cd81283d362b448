// The grid graph as its users see it: weights and terminals in, certified flow and canonical mask out.
// How the flow is found lives in TileSolver.
#include "core/cpu/MinCut.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <mutex>

#include "core/cpu/CutCertificate.h"
#include "core/cpu/GridPlanes.h"
#include "core/cpu/Parallel.h"
#include "core/cpu/TileFlags.h"
#include "core/cpu/TileSolver.h"
#include "core/cpu/WeightRows.h"
#include "core/image/Error.h"

namespace fretsaw::cpu {
namespace {

Size checked(Size size) {
    if (size.empty()) throw InvalidArgument("A graph needs at least one pixel.");
    return size;
}

void checkPlane(const Parallel& parallel, ImageView<const std::uint16_t> plane, Size size, int most) {
    if (plane.size() != size)
        throw InvalidArgument("A plane of edge weights does not have the size of the graph.");
    std::atomic<bool> tooLarge{false};
    parallel.forRows(size.height, [&](int y) {
        const std::uint16_t* row = plane.row(y);
        std::uint16_t largest = 0;
        for (int x = 0; x < size.width; ++x) largest = std::max(largest, row[x]);
        if (largest > most) tooLarge = true;
    });
    if (tooLarge) throw InvalidArgument("An edge weight is above " + std::to_string(most) + ".");
}

// Sum of the edge weights of each pixel: both residuals of an edge always add up to twice its
// weight.
void weightSums(const GridPlanes& planes, std::ptrdiff_t first, int count, std::int16_t* sums) {
    std::fill_n(sums, count, std::int16_t{0});
    for (int k = 0; k < kDirections; ++k) {
        const std::int16_t* out = planes.residual[k].data() + first;
        const std::int16_t* in = planes.residual[k ^ 1].data() + first + planes.step(k);
        for (int x = 0; x < count; ++x) sums[x] = static_cast<std::int16_t>(sums[x] + out[x] + in[x]);
    }
    for (int x = 0; x < count; ++x) sums[x] = static_cast<std::int16_t>(sums[x] / 2);
}

}  // namespace

struct MinCut::State {
    State(Size gridSize, int threads)
        : parallel(threads),
          planes(gridSize),
          touched(planes.layouts[0].tiles()),
          due(planes.layouts[0].tiles()),
          unread(planes.layouts[0].tiles()),
          list(Buffer<std::int32_t>::uninitialized(planes.layouts[0].tiles())),
          certificate(planes),
          narrow(planes, parallel, touched) {}

    TileSolver<std::uint16_t>::End run(const std::stop_token& stop, const Progress& progress,
                                       CutStats& stats);
    template <typename Use>
    void withLabels(const Use& use) const {
        wide ? use(wide->labels()) : use(narrow.labels());
    }
    void forgetSolution() {
        wide.reset();
        narrow.forget();
        solved = false;
    }
    bool setTerminalsOf(int tile, Rect where, ImageView<const std::int32_t> terminals);
    /// Brings the certificate up to date. False: stopped.
    bool certify(const std::stop_token& stop, CutStats& stats);

    Parallel parallel;
    GridPlanes planes;
    // Tiles of the layout without shift.
    TileFlags touched;  ///< terminals, flow or labels changed since the certificate was up to date
    TileFlags due;      ///< to be summed; none between calls
    TileFlags unread;   ///< the mask may have changed since updateMask()
    Buffer<std::int32_t> list;
    CutCertificate certificate;
    TileSolver<std::uint16_t> narrow;
    std::unique_ptr<TileSolver<std::uint32_t>> wide;  ///< once a label did not fit 16 bits
    bool solved = false;                              ///< labels belong to the present terminals
    CutStats last;
};

MinCut::MinCut(Size size, int threads) : state_(std::make_unique<State>(checked(size), threads)) {}
MinCut::~MinCut() = default;
MinCut::MinCut(MinCut&&) noexcept = default;
MinCut& MinCut::operator=(MinCut&&) noexcept = default;

bool MinCut::setWeights(const GridWeights& weights, std::stop_token stop) {
    State& s = *state_;
    GridPlanes& planes = s.planes;
    checkPlane(s.parallel, weights.right, planes.size, kMaxStraightWeight);
    checkPlane(s.parallel, weights.down, planes.size, kMaxStraightWeight);
    checkPlane(s.parallel, weights.downLeft, planes.size, kMaxDiagonalWeight);
    checkPlane(s.parallel, weights.downRight, planes.size, kMaxDiagonalWeight);
    return setWeights(
        [&weights](int begin, int end, const WeightBand& to) {
            const auto copy = [begin, end](ImageView<const std::uint16_t> from,
                                           ImageView<std::uint16_t> rows) {
                for (int y = begin; y < end; ++y) std::copy_n(from.row(y), from.width(), rows.row(y - begin));
            };
            copy(weights.right, to.right);
            copy(weights.downLeft, to.downLeft);
            copy(weights.down, to.down);
            copy(weights.downRight, to.downRight);
        },
        std::move(stop));
}

bool MinCut::setWeights(const WeightSource& source, std::stop_token stop) {
    State& s = *state_;
    s.forgetSolution();
    return fillWeights(s.planes, source, s.parallel, stop);
}

void MinCut::setTerminals(Rect where, ImageView<const std::int32_t> terminals) {
    State& s = *state_;
    GridPlanes& planes = s.planes;
    if (terminals.size() != where.size())
        throw InvalidArgument("The terminals do not have the size of their place.");
    if (where.empty()) return;
    if (where.intersected(Rect::of(planes.size)) != where)
        throw InvalidArgument("The terminals lie outside the graph.");
    const TileLayout& layout = planes.layouts[0];
    const int column = where.x / kTileSize, columns = (where.right() - 1) / kTileSize - column + 1;
    const int row = where.y / kTileSize, rows = (where.bottom() - 1) / kTileSize - row + 1;
    std::atomic<bool> changed{false};
    s.parallel.forRanges(std::int64_t{columns} * rows, 16, [&](std::int64_t begin, std::int64_t end) {
        for (std::int64_t i = begin; i < end; ++i) {
            const auto tile = static_cast<int>((row + i / columns) * layout.columns + column + i % columns);
            if (s.setTerminalsOf(tile, where, terminals)) changed = true;
        }
    });
    if (changed) s.solved = false;
}

/// True: something has changed.
bool MinCut::State::setTerminalsOf(int tile, Rect where, ImageView<const std::int32_t> terminals) {
    const TileLayout& layout = planes.layouts[0];
    const Rect part = Rect{layout.left(tile), layout.top(tile), kTileSize, kTileSize}.intersected(where);
    std::int16_t sums[kTileSize];
    std::int16_t difference = 0, gains = 0, losses = 0;  // of deficits, in the sign bit
    for (int y = part.y; y < part.bottom(); ++y) {
        const std::ptrdiff_t first = planes.index(part.x, y);
        weightSums(planes, first, part.width, sums);
        const std::int32_t* wanted = terminals.row(y - where.y) + part.x - where.x;
        std::int16_t* t = planes.terminal.data() + first;
        std::int16_t* e = planes.excess.data() + first;
        for (int x = 0; x < part.width; ++x) {
            const std::int32_t bound = sums[x] + 1;
            const auto clamped = static_cast<std::int16_t>(std::clamp(wanted[x], -bound, bound));
            const auto delta = static_cast<std::int16_t>(clamped - t[x]);
            const auto now = static_cast<std::int16_t>(e[x] + delta);
            gains |= static_cast<std::int16_t>(now & ~e[x]);
            losses |= static_cast<std::int16_t>(~now & e[x]);
            e[x] = now;
            t[x] = clamped;
            difference |= delta;
        }
    }
    if (difference == 0) return false;
    wide ? wide->excessChanged(tile, gains < 0, losses < 0)
         : narrow.excessChanged(tile, gains < 0, losses < 0);
    return true;
}

void MinCut::reset() {
    State& s = *state_;
    GridPlanes& planes = s.planes;
    s.parallel.forRows(planes.size.height, [&](int y) {
        const std::ptrdiff_t first = planes.index(0, y);
        const int width = planes.size.width;
        // Arcs to the east, south and diagonally down: each pair of residuals is touched by one row only.
        for (const int k : {kEast, kSouth, kSouthEast, kSouthWest}) {
            std::int16_t* out = planes.residual[k].data() + first;
            std::int16_t* back = planes.residual[k ^ 1].data() + first + planes.step(k);
            for (int x = 0; x < width; ++x)
                out[x] = back[x] = static_cast<std::int16_t>((out[x] + back[x]) / 2);
        }
        std::copy_n(planes.terminal.data() + first, width, planes.excess.data() + first);
    });
    s.parallel.forRows(planes.size.height,
                       [&](int y) { refreshMask(planes, planes.index(0, y), planes.size.width); });
    s.forgetSolution();
}

TileSolver<std::uint16_t>::End MinCut::State::run(const std::stop_token& stop, const Progress& progress,
                                                  CutStats& stats) {
    using End = TileSolver<std::uint16_t>::End;
    double reported = 0;
    const Progress rising = [&](double fraction) {
        if (fraction > reported) report(progress, reported = fraction);
    };
    if (!wide) {
        const End end = narrow.run(stop, rising, stats);
        if (end != End::Saturated) return end;
        wide = std::make_unique<TileSolver<std::uint32_t>>(planes, parallel, touched);
    }
    return wide->run(stop, rising, stats) == TileSolver<std::uint32_t>::End::Maximal ? End::Maximal
                                                                                     : End::Stopped;
}

std::optional<CutStats> MinCut::solve(std::stop_token stop, const Progress& progress) {
    State& s = *state_;
    if (stop.stop_requested()) return std::nullopt;
    if (s.solved) {
        report(progress, 1);
        return s.last;
    }
    CutStats stats;
    if (s.run(stop, progress, stats) != TileSolver<std::uint16_t>::End::Maximal) return std::nullopt;
    if (!s.certify(stop, stats)) return std::nullopt;
    s.last = stats;
    s.last.rounds = s.last.relabels = 0;
    s.last.tileVisits = 0;
    s.solved = true;
    report(progress, 1);
    return stats;
}

bool MinCut::State::certify(const std::stop_token& stop, CutStats& stats) {
    const TileLayout& layout = planes.layouts[0];
    // The edges that are summed with a pixel lead right and down: from these neighbours into a touched tile.
    constexpr unsigned kOwners =
        1u << kWest | 1u << kEast | 1u << kNorth | 1u << kNorthWest | 1u << kNorthEast;
    for (std::int64_t i = 0, tiles = touched.take(list.data()); i < tiles; ++i) {
        unread.raise(list[i]);
        due.raise(list[i]);
        forNeighbours(layout, list[i], [&](int neighbour, int k) {
            if ((kOwners >> k & 1) != 0) due.raise(neighbour);
        });
    }
    const std::int64_t tiles = due.take(list.data());
    withLabels([&](const auto* labels) {
        parallel.forRanges(tiles, 16, [&](std::int64_t begin, std::int64_t end) {
            for (std::int64_t i = begin; i < end; ++i)
                if (stop.stop_requested())
                    touched.raise(list[i]);
                else
                    certificate.update(planes, labels, list[i]);
        });
    });
    stats.flow = certificate.flow();
    stats.cut = certificate.cut();
    stats.certified = stats.flow == stats.cut;
    return !stop.stop_requested();
}

namespace {

/// Brings the mask in a tile up to date with the labels.
template <typename Label>
MaskUpdate updateTile(const GridPlanes& planes, const Label* labels, int tile, ImageView<std::uint8_t> mask) {
    const TileLayout& layout = planes.layouts[0];
    const Rect place =
        Rect{layout.left(tile), layout.top(tile), kTileSize, kTileSize}.intersected(mask.bounds());
    MaskUpdate update;
    for (int y = place.y; y < place.bottom(); ++y) {
        const Label* label = labels + planes.index(place.x, y);
        std::uint8_t* out = mask.row(y) + place.x;
        int first = place.width, last = -1;
        for (int x = 0; x < place.width; ++x) {
            const std::uint8_t now = label[x] == kUnreachable<Label> ? 255 : 0;
            if (out[x] == now) continue;
            out[x] = now;
            ++update.pixels;
            first = std::min(first, x);
            last = x;
        }
        if (last >= 0) update.where = update.where.united({place.x + first, y, last - first + 1, 1});
    }
    return update;
}

}  // namespace

MaskUpdate MinCut::updateMask(ImageView<std::uint8_t> mask) {
    State& s = *state_;
    if (mask.size() != s.planes.size) throw InvalidArgument("The mask does not have the size of the graph.");
    MaskUpdate total;
    std::mutex adding;
    const std::int64_t tiles = s.unread.take(s.list.data());
    s.withLabels([&](const auto* labels) {
        s.parallel.forRanges(tiles, 64, [&](std::int64_t begin, std::int64_t end) {
            MaskUpdate part;
            for (std::int64_t i = begin; i < end; ++i) {
                const MaskUpdate update = updateTile(s.planes, labels, s.list[i], mask);
                part.where = part.where.united(update.where);
                part.pixels += update.pixels;
            }
            const std::lock_guard lock(adding);
            total.where = total.where.united(part.where);
            total.pixels += part.pixels;
        });
    });
    total.foreground = s.certificate.foreground();
    return total;
}

void MinCut::readMask(ImageView<std::uint8_t> mask) const {
    const State& s = *state_;
    if (mask.size() != s.planes.size) throw InvalidArgument("The mask does not have the size of the graph.");
    s.withLabels([&](const auto* labels) {
        using Label = std::remove_cvref_t<decltype(*labels)>;
        s.parallel.forRows(mask.height(), [&](int y) {
            const Label* row = labels + s.planes.index(0, y);
            std::uint8_t* out = mask.row(y);
            for (int x = 0; x < mask.width(); ++x)
                out[x] = row[x] == kUnreachable<Label> ? std::uint8_t{255} : std::uint8_t{0};
        });
    });
}

bool MinCut::maskIsUpToDate() const {
    return state_->unread.count() == 0;
}

GridCut solveGrid(const GridWeights& weights, ImageView<const std::int32_t> terminals, int threads) {
    MinCut cut(terminals.size(), threads);
    cut.setWeights(weights);
    cut.setTerminals(terminals.bounds(), terminals);
    GridCut result{Image<std::uint8_t>(terminals.size()), *cut.solve({}, {})};
    cut.readMask(result.mask.view());
    return result;
}

}  // namespace fretsaw::cpu
