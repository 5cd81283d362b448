// Union-find over runs, and the rules of clean-up over parts.
// One thread, but for what the header allows: runs are few.
#include "core/segment/MaskParts.h"

#include <limits>

#include "core/image/Error.h"

namespace fretsaw {

MaskParts::MaskParts(Size size) : size_(size), firstRun_(size.height + 1, 0) {}

void MaskParts::allocate() {
    std::uint64_t count = 0;
    for (int y = 1; y <= size_.height; ++y) {
        count += firstRun_[y];
        if (count >= kOutside) throw OutOfMemory(count * sizeof(MaskRun));
        firstRun_[y] = static_cast<std::uint32_t>(count);
    }
    runs_ = Buffer<MaskRun>::uninitialized(static_cast<std::int64_t>(count));
}

void MaskParts::separate(int y) {
    for (std::uint32_t run = firstRun_[y]; run < firstRun_[y + 1]; ++run) runs_[run].part = run;
}

std::uint32_t MaskParts::rootOf(std::uint32_t run) {
    while (runs_[run].part != run) {
        runs_[run].part = runs_[runs_[run].part].part;
        run = runs_[run].part;
    }
    return run;
}

void MaskParts::unite(std::uint32_t a, std::uint32_t b) {
    a = rootOf(a);
    b = rootOf(b);
    runs_[std::max(a, b)].part = std::min(a, b);
}

void MaskParts::join(int y) {
    const std::uint32_t upperEnd = firstRun_[y], lowerEnd = firstRun_[y + 1];
    std::uint32_t first = firstRun_[y - 1];
    for (std::uint32_t lower = firstRun_[y]; lower < lowerEnd; ++lower) {
        const int begin = static_cast<int>(runs_[lower].begin), end = endOf(lower, lowerEnd);
        while (endOf(first, upperEnd) < begin) ++first;
        for (std::uint32_t upper = first; upper < upperEnd; ++upper) {
            const int upperBegin = static_cast<int>(runs_[upper].begin);
            if (upperBegin > end) break;
            if (runs_[upper].object != runs_[lower].object) continue;
            const bool onlyDiagonal = upperBegin == end || endOf(upper, upperEnd) == begin;
            if (runs_[lower].object || !onlyDiagonal) unite(upper, lower);
        }
    }
}

bool MaskParts::choose(const CleanUp& rules, const HasSureLabel& hasSureLabel, const std::stop_token& stop) {
    if (!measureParts(stop) || !findSureLabels(rules, hasSureLabel, stop)) return false;
    dropParts(rules);
    if (rules.fillHolesPx > 0) fillHoles(rules);
    for (const Part& part : parts_) {
        if (part.changes) cleaned_ += part.pixels;
        if (part.object != part.changes) foreground_ += part.pixels;
    }
    if (cleaned_ > 0) findChanges();
    return !stop.stop_requested();
}

bool MaskParts::measureParts(const std::stop_token& stop) {
    std::uint32_t count = 0;
    for (int y = 0; y < size_.height; ++y) {
        if (stop.stop_requested()) return false;
        for (std::uint32_t run = firstRun_[y]; run < firstRun_[y + 1]; ++run) {
            std::uint32_t& part = runs_[run].part;  // an earlier run has its number already
            part = part == run ? count++ : runs_[part].part;
        }
    }
    parts_ = Buffer<Part>(count, Part{});
    for (int y = 0; y < size_.height; ++y) {
        if (stop.stop_requested()) return false;
        const bool borderRow = y == 0 || y == size_.height - 1;
        for (std::uint32_t run = firstRun_[y]; run < firstRun_[y + 1]; ++run) {
            const int begin = static_cast<int>(runs_[run].begin), end = endOf(run, firstRun_[y + 1]);
            Part& part = parts_[runs_[run].part];
            // The leftmost pixel of a part's top row has what encloses the part at its left.
            if (part.pixels == 0 && begin > 0) part.around = runs_[run - 1].part;
            part.object = runs_[run].object != 0;
            part.atBorder |= borderRow || begin == 0 || end == size_.width;
            part.pixels += end - begin;
        }
    }
    return true;
}

bool MaskParts::findSureLabels(const CleanUp& rules, const HasSureLabel& hasSureLabel,
                               const std::stop_token& stop) {
    const auto matters = [&](const Part& part) {
        if (part.sure) return false;  // is known
        if (part.object) return rules.keepConnected || part.pixels < rules.dropIslandsPx;
        return !part.atBorder && part.pixels < rules.fillHolesPx;
    };
    for (int y = 0; y < size_.height; ++y) {
        if (stop.stop_requested()) return false;
        for (std::uint32_t run = firstRun_[y]; run < firstRun_[y + 1]; ++run) {
            Part& part = parts_[runs_[run].part];
            if (!matters(part)) continue;
            const int begin = static_cast<int>(runs_[run].begin);
            part.sure = hasSureLabel(y, run, begin, endOf(run, firstRun_[y + 1]), part.object);
        }
    }
    return true;
}

void MaskParts::dropParts(const CleanUp& rules) {
    bool anySure = false;
    for (const Part& part : parts_) anySure |= part.object && part.sure;
    const bool onlySure = rules.keepConnected && anySure;
    Part* largest = nullptr;
    bool anyStays = false;
    for (Part& part : parts_) {
        if (!part.object) continue;
        part.changes = !part.sure && (onlySure || part.pixels < rules.dropIslandsPx);
        anyStays |= !part.changes;
        if (largest == nullptr || part.pixels > largest->pixels) largest = &part;
    }
    if (largest != nullptr && !anyStays) largest->changes = false;
}

void MaskParts::findChanges() {
    for (int y = 0; y < size_.height; ++y)
        for (std::uint32_t run = firstRun_[y]; run < firstRun_[y + 1]; ++run) {
            if (!changesSide(runs_[run])) continue;
            const int begin = static_cast<int>(runs_[run].begin);
            where_ = where_.united({begin, y, endOf(run, firstRun_[y + 1]) - begin, 1});
        }
}

void MaskParts::fillHoles(const CleanUp& rules) {
    // A dropped part becomes one with the ground around it and with all that it enclosed. What else it
    // separated reaches the border, and is no hole.
    struct Ground {
        std::int64_t pixels;
        std::uint32_t whole;  ///< the first part of this piece of ground, which has the sums
        bool stays;
    };
    Buffer<Ground> grounds(parts_.size(), Ground{});
    const auto isGround = [](const Part& part) { return !part.object || part.changes; };
    for (std::uint32_t i = 0; i < parts_.size(); ++i) {
        const Part& part = parts_[i];
        if (!isGround(part)) continue;
        const bool joined = part.around != kOutside && isGround(parts_[part.around]);
        grounds[i].whole = joined ? grounds[part.around].whole : i;
        Ground& whole = grounds[grounds[i].whole];
        whole.pixels += part.pixels;
        whole.stays |= part.atBorder || part.sure;
    }
    for (std::uint32_t i = 0; i < parts_.size(); ++i) {
        Part& part = parts_[i];
        if (!isGround(part)) continue;
        const Ground& whole = grounds[grounds[i].whole];
        const bool fills = !whole.stays && whole.pixels < rules.fillHolesPx;
        part.changes = part.object != fills;
    }
}

}  // namespace fretsaw
