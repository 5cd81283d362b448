// ICC profiles made for tests.
// Expected colours are computed by the tests themselves, not by Little CMS.
#pragma once

#include "tests/common/TemporaryFolder.h"

namespace fretsaw::test {

/// sRGB's primaries with the curve v^gamma instead of sRGB's.
[[nodiscard]] Bytes rgbProfile(double gamma);
/// D50 grey with the curve v^gamma.
[[nodiscard]] Bytes greyProfile(double gamma);
/// Inks whose lightness is 100·(1 − black)·(1 − (cyan + magenta + yellow)/3), without colour: no naive
/// conversion gives that.
[[nodiscard]] Bytes cmykProfile();

}  // namespace fretsaw::test
