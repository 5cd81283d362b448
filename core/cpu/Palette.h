// The distinct colours of a picture, and which of them each pixel has. What depends on a pixel's colour alone
// is computed once a colour: a photo has a few hundred thousand of them, whatever its size.
#pragma once

#include <cstdint>
#include <optional>
#include <stop_token>

#include "core/cpu/Parallel.h"
#include "core/cpu/PixelRows.h"
#include "core/image/Image.h"

namespace fretsaw::cpu {

/// One channel value after the other, so that one load fetches a colour.
struct PackedColour {
    std::int16_t c[4];
};

/// Costs of a colour in units, without the prior.
struct ClassCosts {
    std::int32_t foreground, background;
};

/// Immutable once made; alpha counts for nothing. Takes four bytes a pixel and four a colour.
class Palette {
public:
    /// Throws OutOfMemory. std::nullopt: stopped.
    static std::optional<Palette> of(ImageView<const Rgba8> picture, const Parallel& parallel,
                                     const std::stop_token& stop);

    /// Distinct colours: at least one.
    [[nodiscard]] int size() const { return static_cast<int>(colours_.size()); }
    /// Number of the colour of each pixel in a row, below size().
    [[nodiscard]] const std::uint32_t* row(int y) const { return numbers_.row(y); }

    /// All colours in a space, channel by channel. std::nullopt: stopped.
    [[nodiscard]] std::optional<ColourRow> colours(ColourSpace space, const PixelRows& rows,
                                                   const Parallel& parallel,
                                                   const std::stop_token& stop) const;
    [[nodiscard]] std::optional<Buffer<PackedColour>> packedColours(ColourSpace space, const PixelRows& rows,
                                                                    const Parallel& parallel,
                                                                    const std::stop_token& stop) const;
    /// Costs of all colours. std::nullopt: stopped.
    [[nodiscard]] std::optional<Buffer<ClassCosts>> costs(const DataCosts& costs, const PixelRows& rows,
                                                          const Parallel& parallel,
                                                          const std::stop_token& stop) const;

private:
    Buffer<Rgba8> colours_;
    Image<std::uint32_t> numbers_;
};

/// How often each colour of a palette occurs in either class of a mask, within a rectangle.
class ColourCounts {
public:
    /// Counts all pixels. Throws OutOfMemory. std::nullopt: stopped.
    static std::optional<ColourCounts> of(const Palette& palette, std::shared_ptr<const Mask> mask,
                                          Rect where, const Parallel& parallel, const std::stop_token& stop);
    /// The same for another mask, at the cost of comparing the two and counting where they differ. False:
    /// stopped, and the counts are worthless.
    bool update(const Palette& palette, std::shared_ptr<const Mask> mask, const std::stop_token& stop);

    [[nodiscard]] Rect where() const { return where_; }
    [[nodiscard]] const std::int32_t* foreground() const { return foreground_.data(); }
    [[nodiscard]] const std::int32_t* background() const { return background_.data(); }

private:
    std::shared_ptr<const Mask> mask_;
    Rect where_;
    Buffer<std::int32_t> foreground_, background_;
};

}  // namespace fretsaw::cpu
