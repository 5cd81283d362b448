// Makes scenes and reads PPM.
// Only what the bench needs: eight bits, no comments in the header.
#include "tests/gpubench/Pictures.h"

#include <cmath>
#include <cstdio>
#include <fstream>
#include <vector>

#include "core/generate/Scene.h"
#include "core/image/Error.h"

namespace fretsaw::bench {

BoxedPicture sceneOf(double megapixels) {
    const double height = std::sqrt(megapixels * 1e6 / 1.5);
    Scene scene =
        makeScene({static_cast<int>(std::lround(height * 1.5)), static_cast<int>(std::lround(height))}, 1);
    return {"scene", std::make_shared<const Image<Rgba8>>(std::move(scene.picture)), scene.box};
}

BoxedPicture ppmOf(const PhotoWithBox& photo) {
    std::ifstream in(photo.path, std::ios::binary);
    std::string magic;
    int width = 0, height = 0, most = 0;
    if (!(in >> magic >> width >> height >> most) || magic != "P6" || most != 255 || width < 1 || height < 1)
        throw IoError(photo.path, "is no 8-bit binary PPM");
    in.get();
    Image<Rgba8> image({width, height});
    std::vector<char> row(static_cast<std::size_t>(width) * 3);
    for (int y = 0; y < height; ++y) {
        if (!in.read(row.data(), static_cast<std::streamsize>(row.size())))
            throw IoError(photo.path, "ends too early");
        for (int x = 0; x < width; ++x) {
            const auto* rgb = reinterpret_cast<const std::uint8_t*>(row.data()) + 3 * x;
            image(x, y) = {rgb[0], rgb[1], rgb[2], 255};
        }
    }
    const Rect box = boxOf(photo, image.size());
    return {photo.name(), std::make_shared<const Image<Rgba8>>(std::move(image)), box};
}

}  // namespace fretsaw::bench
