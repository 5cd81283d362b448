// Connected components by union of runs, and three shares in integers.
// Host code on the mask of a grid of about a megapixel.
#include "core/segment/Plausibility.h"

#include <algorithm>
#include <numeric>
#include <vector>

namespace fretsaw {
namespace {

constexpr std::int64_t shareOf(std::int64_t part, std::int64_t whole) {
    return part * kImplausibilityOne / whole;
}

/// A row's run of foreground pixels, begin … end−1.
struct Run {
    int y, begin, end;
};

struct Component {
    std::int64_t area = 0;
    Rect bounds;
};

/// 8-connected components of the foreground.
class Components {
public:
    explicit Components(ImageView<const std::uint8_t> mask) {
        std::size_t above = 0;  // first run of the row above
        for (int y = 0; y < mask.height(); ++y) {
            const std::size_t here = runs_.size();
            addRow(mask.row(y), mask.width(), y);
            connect(above, here);
            above = here;
        }
    }

    [[nodiscard]] std::vector<Component> all() {
        std::vector<Component> components(runs_.size());
        for (std::size_t i = 0; i < runs_.size(); ++i) {
            Component& c = components[rootOf(i)];
            const Run& run = runs_[i];
            c.area += run.end - run.begin;
            c.bounds = c.bounds.united({run.begin, run.y, run.end - run.begin, 1});
        }
        std::erase_if(components, [](const Component& c) { return c.area == 0; });
        return components;
    }

private:
    void addRow(const std::uint8_t* row, int width, int y) {
        for (int x = 0; x < width;) {
            while (x < width && row[x] == 0) ++x;
            const int begin = x;
            while (x < width && row[x] != 0) ++x;
            if (x > begin) runs_.push_back({y, begin, x}), parent_.push_back(parent_.size());
        }
    }

    /// Joins the runs from `here` on with those of the row above that touch them.
    void connect(std::size_t above, std::size_t here) {
        for (std::size_t a = above, b = here; a < here && b < runs_.size();) {
            if (runs_[a].begin <= runs_[b].end && runs_[b].begin <= runs_[a].end)
                parent_[rootOf(b)] = rootOf(a);
            runs_[a].end < runs_[b].end ? ++a : ++b;
        }
    }

    std::size_t rootOf(std::size_t i) {
        while (parent_[i] != i) i = parent_[i] = parent_[parent_[i]];
        return i;
    }

    std::vector<Run> runs_;
    std::vector<std::size_t> parent_;
};

/// The largest gap between a side and the bounds of all components that count, as a share of the box.
std::int64_t gapOf(ImageView<const std::uint8_t> inBox) {
    Rect bounds;
    for (const Component& c : Components(inBox).all())
        if (100 * c.area >= inBox.size().area()) bounds = bounds.united(c.bounds);
    if (bounds.empty()) return kImplausibilityOne;
    const int acrossX = std::max(bounds.x, inBox.width() - bounds.right());
    const int acrossY = std::max(bounds.y, inBox.height() - bounds.bottom());
    return std::max(shareOf(acrossX, inBox.width()), shareOf(acrossY, inBox.height()));
}

/// Foreground among the pixels within 2 px of a side that is not the picture's border.
std::int64_t shareAlongSides(ImageView<const std::uint8_t> inBox, Rect box, Size picture) {
    constexpr int kDepth = 2;
    const int left = box.x > 0 ? kDepth : 0, top = box.y > 0 ? kDepth : 0;
    const int right = box.width - (box.right() < picture.width ? kDepth : 0);
    const int bottom = box.height - (box.bottom() < picture.height ? kDepth : 0);
    std::int64_t along = 0, foreground = 0;
    for (int y = 0; y < box.height; ++y)
        for (int x = 0; x < box.width; ++x) {
            if (x >= left && x < right && y >= top && y < bottom) continue;
            ++along;
            foreground += inBox(x, y) != 0;
        }
    return along == 0 ? 0 : shareOf(foreground, along);
}

}  // namespace

std::int64_t implausibility(ImageView<const std::uint8_t> mask, Rect box) {
    const ImageView<const std::uint8_t> inBox = mask.sub(box);
    std::int64_t area = 0;
    for (int y = 0; y < box.height; ++y) {
        const std::uint8_t* row = inBox.row(y);
        area += std::count_if(row, row + box.width, [](std::uint8_t m) { return m != 0; });
    }
    const auto excess = [](std::int64_t share, std::int64_t percent) {
        return std::max<std::int64_t>(0, share - kImplausibilityOne * percent / 100);
    };
    return excess(gapOf(inBox), 6) + excess(shareAlongSides(inBox, box, mask.size()), 25) +
           2 * std::max<std::int64_t>(0, kImplausibilityOne * 15 / 100 - shareOf(area, box.area()));
}

}  // namespace fretsaw
