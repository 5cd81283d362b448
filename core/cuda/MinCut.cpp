// The grid graph on the GPU as its users see it: memory, order of kernels, slices of time, and what to do
// with graphs that are too hard. No kernels here.
#include "core/cuda/MinCut.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

#include "core/cuda/DeviceMemory.h"
#include "core/cuda/Grid.cuh"
#include "core/cuda/GridKernels.h"
#include "core/cuda/SolveKernel.h"
#include "core/cuda/SolveState.cuh"
#include "core/image/Error.h"

namespace fretsaw::cuda {
namespace {

constexpr SolveOrder kUsualOrder{
    .sliceNs = 7'000'000,
    .sweeps = 8,
    .smallRound = 200,
    .fewestRounds = 4,
    .reach = {},  // MinCut's choice, for each solve
    .roundsPerLabels = 2,
    .hardRounds = 16384,
    .hardTiles = 16,
};

// While many tiles are active, flow over short ways comes first: it goes far fewer ways twice.
constexpr Reach kReachFromNothing{.first = 32, .times = 4, .fewTiles = 200};
// On a small grid many tiles are never active, and every reach takes time.
constexpr int kSmallGrid = 2048;  ///< tiles
constexpr Reach kReachAtOnce{.first = kUnreachable, .times = 1, .fewTiles = 0};
// What lies far from a stroke mostly need not be woken.
constexpr Reach kReachAfterStroke{.first = 256, .times = 4, .fewTiles = 1};

constexpr std::int64_t kBandPixels = 1 << 22;  ///< planes of the host travel in bands of about so many

/// Sizes and strides; the planes are still missing.
Grid geometryOf(Size size) {
    if (size.empty()) throw InvalidArgument("A graph needs at least one pixel.");
    Grid grid;
    grid.width = size.width;
    grid.height = size.height;
    int right = 0, bottom = 0;
    for (int i = 0; i < kLayouts; ++i) {
        Layout& layout = grid.layouts[i];
        layout = {cpu::kShiftX[i], cpu::kShiftY[i],
                  (size.width + cpu::kShiftX[i] + kTileSize - 1) / kTileSize,
                  (size.height + cpu::kShiftY[i] + kTileSize - 1) / kTileSize};
        right = std::max(right, layout.columns * kTileSize - layout.shiftX);
        bottom = std::max(bottom, layout.rows * kTileSize - layout.shiftY);
    }
    grid.stride = (std::max(right + 1, size.width + Grid::kMarginX) + 31) / 32 * 32;
    const std::int64_t count =
        static_cast<std::int64_t>(grid.stride) * (Grid::kMarginY + bottom + 1) + Grid::kMarginX;
    if (count > std::numeric_limits<int>::max()) throw InvalidArgument("The graph is too large for a GPU.");
    grid.count = static_cast<int>(count);
    return grid;
}

void checkPlane(ImageView<const std::uint16_t> plane, Size size, int most) {
    if (plane.size() != size)
        throw InvalidArgument("A plane of edge weights does not have the size of the graph.");
    for (int y = 0; y < size.height; ++y)
        if (*std::max_element(plane.row(y), plane.row(y) + size.width) > most)
            throw InvalidArgument("An edge weight is above " + std::to_string(most) + ".");
}

}  // namespace

struct MinCut::State {
    State(const Context& gpu, Size gridSize);

    void clear();
    void forgetSolution();
    [[nodiscard]] Size size() const { return {grid.width, grid.height}; }
    void terminalsChanged(Rect where);
    void checkPlace(Rect where, Size terminals) const;
    std::optional<cpu::CutStats> runOnDevice(const std::stop_token& stop, const Progress& progress);
    bool takeToCpu(const std::stop_token& stop);
    std::optional<cpu::CutStats> runOnCpu(const std::stop_token& stop, const Progress& progress);

