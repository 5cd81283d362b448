// A generator on a device that may fail, with another that takes over.
// Knows no device.
#pragma once

#include <functional>
#include <string>

#include "core/generate/Generator.h"

namespace fretsaw {

using GeneratorFactory = std::function<std::unique_ptr<Generator>()>;
/// Takes a sentence for people.
using GeneratorNews = std::function<void(const std::string&)>;

/// `first` makes the generator with the first picture. Where it, or making it, throws BackendError, the
/// reserve takes over for good; where it throws OutOfMemory, for that picture. The interrupted picture is
/// computed anew, with the same pixels, and news (may be empty) is told the reason: once of either kind, on
/// the thread that renders.
[[nodiscard]] std::unique_ptr<Generator> makeReserveGenerator(GeneratorFactory first,
                                                              GeneratorFactory reserve, GeneratorNews news);

}  // namespace fretsaw
