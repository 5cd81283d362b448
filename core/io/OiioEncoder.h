// The writing half of the module that links OpenImageIO.
// For OiioDecoder.cpp, which exports it; others use Decoder.h.
#pragma once

#include "core/io/Decoder.h"

namespace fretsaw::io {

/// See openEncoder().
[[nodiscard]] std::unique_ptr<Encoder> createEncoder(const std::string& path, const std::string& writer,
                                                     Size size, const EncodedText& text, std::string& error);

}  // namespace fretsaw::io
