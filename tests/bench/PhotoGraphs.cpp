// Reads and scales pictures.
// Their graphs are made in GrabCutGraphs.
#include "tests/bench/PhotoGraphs.h"

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "core/generate/Scene.h"
#include "core/image/Error.h"

namespace fretsaw::bench {

std::vector<PhotoWithBox> installedPhotos() {
    const std::string folder = "/usr/share/backgrounds/mate/";
    std::vector<PhotoWithBox> photos{{folder + "nature/Garden.jpg", 0.33, 0.15, 1, 1},
                                     {folder + "nature/TwoWings.jpg", 0.3, 0.2, 0.96, 1},
                                     {folder + "nature/YellowFlower.jpg", 0.18, 0, 1, 1},
                                     {folder + "nature/LadyBird.jpg", 0.6, 0.4, 0.78, 0.62},
                                     {folder + "abstract/Elephants_5640x3172.jpg", 0.28, 0.05, 0.68, 0.78}};
    std::erase_if(photos, [](const PhotoWithBox& p) { return !std::filesystem::exists(p.path); });
    return photos;
}

SizedPicture pictureAt(const PhotoWithBox& photo, std::optional<double> megapixels) {
    if (photo.path.empty()) {
        const double height = std::sqrt(megapixels.value_or(1) * 1e6 / 1.5);
        const Scene scene = makeScene(
            {static_cast<int>(std::lround(height * 1.5)), static_cast<int>(std::lround(height))}, 1);
        return {pictureOf(scene.picture), scene.box};
    }
    Picture picture = readPicture(photo.path);
    const double scale = megapixels ? std::sqrt(*megapixels / picture.megapixels()) : 1;
    if (std::abs(scale - 1) > 0.05)
        picture = scaledToWidth(picture, static_cast<int>(std::lround(scale * picture.bgr.cols)));
    const Rect box = boxOf(photo, picture.rgba->size());
    return {std::move(picture), box};
}

std::vector<test::GridGraph> grabCutGraphs(const SizedPicture& sized) {
    return grabCutGraphs(sized.picture.rgba, sized.box);
}

}  // namespace fretsaw::bench
