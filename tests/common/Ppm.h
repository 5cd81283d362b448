// Reads binary PPM, as `fretsaw-cli convert` writes it, for programs that know no image files.
// 8 bits a channel, no comments inside the header.
#pragma once

#include <cstdint>
#include <fstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "core/image/Image.h"

namespace fretsaw::test {

/// Throws std::runtime_error for anything but a binary 8-bit PPM.
inline Image<Rgba8> readPpm(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    std::string magic;
    int width = 0, height = 0, largest = 0;
    file >> magic >> width >> height >> largest;
    file.get();  // the one white space before the pixels
    if (!file || magic != "P6" || width <= 0 || height <= 0 || largest != 255)
        throw std::runtime_error(path + " is no binary 8-bit PPM");
    Image<Rgba8> image({width, height});
    std::vector<std::uint8_t> row(3 * static_cast<std::size_t>(width));
    for (int y = 0; y < height; ++y) {
        if (!file.read(reinterpret_cast<char*>(row.data()), static_cast<std::streamsize>(row.size())))
            throw std::runtime_error(path + " ends too early");
        for (int x = 0; x < width; ++x) {
            const std::uint8_t* p = row.data() + 3 * static_cast<std::ptrdiff_t>(x);
            image(x, y) = {p[0], p[1], p[2], 255};
        }
    }
    return image;
}

}  // namespace fretsaw::test
