// Looks up one tag of the first TIFF directory.
// No other EXIF data is of interest.
#include "core/io/Exif.h"

namespace fretsaw::io {

int exifOrientation(const std::uint8_t* bytes, std::size_t count) {
    constexpr std::size_t kEntryBytes = 12;
    constexpr unsigned kOrientationTag = 274;
    if (count < 8 || bytes[0] != bytes[1] || (bytes[0] != 'I' && bytes[0] != 'M')) return 0;
    const bool little = bytes[0] == 'I';
    const auto number = [&](std::size_t offset, std::size_t size) {
        std::size_t value = 0;
        for (std::size_t i = 0; i < size; ++i) {
            const std::size_t at = offset + (little ? size - 1 - i : i);
            value = value << 8 | (at < count ? bytes[at] : 0U);
        }
        return value;
    };
    const std::size_t directory = number(4, 4), entries = number(directory, 2);
    for (std::size_t i = 0; i < entries; ++i) {
        const std::size_t entry = directory + 2 + kEntryBytes * i;
        if (entry + kEntryBytes > count) return 0;
        if (number(entry, 2) == kOrientationTag) return static_cast<int>(number(entry + 8, 2));
    }
    return 0;
}

}  // namespace fretsaw::io
