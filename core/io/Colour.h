// ICC profiles to sRGB with Little CMS.
// Pixels only: where profiles come from and how alpha is stored is known elsewhere.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/image/Image.h"

namespace fretsaw::io {

/// Which pixels a profile speaks of.
enum class ColourModel : std::uint8_t { Grey, Rgb, Cmyk };

/// A conversion from one profile to sRGB: relative colorimetric with black point compensation. Alpha is not
/// touched. Used by one thread at a time.
class ToSrgb {
public:
    ToSrgb() = default;  ///< changes nothing
    /// From `icc`. usable() is false where Little CMS cannot read it or it is not for `model`. deep: 16 bits.
    ToSrgb(const std::vector<std::uint8_t>& icc, ColourModel model, bool deep);

    [[nodiscard]] bool usable() const { return usable_; }
    /// The conversion changes no colour by more than one 8-bit level: it can be left out.
    [[nodiscard]] bool isIdentity() const { return identity_; }
    [[nodiscard]] const std::string& description() const {
        return description_;
    }  ///< the profile's name, UTF-8

    /// count pixels, not in place. Grey profiles read the red channel. 16-bit pixels need deep = true.
    void convert(const Rgba8* from, Rgba8* to, int count) const;
    void convert(const Rgba16* from, Rgba16* to, int count) const;
    /// Interleaved inks, `stride` samples a pixel, full value = full ink.
    void convertInks(const std::uint8_t* inks, int stride, Rgba8* to, int count) const;
    void convertInks(const std::uint16_t* inks, int stride, Rgba16* to, int count) const;

private:
    void findIdentity();

    std::shared_ptr<void> transform_;  ///< cmsHTRANSFORM
    std::string description_;
    ColourModel model_ = ColourModel::Rgb;
    bool deep_ = false, usable_ = false, identity_ = true;
};

/// A conversion from sRGB to an RGB profile, for pixels put beside those of a photo with it. Used by one
/// thread at a time.
class FromSrgb {
public:
    FromSrgb() = default;  ///< changes nothing
    /// To `icc`, an RGB profile that ToSrgb could use. Throws Error where Little CMS cannot write with it.
    explicit FromSrgb(const std::vector<std::uint8_t>& icc);
    /// count pixels, in place. Alpha is not touched.
    void convert(Rgba16* pixels, int count) const;

private:
    std::shared_ptr<void> transform_;  ///< cmsHTRANSFORM
};

/// sRGB's transfer curve: light 0…1 to 0…65535. Values outside are clamped, NaN is black.
[[nodiscard]] std::uint16_t encodeSrgb16(float light);
/// Full range to full range, rounded.
[[nodiscard]] inline std::uint8_t to8Bits(std::uint16_t v) {
    return static_cast<std::uint8_t>((v * 255U + 32767U) / 65535U);
}
[[nodiscard]] inline Rgba8 to8Bits(Rgba16 p) {
    return {to8Bits(p.r), to8Bits(p.g), to8Bits(p.b), to8Bits(p.a)};
}

}  // namespace fretsaw::io
