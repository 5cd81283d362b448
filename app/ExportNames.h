// Names of exported files, beside the source.
// Touches the disk only to see whether a name is taken.
#pragma once

#include <QString>
#include <functional>

namespace fretsaw::app {

enum class ExportKind { Mask, Cutout, Composite };

/// Where an export of `source` goes when nobody says otherwise: NAME_mask.png, NAME_cutout.png or
/// NAME_composite.png in its folder; where that is taken NAME_mask_1.png, _2 and so on, so a.jpg and a.png
/// never share a file. NAME is shortened where the file name would pass 255 bytes of UTF-8. An empty source
/// (a generated picture) gives "Untitled" in the folder for pictures. taken: null asks the disk; a batch
/// passes its own names as well.
[[nodiscard]] QString exportPath(const QString& source, ExportKind kind,
                                 const std::function<bool(const QString& path)>& taken = nullptr);

}  // namespace fretsaw::app
