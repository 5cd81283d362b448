// JPEG files of four inks (CMYK, YCCK), read with libjpeg: OpenImageIO turns them into RGB without their
// profile. All other JPEG files go through OpenImageIO.
#pragma once

#include <memory>
#include <string>

#include "core/io/Decoder.h"

namespace fretsaw::io {

/// Null: `error` says why. Samples are inks, full value = full ink.
[[nodiscard]] std::unique_ptr<Decoder> openInkJpeg(const std::string& path, std::string& error);

}  // namespace fretsaw::io
