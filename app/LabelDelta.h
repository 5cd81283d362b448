// What one undo step keeps of the label plane: the changed pixels alone, and how they are gathered while a
// stroke is painted. No undo stack and no engine here.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "core/image/Image.h"
#include "core/segment/Labels.h"

namespace fretsaw::app {

/// The pixels that an action changed, as horizontal spans with equal labels before and equal labels after:
/// 12 bytes a span, so that a stroke costs its outline and not its area. Any thread, value.
class LabelDelta {
public:
    LabelDelta() = default;

    /// Adds a change of one pixel; pixels come row by row, left to right, each at most once. Equal labels add
    /// nothing.
    void add(int x, int y, Label before, Label after);

    /// Gives back the memory that was reserved for growing.
    void shrink() { spans_.shrink_to_fit(); }

    [[nodiscard]] bool empty() const { return spans_.empty(); }
    /// Memory held, in bytes.
    [[nodiscard]] std::size_t bytes() const { return spans_.capacity() * sizeof(Span); }
    /// The change (forward) or its inverse as patches for a plane that looks like `labels` now: one for each
    /// tile of 256 pixels that changes, so that a long thin stroke does not become one huge rectangle.
    [[nodiscard]] std::vector<LabelPatch> patches(ImageView<const Label> labels, bool forward) const;

private:
    struct Span {
        std::int32_t x, y;
        std::uint16_t length;
        Label before, after;
    };
    std::vector<Span> spans_;
};

/// Cuts a patch along tiles of 256 pixels and drops tiles in which nothing changes. Small patches stay whole.
[[nodiscard]] std::vector<LabelPatch> splitPatch(LabelPatch patch);

/// Remembers the labels under a stroke from before its first touch, tile by tile, while it is painted.
class StrokeRecord {
public:
    /// patch: what was just painted; labels: the plane after it.
    void note(ImageView<const Label> labels, const LabelPatch& patch);
    /// All that differs now from before the stroke.
    [[nodiscard]] LabelDelta delta(ImageView<const Label> labels) const;

private:
    std::map<std::pair<int, int>, std::vector<Label>> tiles_;  ///< by (row, column) of the tile
};

}  // namespace fretsaw::app
