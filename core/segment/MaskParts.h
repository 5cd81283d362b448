// The parts of a mask, found from its runs, and which of them clean-up changes.
// No pixels: backends read runs from masks and write what is chosen here.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <stop_token>

#include "core/image/Allocate.h"
#include "core/image/Geometry.h"
#include "core/segment/CleanUp.h"

namespace fretsaw {

/// Equal pixels side by side, as many as there are. A row is a list of runs whose sides take turns.
struct MaskRun {
    std::uint32_t begin : 31;
    std::uint32_t object : 1;  ///< 1: foreground
    std::uint32_t part;        ///< MaskParts' own
};

/// Parts as CleanUp.h defines them, by union-find over runs (two passes, as He, Chao and Suzuki 2008, with
/// ground and object labelled at once). The calls come in the order in which they are declared. Memory: 8
/// bytes a run and 32 a part, of which masks of photos have one in a hundred pixels, and no mask more than
/// one a pixel. The result does not depend on who joins which rows.
class MaskParts {
public:
    /// size: not empty. Throws OutOfMemory.
    explicit MaskParts(Size size);

    /// For each row, from any thread: how many runs it has, at least 1.
    void setRunCount(int y, std::uint32_t count) { firstRun_[y + 1] = count; }
    /// Makes room for all runs. Throws OutOfMemory.
    void allocate();
    [[nodiscard]] std::int64_t runCount() const { return runs_.size(); }
    /// The place of each row's first run in all runs.
    [[nodiscard]] const std::uint32_t* firstRun() const { return firstRun_.data(); }
    /// To be filled, `begin` and `object`, for each row, from any thread.
    [[nodiscard]] std::span<MaskRun> row(int y) {
        return {runs_.data() + firstRun_[y], firstRun_[y + 1] - firstRun_[y]};
    }
    /// Every run is a part of its own, for each row, before it is joined.
    void separate(int y);
    /// Joins the parts of a row to those of the row above, for each row but the first. Threads may join at
    /// the same time where no rows that are joined so far lead from one's rows to another's.
    void join(int y);

    /// A run has a sure label of its side. runIndex: its place in all runs, row by row.
    using HasSureLabel = std::function<bool(int y, std::int64_t runIndex, int begin, int end, bool object)>;
    /// Chooses the parts that change sides. Asks for labels only where they matter. False: stopped. Throws
    /// OutOfMemory.
    bool choose(const CleanUp& rules, const HasSureLabel& hasSureLabel, const std::stop_token& stop);

    /// Of runs, after choose().
    [[nodiscard]] bool changesSide(const MaskRun& run) const { return parts_[run.part].changes; }
    [[nodiscard]] std::int64_t cleaned() const { return cleaned_; }        ///< pixels that change
    [[nodiscard]] Rect where() const { return where_; }                    ///< their smallest rectangle
    [[nodiscard]] std::int64_t foreground() const { return foreground_; }  ///< after the change

private:
    static constexpr std::uint32_t kOutside = ~std::uint32_t{0};

    struct Part {
        std::int64_t pixels = 0;
        /// The part that encloses this one, if any does; kOutside: none is at its left. It has a lower
        /// number.
        std::uint32_t around = kOutside;
        bool object = false;
        bool atBorder = false;
        bool sure = false;  ///< holds a sure label of its side, if that was of interest
        bool changes = false;
    };

    [[nodiscard]] int endOf(std::uint32_t run, std::uint32_t rowEnd) const {
        return run + 1 < rowEnd ? static_cast<int>(runs_[run + 1].begin) : size_.width;
    }
    [[nodiscard]] std::uint32_t rootOf(std::uint32_t run);
    void unite(std::uint32_t a, std::uint32_t b);
    bool measureParts(const std::stop_token& stop);
    bool findSureLabels(const CleanUp& rules, const HasSureLabel& hasSureLabel, const std::stop_token& stop);
    void dropParts(const CleanUp& rules);
    void fillHoles(const CleanUp& rules);
    void findChanges();

    Size size_;
    Buffer<std::uint32_t> firstRun_;  ///< of each row; its last element is the number of runs
    Buffer<MaskRun>
        runs_;            ///< part: a run of the same part, no later one; from choose() on the part's number
    Buffer<Part> parts_;  ///< in the order of their first runs
    std::int64_t cleaned_ = 0, foreground_ = 0;
    Rect where_;
};

}  // namespace fretsaw
