// Rasterises brush strokes into label patches: capsules by pixel-centre distance, and one-pixel lines.
// No mouse events and no drawing for the screen here.
#include "core/segment/Stroke.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "core/image/Error.h"

namespace fretsaw {
namespace {

struct Segment {
    PointF a, b;
};

/// Pixels left … right−1 of row y.
struct Span {
    int y = 0, left = 0, right = 0;
};

struct Box {
    double left, top, right, bottom;
};

/// Moves `outer` along the segment onto the line coordinate = limit.
/// Halves, because the difference of two finite doubles may overflow.
PointF cutAt(PointF outer, PointF inner, double PointF::*axis, double limit) {
    const double t = (limit / 2 - outer.*axis / 2) / (inner.*axis / 2 - outer.*axis / 2);
    double PointF::*other = axis == &PointF::x ? &PointF::y : &PointF::x;
    PointF p;
    p.*axis = limit;
    p.*other = outer.*other * (1 - t) + inner.*other * t;
    return p;
}

/// The part of the segment within the box, its ends untouched where they lie inside.
std::optional<Segment> clipped(Segment s, const Box& box) {
    for (double PointF::*axis : {&PointF::x, &PointF::y}) {
        const double low = axis == &PointF::x ? box.left : box.top;
        const double high = axis == &PointF::x ? box.right : box.bottom;
        if ((s.a.*axis < low && s.b.*axis < low) || (s.a.*axis > high && s.b.*axis > high))
            return std::nullopt;
        const Segment whole = s;
        if (whole.a.*axis < low) s.a = cutAt(whole.a, whole.b, axis, low);
        if (whole.a.*axis > high) s.a = cutAt(whole.a, whole.b, axis, high);
        if (whole.b.*axis < low) s.b = cutAt(whole.b, whole.a, axis, low);
        if (whole.b.*axis > high) s.b = cutAt(whole.b, whole.a, axis, high);
    }
    return s;
}

/// Empty until something is put in.
struct Interval {
    double low = std::numeric_limits<double>::infinity(), high = -std::numeric_limits<double>::infinity();
};

/// A segment with a round brush: all points within `radius` of it.
class Capsule {
public:
    Capsule(Segment s, double radius)
        : s_(s), radius_(radius), dx_(s.b.x - s.a.x), dy_(s.b.y - s.a.y), length2_(dx_ * dx_ + dy_ * dy_) {}

    [[nodiscard]] double top() const { return std::min(s_.a.y, s_.b.y) - radius_; }
    [[nodiscard]] double bottom() const { return std::max(s_.a.y, s_.b.y) + radius_; }

    /// The pixels of row y, 0 ≤ x < width, whose centres are inside; they are one run, as a capsule is
    /// convex.
    [[nodiscard]] Span spanOf(int y, int width) const {
        const double cy = y + 0.5;
        Interval x = middleOf(cy);
        for (const PointF end : {s_.a, s_.b}) {
            const double h = cy - end.y;
            if (std::abs(h) > radius_) continue;
            const double half = std::sqrt(radius_ * radius_ - h * h);
            x.low = std::min(x.low, end.x - half);
            x.high = std::max(x.high, end.x + half);
        }
        if (x.low > x.high) return {y, 0, 0};

        // The closed forms above are right to a rounding; the definition itself decides at both ends.
        const auto column = [&](double v) { return static_cast<int>(std::clamp(v, 0.0, width + 0.0)); };
        int left = column(x.low - 0.5), right = column(x.high + 0.5);
        while (left > 0 && covers(left - 1, y)) --left;
        while (left < right && !covers(left, y)) ++left;
        while (right < width && covers(right, y)) ++right;
        while (right > left && !covers(right - 1, y)) --right;
        return {y, left, right};
    }

private:
    /// The definition: the centre of the pixel is within the radius of the segment.
    [[nodiscard]] bool covers(int x, int y) const {
        const double cx = x + 0.5, cy = y + 0.5;
        const double along = (cx - s_.a.x) * dx_ + (cy - s_.a.y) * dy_;
        if (along > 0 && along < length2_) {
            const double across = (cx - s_.a.x) * dy_ - (cy - s_.a.y) * dx_;
            return across * across <= radius_ * radius_ * length2_;
        }
        const PointF end = along <= 0 ? s_.a : s_.b;
        return (cx - end.x) * (cx - end.x) + (cy - end.y) * (cy - end.y) <= radius_ * radius_;
    }

