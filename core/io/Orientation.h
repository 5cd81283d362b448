// The eight EXIF orientations as a map from stored to upright pixels.
// Which value a file carries is found elsewhere.
#pragma once

#include "core/image/Image.h"

namespace fretsaw::io {

/// Turns stored pixels upright. orientation: 1…8 as in EXIF; every other value counts as 1.
class Upright {
public:
    Upright(Size stored, int orientation)
        : stored_(stored), orientation_(orientation >= 1 && orientation <= 8 ? orientation : 1) {}

    [[nodiscard]] int orientation() const { return orientation_; }
    [[nodiscard]] Size size() const {
        return orientation_ >= 5 ? Size{stored_.height, stored_.width} : stored_;
    }
    /// Puts one stored row in its place of the upright image.
    template <typename T>
    void placeRow(const T* row, int y, ImageView<T> upright) const {
        const int w = stored_.width, lastX = w - 1, lastY = stored_.height - 1;
        switch (orientation_) {
            case 2:
                std::reverse_copy(row, row + w, upright.row(y));
                break;
            case 3:
                std::reverse_copy(row, row + w, upright.row(lastY - y));
                break;
            case 4:
                std::copy(row, row + w, upright.row(lastY - y));
                break;
            case 5:
                for (int x = 0; x < w; ++x) upright(y, x) = row[x];
                break;
            case 6:
                for (int x = 0; x < w; ++x) upright(lastY - y, x) = row[x];
                break;
            case 7:
                for (int x = 0; x < w; ++x) upright(lastY - y, lastX - x) = row[x];
                break;
            case 8:
                for (int x = 0; x < w; ++x) upright(y, lastX - x) = row[x];
                break;
            default:
                std::copy(row, row + w, upright.row(y));
                break;
        }
    }

private:
    Size stored_;
    int orientation_;
};

}  // namespace fretsaw::io
