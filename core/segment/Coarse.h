// A smaller copy of a picture on which models are found quickly, and what labels and masks look like there.
// Each pixel of the picture belongs to exactly one cell: cell c covers ⌊c·W/w⌋ … ⌊(c+1)·W/w⌋−1.
#pragma once

#include <optional>
#include <stop_token>

#include "core/image/Image.h"
#include "core/segment/Labels.h"

namespace fretsaw {

/// Pictures up to this size are segmented as they are.
inline constexpr std::int64_t kCoarsePixels = 1'048'576;

/// Largest grid of about the same shape with at most `most` cells.
[[nodiscard]] Size coarseSize(Size full, std::int64_t most = kCoarsePixels);
/// Rows firstRow … endRow − 1 of the coarse picture: mean colour of each cell, rounded. Any number of
/// threads, each with its rows.
void averageCells(ImageView<const Rgba8> full, ImageView<Rgba8> coarse, int firstRow, int endRow);
/// The cells that a rectangle of the full grid touches.
[[nodiscard]] Rect coarseRect(Rect rect, Size full, Size coarse);
/// Labels of the cells of `cells`. Thin strokes do not vanish: one sure pixel makes its cell sure, else one
/// probable pixel makes it probable; of both classes the one with more pixels wins, foreground if equal.
/// std::nullopt: stopped.
[[nodiscard]] std::optional<Image<Label>> coarseLabels(ImageView<const Label> full, Size coarse, Rect cells,
                                                       const std::stop_token& stop);
/// 255 where at least half of a cell's pixels are.
[[nodiscard]] Image<std::uint8_t> coarseMask(ImageView<const std::uint8_t> full, Size coarse);
/// Every pixel as its cell.
[[nodiscard]] Image<std::uint8_t> enlargedMask(ImageView<const std::uint8_t> coarse, Size full);

}  // namespace fretsaw
