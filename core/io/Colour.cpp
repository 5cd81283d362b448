// Little CMS transforms and the sRGB curve.
// No files here.
#include "core/io/Colour.h"

#include <lcms2.h>

#include <array>
#include <cmath>
#include <cstdlib>

#include "core/image/Error.h"

namespace fretsaw::io {
namespace {

using Profile = std::unique_ptr<void, decltype(&cmsCloseProfile)>;
constexpr int kPiece = 256;  // pixels packed at a time for the library

cmsUInt32Number inputType(ColourModel model, bool deep) {
    switch (model) {
        case ColourModel::Grey:
            return deep ? TYPE_GRAY_16 : TYPE_GRAY_8;
        case ColourModel::Cmyk:
            return deep ? TYPE_CMYK_16 : TYPE_CMYK_8;
        default:
            return deep ? TYPE_RGB_16 : TYPE_RGB_8;
    }
}

cmsColorSpaceSignature signatureOf(ColourModel model) {
    switch (model) {
        case ColourModel::Grey:
            return cmsSigGrayData;
        case ColourModel::Cmyk:
            return cmsSigCmykData;
        default:
            return cmsSigRgbData;
    }
}

std::string nameOf(cmsHPROFILE profile) {
    std::array<wchar_t, 128> wide{};
    cmsGetProfileInfo(profile, cmsInfoDescription, "en", "US", wide.data(), wide.size() * sizeof(wchar_t));
    std::string text;
    for (const wchar_t c : wide) {
        if (c == 0) break;
        if (c >= 32 && c < 127) text.push_back(static_cast<char>(c));  // names are ASCII but for rare ones
    }
    return text.empty() ? "ICC profile" : text;
}

template <typename Sample, typename Pixel>
void convertPacked(cmsHTRANSFORM transform, bool grey, const Pixel* from, Pixel* to, int count) {
    std::array<Sample, 3 * kPiece> in, out;
    for (int begin = 0; begin < count; begin += kPiece) {
        const int n = std::min(kPiece, count - begin);
        for (int i = 0; i < n; ++i) {
            const Pixel& p = from[begin + i];
            if (grey) {
                in[static_cast<std::size_t>(i)] = p.r;
            } else {
                const auto at = static_cast<std::size_t>(3 * i);
                in[at] = p.r, in[at + 1] = p.g, in[at + 2] = p.b;
            }
        }
        cmsDoTransform(transform, in.data(), out.data(), static_cast<cmsUInt32Number>(n));
        for (int i = 0; i < n; ++i) {
            const auto at = static_cast<std::size_t>(3 * i);
            to[begin + i] = {out[at], out[at + 1], out[at + 2], from[begin + i].a};
        }
    }
}

template <typename Sample, typename Pixel>
void convertInkRows(cmsHTRANSFORM transform, const Sample* inks, int stride, Pixel* to, int count) {
    std::array<Sample, 4 * kPiece> in;
    std::array<Sample, 3 * kPiece> out;
    for (int begin = 0; begin < count; begin += kPiece) {
        const int n = std::min(kPiece, count - begin);
        for (int i = 0; i < n; ++i)
            std::copy_n(inks + static_cast<std::ptrdiff_t>(begin + i) * stride, 4, in.data() + 4 * i);
        cmsDoTransform(transform, in.data(), out.data(), static_cast<cmsUInt32Number>(n));
        for (int i = 0; i < n; ++i) {
            const auto at = static_cast<std::size_t>(3 * i);
            to[begin + i] = {out[at], out[at + 1], out[at + 2]};
        }
    }
}

}  // namespace

ToSrgb::ToSrgb(const std::vector<std::uint8_t>& icc, ColourModel model, bool deep)
    : model_(model), deep_(deep) {
    const Profile from(cmsOpenProfileFromMem(icc.data(), static_cast<cmsUInt32Number>(icc.size())),
                       &cmsCloseProfile);
    if (!from || cmsGetColorSpace(from.get()) != signatureOf(model)) return;
    const Profile to(cmsCreate_sRGBProfile(), &cmsCloseProfile);
    if (!to) return;
    cmsHTRANSFORM transform =
        cmsCreateTransform(from.get(), inputType(model, deep), to.get(), deep ? TYPE_RGB_16 : TYPE_RGB_8,
                           INTENT_RELATIVE_COLORIMETRIC, cmsFLAGS_BLACKPOINTCOMPENSATION | cmsFLAGS_NOCACHE);
    if (transform == nullptr) return;
    transform_ = std::shared_ptr<void>(transform, &cmsDeleteTransform);
    description_ = nameOf(from.get());
    usable_ = true;
    findIdentity();
}

void ToSrgb::findIdentity() {
    identity_ = model_ != ColourModel::Cmyk;
    constexpr int kStep = 17, kTolerance = 1;
    for (int r = 0; identity_ && r < 256; r += kStep)
        for (int g = 0; g < 256; g += kStep)
            for (int b = 0; b < 256; b += kStep) {
                const auto level = [](int v) { return static_cast<std::uint8_t>(v); };
                const bool grey = model_ == ColourModel::Grey;
                const Rgba8 from{level(r), level(grey ? r : g), level(grey ? r : b)};
                Rgba8 to = from;
                if (deep_) {
                    const auto deepen = [](std::uint8_t v) { return static_cast<std::uint16_t>(v * 257); };
                    Rgba16 wide{deepen(from.r), deepen(from.g), deepen(from.b)}, out;
                    convert(&wide, &out, 1);
                    to = to8Bits(out);
                } else {
                    convert(&from, &to, 1);
                }
                identity_ = identity_ && std::abs(from.r - to.r) <= kTolerance &&
                            std::abs(from.g - to.g) <= kTolerance && std::abs(from.b - to.b) <= kTolerance;
            }
}

void ToSrgb::convert(const Rgba8* from, Rgba8* to, int count) const {
    convertPacked<std::uint8_t>(transform_.get(), model_ == ColourModel::Grey, from, to, count);
}

void ToSrgb::convert(const Rgba16* from, Rgba16* to, int count) const {
    convertPacked<std::uint16_t>(transform_.get(), model_ == ColourModel::Grey, from, to, count);
}

void ToSrgb::convertInks(const std::uint8_t* inks, int stride, Rgba8* to, int count) const {
    convertInkRows(transform_.get(), inks, stride, to, count);
}

void ToSrgb::convertInks(const std::uint16_t* inks, int stride, Rgba16* to, int count) const {
    convertInkRows(transform_.get(), inks, stride, to, count);
}

FromSrgb::FromSrgb(const std::vector<std::uint8_t>& icc) {
    const Profile from(cmsCreate_sRGBProfile(), &cmsCloseProfile);
    const Profile to(cmsOpenProfileFromMem(icc.data(), static_cast<cmsUInt32Number>(icc.size())),
                     &cmsCloseProfile);
    cmsHTRANSFORM transform = nullptr;
    if (from && to)
        transform =
            cmsCreateTransform(from.get(), TYPE_RGB_16, to.get(), TYPE_RGB_16, INTENT_RELATIVE_COLORIMETRIC,
                               cmsFLAGS_BLACKPOINTCOMPENSATION | cmsFLAGS_NOCACHE);
    if (transform == nullptr) throw Error("The photo's colour profile cannot be written with.");
    transform_ = std::shared_ptr<void>(transform, &cmsDeleteTransform);
}

void FromSrgb::convert(Rgba16* pixels, int count) const {
    if (transform_) convertPacked<std::uint16_t>(transform_.get(), false, pixels, pixels, count);
}

std::uint16_t encodeSrgb16(float light) {
    if (!(light > 0)) return 0;  // NaN as well
    if (light >= 1) return 65535;
    const float encoded = light <= 0.0031308F ? 12.92F * light : 1.055F * std::pow(light, 1 / 2.4F) - 0.055F;
    return static_cast<std::uint16_t>(encoded * 65535.0F + 0.5F);
}

}  // namespace fretsaw::io