    const Context& context;
    SolveOrder order = kUsualOrder;
    Grid grid;
    LabelTiles tiles;
    DeviceBuffer<uint4> residual, tileOpen, tileBorder;
    DeviceBuffer<uint2> tileSigns;
    DeviceBuffer<std::int16_t> excess, terminal;
    DeviceBuffer<std::uint16_t> label, tileRing;
    DeviceBuffer<Known> known;
    DeviceBuffer<std::uint32_t> calls, passed;
    DeviceBuffer<std::uint32_t> lists[2], stamps[kLayouts];
    DeviceBuffer<SolveState> solveState;
    std::int64_t changedPixels = 0;     ///< whose terminals were set since the last solve
    Pinned<SolveState> seen;            ///< as it was after the last slice
    std::unique_ptr<cpu::MinCut> hard;  ///< the graph, once it is too hard for the GPU
};

MinCut::State::State(const Context& gpu, Size gridSize) : context(gpu), grid(geometryOf(gridSize)) {
    context.makeCurrent();
    const Layout& layout = grid.layouts[0];
    tiles.columns = layout.columns;
    tiles.rows = layout.rows;
    const std::int64_t all = tiles.all();
    tiles.warps = warpsOfSlice(context, grid);
    const int owned = (layout.tiles() + tiles.warps - 1) / tiles.warps;
    tiles.words = (owned + 31) / 32;
    const auto make = [&](auto& buffer, std::int64_t count) {
        buffer = std::remove_reference_t<decltype(buffer)>(context, count);
        return buffer.data();
    };
    grid.residual = make(residual, grid.count);
    grid.excess = make(excess, grid.count);
    grid.terminal = make(terminal, grid.count);
    grid.label = make(label, grid.count);
    tiles.open = make(tileOpen, all * 2 * kTileSize);
    tiles.signs = make(tileSigns, all * kTileSize);
    tiles.border = make(tileBorder, all * 4);
    tiles.ring = make(tileRing, all * 4 * kTileSize);
    tiles.calls = make(calls, static_cast<std::int64_t>(tiles.warps) * tiles.words);
    tiles.passed = make(passed, tiles.warps);
    tiles.known = make(known, all);
    std::int64_t most = 0;
    for (int i = 0; i < kLayouts; ++i) {
        make(stamps[i], grid.layouts[i].tiles());
        most = std::max<std::int64_t>(most, grid.layouts[i].tiles());
    }
    for (auto& list : lists) make(list, most);
    make(solveState, 1);
    clear();
}

// No edges, no terminals, no excess.
void MinCut::State::clear() {
    const auto zero = [&](const auto& buffer) { fillBytes(context, buffer.data(), 0, buffer.bytes()); };
    zero(residual), zero(excess), zero(terminal);
    zero(tileBorder);
    fill(context, label.data(), label.size(), kUnreachable);
    fill(context, tileRing.data(), tileRing.size(), kUnreachable);
    forgetSolution();
}

// The next solve begins with exact labels, on the GPU.
void MinCut::State::forgetSolution() {
    hard.reset();
    changedPixels = grid.count;
    static_assert(static_cast<int>(Known::Nothing) == 0);
    fillBytes(context, known.data(), 0, known.bytes());
    for (const auto& plane : stamps) fillBytes(context, plane.data(), 0, plane.bytes());
    fillBytes(context, solveState.data(), 0, solveState.bytes());
    static_assert(static_cast<int>(Phase::Labels) == 0);
}

void MinCut::State::terminalsChanged(Rect where) {
    changedPixels += where.area();
    const int left = where.x / kTileSize, right = (where.right() - 1) / kTileSize + 1,
              top = where.y / kTileSize, bottom = (where.bottom() - 1) / kTileSize + 1;
    const auto pitch = static_cast<std::size_t>(tiles.pitch());
    static_assert(sizeof(Known) == 1);
    fillRows(context, known.data() + (top + 1) * tiles.pitch() + left + 1, pitch, 0,
             static_cast<std::size_t>(right - left), static_cast<std::size_t>(bottom - top));
}

void MinCut::State::checkPlace(Rect where, Size terminals) const {
    if (terminals != where.size())
        throw InvalidArgument("The terminals do not have the size of their place.");
    if (!where.empty() && where.intersected(Rect::of(size())) != where)
        throw InvalidArgument("The terminals lie outside the graph.");
}

MinCut::MinCut(const Context& context, Size size) : state_(std::make_unique<State>(context, size)) {}
MinCut::~MinCut() = default;
MinCut::MinCut(MinCut&&) noexcept = default;
MinCut& MinCut::operator=(MinCut&&) noexcept = default;

const Grid& MinCut::grid() const {
    return state_->grid;
}
SolveState* MinCut::state() const {
    return state_->solveState.data();
}
void MinCut::setSlice(std::int64_t ns) {
    state_->order.sliceNs = static_cast<std::uint64_t>(ns);
}
bool MinCut::solvedOnCpu() const {
    return state_->hard != nullptr;
}

void MinCut::weightsWritten() {
    state_->forgetSolution();
}

void MinCut::terminalsWritten(Rect where) {
    State& s = *state_;
    if (where.empty()) return;
    s.terminalsChanged(where);
    if (!s.hard) return;
    const DeviceImage<std::int32_t> device(s.context, where.size());
    readTerminals(s.context, s.grid, where, device.view());
    Image<std::int32_t> host(where.size());
    download(s.context, host.view(), device.view());
    s.context.synchronize();
    s.hard->setTerminals(where, host.view());
}

bool MinCut::setWeights(const cpu::GridWeights& weights, std::stop_token stop) {
    State& s = *state_;
    const Size size = s.size();
    checkPlane(weights.right, size, cpu::kMaxStraightWeight);
    checkPlane(weights.down, size, cpu::kMaxStraightWeight);
    checkPlane(weights.downLeft, size, cpu::kMaxDiagonalWeight);
    checkPlane(weights.downRight, size, cpu::kMaxDiagonalWeight);
    s.context.makeCurrent();
    s.forgetSolution();
    // Each band has the row before it, whose edges lead into it.
    const int rows = static_cast<int>(std::clamp<std::int64_t>(kBandPixels / size.width, 1, size.height));
    const Size bandSize{size.width, std::min(rows + 1, size.height)};
    const DeviceImage<std::uint16_t> right(s.context, bandSize), downLeft(s.context, bandSize),
        down(s.context, bandSize), downRight(s.context, bandSize);
    for (int y = 0; y < size.height; y += rows) {
        if (stop.stop_requested()) return false;
        const int top = std::max(y - 1, 0), end = std::min(y + rows, size.height);
        const Rect band{0, top, size.width, end - top};
        const auto send = [&](const DeviceImage<std::uint16_t>& to, ImageView<const std::uint16_t> from) {
            const ImageView<std::uint16_t> view = to.view().sub({0, 0, band.width, band.height});
            upload(s.context, view, from.sub(band));
            return ImageView<const std::uint16_t>(view);
        };
        writeWeights(s.context, s.grid,
                     {send(right, weights.right), send(downLeft, weights.downLeft), send(down, weights.down),
                      send(downRight, weights.downRight)},
                     top, y, end);
    }
    return !stop.stop_requested();
}

void MinCut::setWeightsFromDevice(const cpu::GridWeights& weights) {
    State& s = *state_;
    s.context.makeCurrent();
    writeWeights(s.context, s.grid, weights, 0, 0, s.grid.height);
    weightsWritten();
}

void MinCut::setTerminals(Rect where, ImageView<const std::int32_t> terminals) {
    State& s = *state_;
    s.checkPlace(where, terminals.size());
    if (where.empty()) return;
    s.context.makeCurrent();
    const int rows = static_cast<int>(std::clamp<std::int64_t>(kBandPixels / where.width, 1, where.height));
    const DeviceImage<std::int32_t> device(s.context, {where.width, rows});
    for (int y = 0; y < where.height; y += rows) {
        const Rect band{0, y, where.width, std::min(rows, where.height - y)};
        const ImageView<std::int32_t> view = device.view().sub({0, 0, band.width, band.height});
        upload(s.context, view, terminals.sub(band));
        writeTerminals(s.context, s.grid, s.solveState.data(),
                       {where.x, where.y + y, band.width, band.height}, view);
    }
    s.terminalsChanged(where);
    if (s.hard) s.hard->setTerminals(where, terminals);
}

void MinCut::setTerminalsFromDevice(Rect where, ImageView<const std::int32_t> terminals) {
    State& s = *state_;
    s.context.makeCurrent();
    writeTerminals(s.context, s.grid, s.solveState.data(), where, terminals);
    terminalsWritten(where);
}

void MinCut::reset() {
    State& s = *state_;
    s.context.makeCurrent();
    forgetFlow(s.context, s.grid);
    s.forgetSolution();
}

std::optional<cpu::CutStats> MinCut::State::runOnDevice(const std::stop_token& stop,
                                                        const Progress& progress) {
    constexpr std::size_t kCounts = offsetof(Course, rounds);
    auto* course = reinterpret_cast<std::byte*>(solveState.data()) + offsetof(SolveState, course);
    fillBytes(context, course + kCounts, 0, sizeof(Course) - kCounts);
    const bool stroke = changedPixels <= grid.count / 16;
    order.reach = stroke                                 ? kReachAfterStroke
                  : grid.layouts[0].tiles() < kSmallGrid ? kReachAtOnce
                                                         : kReachFromNothing;
    double scale = 0, reported = 0;
    while (true) {
        queueSlice(context, grid, tiles, solveState.data(), {lists[0].data(), lists[1].data()},
                   {stamps[0].data(), stamps[1].data(), stamps[2].data()}, order);
        sumCertificate(context, grid, solveState.data());
        downloadRows(context, seen.get(), sizeof(SolveState), solveState.data(), sizeof(SolveState),
                     sizeof(SolveState), 1);
        context.synchronize();
        const Course& now = seen->course;
        if (now.phase == Phase::Maximal) {
            changedPixels = 0;
            cpu::CutStats stats;
            stats.flow = seen->sinkCapacity - seen->deficit;
            stats.cut = seen->cut;
            stats.certified = stats.flow == stats.cut;
            stats.rounds = static_cast<int>(now.rounds);
            stats.relabels = static_cast<int>(now.relabels);
            stats.tileVisits = static_cast<std::int64_t>(now.visits);
            return stats;
        }
        if (now.phase == Phase::Saturated || now.phase == Phase::Hard) {
            if (!takeToCpu(stop)) return std::nullopt;
            return runOnCpu(stop, progress);
        }
        // The number of active tiles falls about geometrically.
        const double active = std::log1p(now.listed);
        scale = std::max(scale, active);
        const double fraction = scale > 0 ? 0.98 * (1 - active / scale) : 0;
        if (fraction > reported + 0.005) report(progress, reported = fraction);
        if (stop.stop_requested()) return std::nullopt;
    }
}

// False: stopped; the graph stays with the GPU.
bool MinCut::State::takeToCpu(const std::stop_token& stop) {
    auto solver = std::make_unique<cpu::MinCut>(size());
    Image<std::uint16_t> right(size()), downLeft(size()), down(size()), downRight(size());
    const auto read = [&](int direction, Image<std::uint16_t>& to) {
        const DeviceImage<std::uint16_t> device(context, size());
        readWeights(context, grid, direction, device.view());
        download(context, to.view(), device.view());
        context.synchronize();
    };
    read(kEast, right), read(kSouthWest, downLeft), read(kSouth, down), read(kSouthEast, downRight);
    if (!solver->setWeights({right.view(), downLeft.view(), down.view(), downRight.view()}, stop))
        return false;
    Image<std::int32_t> terminals(size());
    const DeviceImage<std::int32_t> device(context, size());
    readTerminals(context, grid, Rect::of(size()), device.view());
    download(context, terminals.view(), device.view());
    context.synchronize();
    solver->setTerminals(Rect::of(size()), terminals.view());
    hard = std::move(solver);
    return true;
}

std::optional<cpu::CutStats> MinCut::State::runOnCpu(const std::stop_token& stop, const Progress& progress) {
    const auto stats = hard->solve(stop, progress);
    if (!stats) return std::nullopt;
    Image<std::uint8_t> mask(size());
    hard->readMask(mask.view());
    const DeviceImage<std::uint8_t> device(context, size());
    upload(context, device.view(), mask.view());
    takeMask(context, grid, device.view());
    return stats;
}

std::optional<cpu::CutStats> MinCut::solve(std::stop_token stop, const Progress& progress) {
    State& s = *state_;
    if (stop.stop_requested()) return std::nullopt;
    s.context.makeCurrent();
    const auto stats = s.hard ? s.runOnCpu(stop, progress) : s.runOnDevice(stop, progress);
    if (stats) report(progress, 1);
    return stats;
}

void MinCut::readMask(ImageView<std::uint8_t> mask) const {
    const State& s = *state_;
    if (mask.size() != s.size()) throw InvalidArgument("The mask does not have the size of the graph.");
    const DeviceImage<std::uint8_t> device(s.context, mask.size());
    writeMask(device.view());
    download(s.context, mask, device.view());
    s.context.synchronize();
}

void MinCut::writeMask(ImageView<std::uint8_t> mask) const {
    state_->context.makeCurrent();
    cuda::writeMask(state_->context, state_->grid, mask);
}

}  // namespace fretsaw::cuda