    /// Where the row cuts the rectangle between the two round ends.
    [[nodiscard]] Interval middleOf(double cy) const {
        constexpr double kFar = 1e9;
        Interval x{-kFar, kFar};
        const auto narrow = [&](double u, double v) {
            x.low = std::max(x.low, std::min(u, v));
            x.high = std::min(x.high, std::max(u, v));
        };
        const double h = cy - s_.a.y;
        const double reach = radius_ * std::sqrt(length2_);
        if (dy_ != 0)
            narrow(s_.a.x + (h * dx_ - reach) / dy_, s_.a.x + (h * dx_ + reach) / dy_);
        else if (std::abs(h) > radius_)
            return {};
        if (dx_ != 0)
            narrow(s_.a.x - h * dy_ / dx_, s_.a.x + (length2_ - h * dy_) / dx_);
        else if (h * dy_ < 0 || h * dy_ > length2_)
            return {};
        return x.low <= x.high ? x : Interval{};
    }

    Segment s_;
    double radius_, dx_, dy_, length2_;
};

/// Sorts the spans of one row and appends them to `to` without overlaps.
void appendMerged(std::vector<Span>& row, std::vector<Span>& to) {
    std::sort(row.begin(), row.end(), [](const Span& a, const Span& b) { return a.left < b.left; });
    const std::size_t first = to.size();
    for (const Span& span : row) {
        if (to.size() > first && span.left <= to.back().right)
            to.back().right = std::max(to.back().right, span.right);
        else
            to.push_back(span);
    }
    row.clear();
}

std::vector<Span> brushSpans(const std::vector<PointF>& points, double radius, Size size) {
    // Nothing farther than the radius from the image can paint in it.
    const double margin = radius + 2;
    const Box box{-margin, -margin, size.width + margin, size.height + margin};
    std::vector<Capsule> capsules;
    const auto add = [&](PointF a, PointF b) {
        if (const auto s = clipped({a, b}, box)) capsules.emplace_back(*s, radius);
    };
    if (points.size() == 1) add(points[0], points[0]);
    for (std::size_t i = 1; i < points.size(); ++i)
        // A mouse that rests repeats its point.
        if (points[i] != points[i - 1] || i == 1) add(points[i - 1], points[i]);
    std::sort(capsules.begin(), capsules.end(),
              [](const Capsule& a, const Capsule& b) { return a.top() < b.top(); });

    std::vector<Span> spans, row;
    std::vector<const Capsule*> active;
    std::size_t next = 0;
    for (int y = 0; y < size.height && (next < capsules.size() || !active.empty()); ++y) {
        while (next < capsules.size() && capsules[next].top() <= y + 0.5) active.push_back(&capsules[next++]);
        std::erase_if(active, [&](const Capsule* c) { return c->bottom() < y + 0.5; });
        for (const Capsule* c : active)
            if (const Span span = c->spanOf(y, size.width); span.left < span.right) row.push_back(span);
        appendMerged(row, spans);
    }
    return spans;
}

/// Appends the pixels of the 8-connected line between the pixels under both ends: one a step of the longer
/// axis, the one nearest to the line of centres.
void appendLine(Segment s, Size size, std::vector<Span>& spans) {
    const auto cell = [](double v) { return static_cast<std::int64_t>(std::floor(v)); };
    std::int64_t ax = cell(s.a.x), ay = cell(s.a.y), bx = cell(s.b.x), by = cell(s.b.y);
    const bool steep = std::abs(by - ay) > std::abs(bx - ax);
    if (steep) {
        std::swap(ax, ay);
        std::swap(bx, by);
    }
    if (ax > bx) {
        std::swap(ax, bx);
        std::swap(ay, by);
    }
    const std::int64_t run = bx - ax, rise = by - ay;
    const std::int64_t last = std::min<std::int64_t>(bx, (steep ? size.height : size.width) - 1);
    for (std::int64_t u = std::max<std::int64_t>(ax, 0); u <= last; ++u) {
        std::int64_t v = ay;
        if (run > 0) {
            const std::int64_t twice = 2 * (u - ax) * rise + run;
            v += twice / (2 * run) - (twice % (2 * run) < 0 ? 1 : 0);
        }
        const auto x = steep ? v : u, y = steep ? u : v;
        if (x < 0 || y < 0 || x >= size.width || y >= size.height) continue;
        spans.push_back({static_cast<int>(y), static_cast<int>(x), static_cast<int>(x) + 1});
    }
}

std::vector<Span> lineSpans(const std::vector<PointF>& points, Size size) {
    // Only so far that the products of appendLine fit 64 bits.
    constexpr double kFar = 1 << 29;
    std::vector<Span> spans;
    for (std::size_t i = 0; i < points.size(); ++i)
        if (const auto s = clipped({points[i == 0 ? 0 : i - 1], points[i]}, {-kFar, -kFar, kFar, kFar}))
            appendLine(*s, size, spans);
    return spans;
}

/// The smallest rectangle of the spans' pixels whose label differs from `label`.
Rect changedBox(ImageView<const Label> labels, const std::vector<Span>& spans, Label label) {
    Rect box;
    for (const Span& span : spans) {
        const Label* row = labels.row(span.y);
        int left = span.left, right = span.right;
        while (left < right && row[left] == label) ++left;
        while (right > left && row[right - 1] == label) --right;
        if (left < right) box = box.united({left, span.y, right - left, 1});
    }
    return box;
}

std::vector<Label> copied(ImageView<const Label> part) {
    std::vector<Label> labels;
    labels.reserve(static_cast<std::size_t>(part.size().area()));
    for (int y = 0; y < part.height(); ++y)
        labels.insert(labels.end(), part.row(y), part.row(y) + part.width());
    return labels;
}

}  // namespace

LabelPatch paintStroke(ImageView<Label> labels, const Stroke& stroke) {
    if (!(stroke.widthPx >= kMinBrushPx && stroke.widthPx <= kMaxBrushPx))
        throw InvalidArgument("The width of a stroke must be from 1 to 2000 pixels.");
    for (const PointF p : stroke.points)
        if (!std::isfinite(p.x) || !std::isfinite(p.y))
            throw InvalidArgument("A point of a stroke is not a finite number.");
    if (labels.empty()) return {};

    const std::vector<Span> spans = stroke.widthPx == 1
                                        ? lineSpans(stroke.points, labels.size())
                                        : brushSpans(stroke.points, stroke.widthPx / 2, labels.size());
    LabelPatch patch;
    patch.rect = changedBox(labels, spans, stroke.label);
    if (patch.empty()) return patch;
    patch.before = copied(labels.sub(patch.rect));
    patch.after = patch.before;
    for (const Span& span : spans) {
        // What lies outside the box has the label already.
        const Rect inside = patch.rect.intersected({span.left, span.y, span.right - span.left, 1});
        if (inside.empty()) continue;
        const std::ptrdiff_t at =
            static_cast<std::ptrdiff_t>(span.y - patch.rect.y) * patch.rect.width + inside.x - patch.rect.x;
        std::fill_n(patch.after.begin() + at, inside.width, stroke.label);
    }
    applyPatch(labels, patch);
    return patch;
}

}  // namespace fretsaw
