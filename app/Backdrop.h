// A document's background as files of results want it: the same for the editor and the command line.
// Nothing is rendered or written here.
#pragma once

#include <memory>
#include <stop_token>
#include <utility>

#include "core/generate/Background.h"
#include "core/io/ImageFile.h"
#include "core/segment/Labels.h"

namespace fretsaw::app {

/// What stands behind this photo, whose mask formulas may read. generator outlives it and is not used by
/// anything else meanwhile. Throws InvalidArgument, as placementOf().
[[nodiscard]] inline io::Backdrop backdropOf(Generator& generator, const Background& background,
                                             const io::Photo& photo, std::shared_ptr<const Mask> mask,
                                             std::stop_token stop) {
    generator.setDocument(
        std::make_shared<const DocumentPictures>(DocumentPictures{photo.srgb, std::move(mask)}));
    auto picture =
        std::make_shared<PlacedPicture>(generator, background.recipe, placementOf(background, photo.size()));
    return {[picture = std::move(picture), stop = std::move(stop)](ImageView<Rgb32f> rows, int top) {
                return picture->renderInto({0, top, rows.width(), rows.height()}, rows, stop);
            },
            background.recipe.text()};
}

}  // namespace fretsaw::app
