// Spans of changed labels and the tiles under a running stroke.
// No undo stack and no engine here.
#include "app/LabelDelta.h"

#include <algorithm>
#include <limits>

namespace fretsaw::app {
namespace {

constexpr int kPatchTile = 256;  // of patches that go to the engine
constexpr int kRecordTile = 64;  // of labels kept while painting

/// Calls visit(tile, rect) for each tile of edge `edge` that shares pixels with `area`; rect is the shared
/// part.
template <typename Visit>
void forEachTile(Rect area, int edge, Visit visit) {
    for (int ty = area.y / edge; ty * edge < area.bottom(); ++ty) {
        for (int tx = area.x / edge; tx * edge < area.right(); ++tx) {
            visit(std::pair{ty, tx}, area.intersected({tx * edge, ty * edge, edge, edge}));
        }
    }
}

/// View of a patch's labels in image coordinates is not possible for views, so rows are addressed relative to
/// it.
ImageView<const Label> viewOf(const std::vector<Label>& labels, Rect rect) {
    return {labels.data(), rect.size(), rect.width};
}

/// `inner` (image coordinates) as seen from the origin of `outer`.
Rect relativeTo(Rect inner, Rect outer) {
    return {inner.x - outer.x, inner.y - outer.y, inner.width, inner.height};
}

std::vector<Label> copyOf(ImageView<const Label> view) {
    std::vector<Label> out;
    out.reserve(static_cast<std::size_t>(view.size().area()));
    for (int y = 0; y < view.height(); ++y) out.insert(out.end(), view.row(y), view.row(y) + view.width());
    return out;
}

}  // namespace

void LabelDelta::add(int x, int y, Label before, Label after) {
    if (before == after) return;
    if (!spans_.empty()) {
        Span& last = spans_.back();
        const bool continues = last.y == y && last.x + last.length == x && last.before == before &&
                               last.after == after && last.length < std::numeric_limits<std::uint16_t>::max();
        if (continues) {
            ++last.length;
            return;
        }
    }
    spans_.push_back({x, y, 1, before, after});
}

std::vector<LabelPatch> LabelDelta::patches(ImageView<const Label> labels, bool forward) const {
    // A span may cross tiles: it is cut first, so that each tile's rectangle is the smallest around its
    // pieces.
    std::map<std::pair<int, int>, std::pair<Rect, std::vector<Span>>> tiles;
    for (const Span& span : spans_) {
        forEachTile({span.x, span.y, span.length, 1}, kPatchTile, [&](std::pair<int, int> tile, Rect part) {
            auto& [rect, pieces] = tiles[tile];
            rect = rect.united(part);
            pieces.push_back(
                {part.x, part.y, static_cast<std::uint16_t>(part.width), span.before, span.after});
        });
    }
    std::vector<LabelPatch> patches;
    patches.reserve(tiles.size());
    for (const auto& [tile, content] : tiles) {
        const auto& [rect, pieces] = content;
        LabelPatch patch{rect, copyOf(labels.sub(rect)), {}};
        patch.after = patch.before;
        for (const Span& piece : pieces) {
            const std::ptrdiff_t first =
                static_cast<std::ptrdiff_t>(piece.y - rect.y) * rect.width + piece.x - rect.x;
            std::fill_n(patch.after.begin() + first, piece.length, forward ? piece.after : piece.before);
        }
        patches.push_back(std::move(patch));
    }
    return patches;
}

std::vector<LabelPatch> splitPatch(LabelPatch patch) {
    std::vector<LabelPatch> parts;
    if (patch.empty()) return parts;
    if (patch.rect.area() <= kPatchTile * kPatchTile) {
        parts.push_back(std::move(patch));
        return parts;
    }
    const ImageView<const Label> before = viewOf(patch.before, patch.rect);
    const ImageView<const Label> after = viewOf(patch.after, patch.rect);
    forEachTile(patch.rect, kPatchTile, [&](std::pair<int, int>, Rect part) {
        const Rect local = relativeTo(part, patch.rect);
        LabelPatch piece{part, copyOf(before.sub(local)), copyOf(after.sub(local))};
        if (piece.before != piece.after) parts.push_back(std::move(piece));
    });
    return parts;
}

void StrokeRecord::note(ImageView<const Label> labels, const LabelPatch& patch) {
    if (patch.empty()) return;
    const ImageView<const Label> before = viewOf(patch.before, patch.rect);
    const ImageView<const Label> after = viewOf(patch.after, patch.rect);
    forEachTile(patch.rect, kRecordTile, [&](std::pair<int, int> tile, Rect part) {
        if (tiles_.contains(tile)) return;
        const Rect local = relativeTo(part, patch.rect);
        bool changed = false;
        for (int y = 0; y < part.height && !changed; ++y) {
            const Label* row = before.row(local.y + y) + local.x;
            changed = !std::equal(row, row + part.width, after.row(local.y + y) + local.x);
        }
        if (!changed) return;
        const Rect whole = labels.bounds().intersected(
            {tile.second * kRecordTile, tile.first * kRecordTile, kRecordTile, kRecordTile});
        std::vector<Label> original = copyOf(labels.sub(whole));
        const Rect inTile = relativeTo(part, whole);
        for (int y = 0; y < part.height; ++y) {
            std::copy_n(
                before.row(local.y + y) + local.x, part.width,
                original.begin() + static_cast<std::ptrdiff_t>(inTile.y + y) * whole.width + inTile.x);
        }
        tiles_.emplace(tile, std::move(original));
    });
}

LabelDelta StrokeRecord::delta(ImageView<const Label> labels) const {
    LabelDelta delta;
    // Row by row through a whole row of tiles, so that spans join across neighbours.
    for (auto first = tiles_.begin(); first != tiles_.end();) {
        auto last = first;
        while (last != tiles_.end() && last->first.first == first->first.first) ++last;
        const int top = first->first.first * kRecordTile;
        const int bottom = std::min(top + kRecordTile, labels.height());
        for (int y = top; y < bottom; ++y) {
            for (auto tile = first; tile != last; ++tile) {
                const int left = tile->first.second * kRecordTile;
                const int width = std::min(kRecordTile, labels.width() - left);
                const Label* original = tile->second.data() + static_cast<std::ptrdiff_t>(y - top) * width;
                const Label* now = labels.row(y) + left;
                for (int x = 0; x < width; ++x) delta.add(left + x, y, original[x], now[x]);
            }
        }
        first = last;
    }
    delta.shrink();
    return delta;
}

}  // namespace fretsaw::app
