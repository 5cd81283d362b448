// Bytes of TIFF, EXIF, PNG chunks, WebP containers, GIF and DNG.
// Nothing is read here.
#include "tests/io/MadeFiles.h"

#include <zlib.h>

#include <algorithm>
#include <stdexcept>

namespace fretsaw::test {
namespace {

void append(Bytes& to, const Bytes& from) {
    to.insert(to.end(), from.begin(), from.end());
}
void append(Bytes& to, const std::string& from) {
    to.insert(to.end(), from.begin(), from.end());
}

Bytes number(std::uint64_t value, int bytes, bool bigEndian) {
    Bytes out;
    for (int i = 0; i < bytes; ++i) {
        const int shift = 8 * (bigEndian ? bytes - 1 - i : i);
        out.push_back(static_cast<std::uint8_t>(value >> shift));
    }
    return out;
}

Bytes inserted(const Bytes& file, std::size_t at, const Bytes& what) {
    Bytes out = file;
    out.insert(out.begin() + static_cast<std::ptrdiff_t>(at), what.begin(), what.end());
    return out;
}

Bytes jpegSegment(int marker, const Bytes& body) {
    Bytes segment{0xFF, static_cast<std::uint8_t>(marker)};
    append(segment, number(body.size() + 2, 2, true));
    append(segment, body);
    return segment;
}

}  // namespace

Bytes shorts(const std::vector<int>& values, bool bigEndian) {
    Bytes out;
    for (const int v : values) append(out, number(static_cast<std::uint64_t>(v), 2, bigEndian));
    return out;
}

Bytes tiff(int width, int height, bool bigEndian, std::vector<TiffEntry> entries, const Bytes& samples) {
    constexpr std::uint64_t kHead = 8;
    const auto has = [&](int tag) {
        return std::any_of(entries.begin(), entries.end(), [&](const TiffEntry& e) { return e.tag == tag; });
    };
    entries.push_back({256, 4, {width}});
    entries.push_back({257, 4, {height}});
    if (!samples.empty()) {
        entries.push_back({278, 4, {height}});
        if (!has(273)) {
            entries.push_back({273, 4, {static_cast<std::int64_t>(kHead)}});
            entries.push_back({279, 4, {static_cast<std::int64_t>(samples.size())}});
        }
    }
    std::sort(entries.begin(), entries.end(),
              [](const TiffEntry& a, const TiffEntry& b) { return a.tag < b.tag; });
    const std::uint64_t directory = kHead + (samples.size() + 1) / 2 * 2;
    const std::uint64_t beyond = directory + 2 + 12 * entries.size() + 4;
    Bytes out, values;
    append(out, std::string(bigEndian ? "MM" : "II"));
    append(out, number(42, 2, bigEndian));
    append(out, number(directory, 4, bigEndian));
    append(out, samples);
    out.resize(directory);
    append(out, number(entries.size(), 2, bigEndian));
    for (const TiffEntry& entry : entries) {
        const bool rational = entry.type == 5 || entry.type == 10;
        const int bytes = entry.type == 3 ? 2 : entry.type == 4 || rational ? 4 : 1;
        Bytes body;
        for (const std::int64_t v : entry.values)
            append(body, number(static_cast<std::uint64_t>(v), bytes, bigEndian));
        append(out, number(static_cast<std::uint64_t>(entry.tag), 2, bigEndian));
        append(out, number(static_cast<std::uint64_t>(entry.type), 2, bigEndian));
        append(out, number(entry.values.size() / (rational ? 2 : 1), 4, bigEndian));
        if (body.size() <= 4) {
            body.resize(4);
            append(out, body);
        } else {
            append(out, number(beyond + values.size(), 4, bigEndian));
            body.resize((body.size() + 1) / 2 * 2);
            append(values, body);
        }
    }
    append(out, number(0, 4, bigEndian));
    append(out, values);
    return out;
}

Bytes exif(int orientation) {
    Bytes out{'I', 'I', 42, 0, 8, 0, 0, 0, 1, 0};
    append(out, number(274, 2, false));
    append(out, number(3, 2, false));
    append(out, number(1, 4, false));
    append(out, number(static_cast<std::uint64_t>(orientation), 4, false));
    append(out, number(0, 4, false));
    return out;
}

Bytes jpegWithExif(const Bytes& jpeg, int orientation) {
    Bytes body{'E', 'x', 'i', 'f', 0, 0};
    append(body, exif(orientation));
    return inserted(jpeg, 2, jpegSegment(0xE1, body));
}

Bytes jpegWithProfile(const Bytes& jpeg, const Bytes& icc) {
    Bytes body;
    append(body, std::string("ICC_PROFILE\0\1\1", 14));
    append(body, icc);
    return inserted(jpeg, 2, jpegSegment(0xE2, body));
}

Bytes pngChunk(const std::string& type, const Bytes& body) {
    Bytes chunk = number(body.size(), 4, true), checked;
    append(checked, type);
    append(checked, body);
    append(chunk, checked);
    append(chunk, number(crc32(0, checked.data(), static_cast<uInt>(checked.size())), 4, true));
    return chunk;
}

Bytes pngWithChunk(const Bytes& png, const Bytes& chunk) {
    constexpr std::size_t kBehindHeader = 8 + 12 + 13;
    return inserted(png, kBehindHeader, chunk);
}

Bytes pngWithExif(const Bytes& png, int orientation) {
    return pngWithChunk(png, pngChunk("eXIf", exif(orientation)));
}

std::vector<std::string> pngChunkTypes(const Bytes& png) {
    std::vector<std::string> types;
    for (std::size_t at = 8; at + 12 <= png.size();) {
        const std::size_t length = static_cast<std::size_t>(png[at]) << 24 |
                                   static_cast<std::size_t>(png[at + 1]) << 16 |
                                   static_cast<std::size_t>(png[at + 2]) << 8 | png[at + 3];
        types.emplace_back(png.begin() + static_cast<std::ptrdiff_t>(at) + 4,
                           png.begin() + static_cast<std::ptrdiff_t>(at) + 8);
        at += 12 + length;
    }
    return types;
}

Bytes webpWithExif(const Bytes& webp, int width, int height, int orientation) {
    constexpr std::uint8_t kExifFlag = 0x08;
    Bytes body;
    append(body, std::string("WEBPVP8X"));
    append(body, number(10, 4, false));
    append(body, number(kExifFlag, 4, false));
    append(body, number(static_cast<std::uint64_t>(width - 1), 3, false));
    append(body, number(static_cast<std::uint64_t>(height - 1), 3, false));
    body.insert(body.end(), webp.begin() + 12, webp.end());  // the picture's own chunk
    append(body, std::string("EXIF"));
    append(body, number(exif(orientation).size(), 4, false));
    append(body, exif(orientation));
    Bytes out;
    append(out, std::string("RIFF"));
    append(out, number(body.size(), 4, false));
    append(out, body);
    return out;
}

Bytes heicTurned(const Bytes& heic, int quarterTurns) {
    Bytes out = heic;
    const auto find = [&](const char* name) {
        const auto at = std::search(out.begin(), out.end(), name, name + 4);
        if (at == out.end()) throw std::runtime_error(std::string("heif-enc wrote no box ") + name);
        return static_cast<std::size_t>(at - out.begin());
    };
    const auto add = [&](std::size_t at, int bytes, std::uint64_t more) {
        std::uint64_t value = 0;
        for (int i = 0; i < bytes; ++i) value = value << 8 | out[at + static_cast<std::size_t>(i)];
        const Bytes sum = number(value + more, bytes, true);
        std::copy(sum.begin(), sum.end(), out.begin() + static_cast<std::ptrdiff_t>(at));
    };
    constexpr std::uint64_t kBox = 9, kLink = 1;  // bytes that the rotation and its link to the picture take
    const std::size_t ipma = find("ipma");
    const std::uint8_t properties = out[ipma + 14];  // of the first picture, which are all there are
    add(find("meta") - 4, 4, kBox + kLink);
    add(find("iprp") - 4, 4, kBox + kLink);
    add(find("ipco") - 4, 4, kBox);
    add(ipma - 4, 4, kLink);
    add(ipma + 14, 1, 1);
    const std::size_t iloc = find("iloc");  // places of data behind the boxes, which move
    for (int item = 0; item < out[iloc + 11]; ++item)
        add(iloc + 12 + 18 * static_cast<std::size_t>(item) + 4, 4, kBox + kLink);
    const auto essential = static_cast<std::uint8_t>(0x80 | (properties + 1));
    out = inserted(out, ipma + 15 + properties, Bytes{essential});
    Bytes box = number(kBox, 4, true);
    append(box, std::string("irot"));
    box.push_back(static_cast<std::uint8_t>(quarterTurns));
    return inserted(out, ipma - 4, box);
}

Bytes gif(int canvasWidth, int canvasHeight, int frameWidth, int frameHeight) {
    Bytes out;
    append(out, std::string("GIF89a"));
    append(out, shorts({canvasWidth, canvasHeight}, false));
    append(out, Bytes{0x80, 0, 0, 200, 100, 50, 0, 0, 0});  // two colours
    append(out, Bytes{0x2C, 0, 0, 0, 0});
    append(out, shorts({frameWidth, frameHeight}, false));
    out.push_back(0);
    out.push_back(2);  // minimum code size
    // Uncompressed LZW: clear, then single codes of 3 bits with a clear before the table grows.
    std::vector<int> codes;
    for (int i = 0; i < frameWidth * frameHeight; ++i) {
        if (i % 2 == 0) codes.push_back(4);
        codes.push_back(0);
    }
    codes.push_back(5);
    Bytes packed;
    int bits = 0, held = 0;
    for (const int code : codes) {
        held |= code << bits;
        for (bits += 3; bits >= 8; bits -= 8, held >>= 8) packed.push_back(static_cast<std::uint8_t>(held));
    }
    packed.push_back(static_cast<std::uint8_t>(held));
    for (std::size_t at = 0; at < packed.size(); at += 255) {
        const std::size_t count = std::min<std::size_t>(255, packed.size() - at);
        out.push_back(static_cast<std::uint8_t>(count));
        out.insert(out.end(), packed.begin() + static_cast<std::ptrdiff_t>(at),
                   packed.begin() + static_cast<std::ptrdiff_t>(at + count));
    }
    append(out, Bytes{0, 0x3B});
    return out;
}

Bytes dng(int width, int height, int orientation, int red, int green, int blue) {
    std::vector<int> mosaic;
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x) mosaic.push_back(x % 2 != y % 2 ? green : y % 2 == 0 ? red : blue);
    const auto text = [](const std::string& s) {
        std::vector<std::int64_t> values(s.begin(), s.end());
        values.push_back(0);
        return values;
    };
    // The matrix of a camera whose colours are sRGB's primaries (XYZ under D65 to linear RGB).
    const std::vector<std::int64_t> matrix{32406, 10000, -15372, 10000, -4986, 10000, -9689, 10000, 18758,
                                           10000, 415,   10000,  557,   10000, -2040, 10000, 10570, 10000};
    return tiff(width, height, false,
                {{254, 4, {0}},
                 {258, 3, {16}},
                 {259, 3, {1}},
                 {262, 3, {32803}},
                 {271, 2, text("Test")},
                 {272, 2, text("Test camera")},
                 {274, 3, {orientation}},
                 {277, 3, {1}},
                 {284, 3, {1}},
                 {33421, 3, {2, 2}},
                 {33422, 1, {0, 1, 1, 2}},
                 {50706, 1, {1, 4, 0, 0}},
                 {50707, 1, {1, 1, 0, 0}},
                 {50708, 2, text("Test camera")},
                 {50714, 4, {0}},
                 {50717, 4, {65535}},
                 {50721, 10, matrix},
                 {50728, 5, {1, 1, 1, 1, 1, 1}},
                 {50778, 3, {21}}},
                shorts(mosaic, false));
}

}  // namespace fretsaw::test
