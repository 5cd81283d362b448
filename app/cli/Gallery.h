// The gallery of generators: a page of text with a picture and the recipe of each.
// What the generators are is in core/generate.
#pragma once

#include <string>

namespace fretsaw::cli {

/// Writes gallery.md and, into the folder gallery beside it, a small PNG of every generator as it is by
/// default. `folder` is made where it is missing. Throws Error.
void writeGallery(const std::string& folder);

}  // namespace fretsaw::cli
