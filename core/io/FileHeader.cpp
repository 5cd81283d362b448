// Magic bytes and picture sizes of the allowed formats.
// Nothing is decoded; every number may be a lie, so every offset is checked by FileBytes.
#include "core/io/FileHeader.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>
#include <string_view>

#include "core/io/Exif.h"

namespace fretsaw::io {
namespace {

using namespace std::string_view_literals;

constexpr std::uint32_t kLargestExif = 1U << 20;

struct FormatNames {
    const char* display;
    const char* reader;
};
constexpr std::array<FormatNames, 11> kNames{{{"unknown", ""},
                                              {"JPEG", "jpeg"},
                                              {"PNG", "png"},
                                              {"TIFF", "tiff"},
                                              {"WebP", "webp"},
                                              {"BMP", "bmp"},
                                              {"GIF", "gif"},
                                              {"OpenEXR", "openexr"},
                                              {"HEIF", "heif"},
                                              {"PNM", "pnm"},
                                              {"camera RAW", "raw"}}};

std::string lowerExtension(const std::string& path) {
    const auto dot = path.find_last_of("./");
    if (dot == std::string::npos || path[dot] != '.') return {};
    std::string ending = path.substr(dot + 1);
    std::transform(ending.begin(), ending.end(), ending.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return ending;
}

/// The first value of a tag in the first directory of a classic TIFF; std::nullopt where it is not there.
std::optional<std::uint32_t> tiffValue(const FileBytes& file, std::uint32_t tag) {
    const bool little = file.bigEndian(0, 1) == 'I';
    const auto number = [&](std::uint64_t offset, int bytes) {
        return little ? file.littleEndian(offset, bytes) : file.bigEndian(offset, bytes);
    };
    constexpr std::uint32_t kShort = 3;
    const std::uint64_t directory = number(4, 4);
    const std::uint32_t entries = number(directory, 2);
    for (std::uint32_t i = 0; i < entries; ++i) {
        const std::uint64_t entry = directory + 2 + 12 * static_cast<std::uint64_t>(i);
        if (entry >= file.size()) break;
        if (number(entry, 2) == tag) return number(entry + 8, number(entry + 2, 2) == kShort ? 2 : 4);
    }
    return std::nullopt;
}

/// Camera RAW files that are TIFF inside: Canon's mark, DNG's version tag, or else the ending.
bool isRawTiff(const FileBytes& file, const std::string& path) {
    constexpr std::uint32_t kDngVersion = 50706;
    if (file.bigEndian(8, 2) == 0x4352 || tiffValue(file, kDngVersion)) return true;  // "CR"
    const auto& endings = rawExtensions();
    return std::find(endings.begin(), endings.end(), lowerExtension(path)) != endings.end();
}

Format heifOrRaw(std::string_view brand) {
    constexpr std::array kBrands{"heic"sv, "heix"sv, "heim"sv, "heis"sv,
                                 "hevc"sv, "hevx"sv, "mif1"sv, "msf1"sv};
    if (std::find(kBrands.begin(), kBrands.end(), brand) != kBrands.end()) return Format::Heif;
    return brand == "crx "sv ? Format::Raw : Format::Unknown;
}

Format formatOf(const FileBytes& file, const std::string& path) {
    const auto bytes = file.read(0, 32);
    const std::string_view magic(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    const auto at = [&](std::size_t offset, std::string_view text) {
        return magic.size() >= offset + text.size() && magic.substr(offset, text.size()) == text;
    };
    if (at(0, "\xFF\xD8\xFF"sv)) return Format::Jpeg;
    if (at(0, "\x89PNG\r\n\x1A\n"sv)) return Format::Png;
    if (at(0, "GIF87a"sv) || at(0, "GIF89a"sv)) return Format::Gif;
    if (at(0, "RIFF"sv) && at(8, "WEBP"sv)) return Format::WebP;
    if (at(0, "BM"sv)) return Format::Bmp;
    if ((at(0, "P5"sv) || at(0, "P6"sv)) && magic.size() > 2 && std::isspace(bytes[2]) != 0)
        return Format::Pnm;
    if (at(0, "\x76\x2F\x31\x01"sv)) return Format::Exr;
    if (at(4, "ftyp"sv) && magic.size() >= 12) return heifOrRaw(magic.substr(8, 4));
    if (at(0, "II*\0"sv) || at(0, "MM\0*"sv)) {
        return isRawTiff(file, path) ? Format::Raw : Format::Tiff;
    }
    if (at(0, "II+\0"sv) || at(0, "MM\0+"sv)) return Format::Tiff;  // BigTIFF
    constexpr std::array kRaw{"FUJIFILMCCD-RAW"sv, "IIRO"sv, "IIRS"sv, "MMOR"sv,
                              "IIU\0"sv,           "FOVb"sv, "\0MRM"sv};
    for (const auto mark : kRaw)
        if (at(0, mark)) return Format::Raw;
    return at(6, "HEAPCCDR"sv) ? Format::Raw : Format::Unknown;
}

/// Four characters, as chunks and boxes are named.
std::string textAt(const FileBytes& file, std::uint64_t offset) {
    const auto bytes = file.read(offset, 4);
    return {bytes.begin(), bytes.end()};
}

/// True where `mark` occurs at or after `offset`.
bool contains(const FileBytes& file, std::uint64_t offset, std::string_view mark) {
    constexpr std::size_t kBlock = 1 << 20;
    for (; offset < file.size(); offset += kBlock) {
        const auto bytes = file.read(offset, kBlock + mark.size() - 1);
        const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
        if (text.find(mark) != std::string_view::npos) return true;
    }
    return false;
}

void readJpeg(const FileBytes& file, FileHeader& header) {
    std::uint64_t offset = 2;
    while (offset + 4 <= file.size()) {
        const std::uint32_t marker = file.bigEndian(offset, 2);
        if ((marker & 0xFF00) != 0xFF00) {  // junk between segments: decoders skip it, so do we
            ++offset;
            continue;
        }
        const std::uint32_t code = marker & 0xFF;
        const bool standalone =
            code == 0xFF || code == 0x00 || code == 0x01 || (code >= 0xD0 && code <= 0xD8);
        if (standalone) {
            offset += code == 0xFF ? 1 : 2;
            continue;
        }
        const bool frame = code >= 0xC0 && code <= 0xCF && code != 0xC4 && code != 0xC8 && code != 0xCC;
        if (frame && header.size.empty()) {
            header.size = {static_cast<int>(file.bigEndian(offset + 7, 2)),
                           static_cast<int>(file.bigEndian(offset + 5, 2))};
            header.inkJpeg = file.bigEndian(offset + 9, 1) == 4;
        }
        if (code == 0xDA || code == 0xD9) break;
        offset += 2 + std::max<std::uint32_t>(2, file.bigEndian(offset + 2, 2));
    }
    header.cutShort = !contains(file, offset, "\xFF\xD9"sv);
}

void readPng(const FileBytes& file, FileHeader& header) {
    const auto side = [&](std::uint64_t offset) {
        return static_cast<int>(std::min<std::uint32_t>(file.bigEndian(offset, 4), INT32_MAX));
    };
    header.size = {side(16), side(20)};
    for (std::uint64_t offset = 8; offset + 12 <= file.size();) {
        const std::uint32_t length = file.bigEndian(offset, 4);
        const std::string type = textAt(file, offset + 4);
        if (type == "IEND") return;
        if (type == "eXIf") {
            const auto exif = file.read(offset + 8, std::min(length, kLargestExif));
            header.orientation = exifOrientation(exif.data(), exif.size());
        }
        offset += 12 + static_cast<std::uint64_t>(length);
    }
}

void readGif(const FileBytes& file, FileHeader& header) {
    header.size = {static_cast<int>(file.littleEndian(6, 2)), static_cast<int>(file.littleEndian(8, 2))};
    const auto tableBytes = [](std::uint32_t flags) {
        return (flags & 0x80) != 0 ? 3U << ((flags & 7) + 1) : 0U;
    };
    std::uint64_t offset = 13 + tableBytes(file.littleEndian(10, 1));
    while (offset < file.size() &&
           file.littleEndian(offset, 1) == 0x21) {  // extensions before the first frame
        offset += 2;
        std::uint32_t length = 0;
        while (offset < file.size() && (length = file.littleEndian(offset, 1)) != 0) offset += 1 + length;
        ++offset;
    }
    if (file.littleEndian(offset, 1) != 0x2C) return;
    // A first frame that reaches beyond the canvas makes decoders allocate for the frame.
    header.size.width = std::max(header.size.width, static_cast<int>(file.littleEndian(offset + 5, 2)));
    header.size.height = std::max(header.size.height, static_cast<int>(file.littleEndian(offset + 7, 2)));
}

void readWebP(const FileBytes& file, FileHeader& header) {
    const auto number = [&](std::uint64_t offset, int bytes) {
        return static_cast<int>(file.littleEndian(offset, bytes));
    };
    const std::string name = textAt(file, 12);
    if (name == "VP8X") header.size = {number(24, 3) + 1, number(27, 3) + 1};
    if (name == "VP8 ") header.size = {number(26, 2) & 0x3FFF, number(28, 2) & 0x3FFF};
    if (name == "VP8L") {
        const std::uint32_t bits = file.littleEndian(21, 4);
        header.size = {static_cast<int>(bits & 0x3FFF) + 1, static_cast<int>(bits >> 14 & 0x3FFF) + 1};
    }
    header.cutShort = file.size() < 8 + static_cast<std::uint64_t>(file.littleEndian(4, 4));
    for (std::uint64_t offset = 12; name == "VP8X" && offset + 8 <= file.size();) {
        const std::uint32_t length = file.littleEndian(offset + 4, 4);
        if (textAt(file, offset) == "EXIF") {
            // Writers do not agree whether JPEG's prefix belongs here.
            const std::uint64_t prefix = textAt(file, offset + 8) == "Exif" ? 6 : 0;
            const auto exif = file.read(offset + 8 + prefix, std::min(length, kLargestExif));
            header.orientation = exifOrientation(exif.data(), exif.size());
        }
        offset += 8 + (static_cast<std::uint64_t>(length) + 1) / 2 * 2;
    }
}

void readBmp(const FileBytes& file, FileHeader& header) {
    constexpr std::uint32_t kOs2Header = 12, kAlphaBitFields = 6, kHeaderWithAlphaMask = 56;
    const std::uint32_t headerBytes = file.littleEndian(14, 4);
    if (headerBytes == kOs2Header) {
        header.size = {static_cast<int>(file.littleEndian(18, 2)),
                       static_cast<int>(file.littleEndian(20, 2))};
        header.bitsPerChannel = 8;
        return;
    }
    const auto height = static_cast<std::int32_t>(file.littleEndian(22, 4));  // negative: stored top down
    header.size = {static_cast<std::int32_t>(file.littleEndian(18, 4)),
                   height == INT32_MIN ? INT32_MAX : std::abs(height)};
    header.bitsPerChannel = 8;
    const bool hasMask = headerBytes >= kHeaderWithAlphaMask || file.littleEndian(30, 4) == kAlphaBitFields;
    header.bmpAlpha = hasMask && file.littleEndian(66, 4) != 0;
}

/// The three numbers of a binary PGM or PPM: width, height, largest value. What is none becomes Unknown.
void readPnm(const FileBytes& file, FileHeader& header) {
    constexpr std::size_t kLongestHeader = 4096;  // of which comments may take the most
    const auto bytes = file.read(0, kLongestHeader);
    std::size_t at = 2;
    const auto skipBlanks = [&] {
        bool comment = false;
        for (; at < bytes.size() && (comment || std::isspace(bytes[at]) != 0 || bytes[at] == '#'); ++at)
            comment = bytes[at] == '#' || (comment && bytes[at] != '\n');
    };
    const auto readNumber = [&] {
        std::int64_t number = 0;
        for (skipBlanks(); at < bytes.size() && std::isdigit(bytes[at]) != 0 && number <= INT32_MAX; ++at)
            number = number * 10 + (bytes[at] - '0');
        return number;
    };
    const std::int64_t width = readNumber(), height = readNumber(), largest = readNumber();
    constexpr std::int64_t kMostLevels = 65535;
    if (width < 1 || height < 1 || largest < 1 || std::max(width, height) > INT32_MAX ||
        largest > kMostLevels) {
        header.format = Format::Unknown;
        return;
    }
    header.size = {static_cast<int>(width), static_cast<int>(height)};
    const int channels = bytes[1] == '6' ? 3 : 1, bytesPerLevel = largest > 255 ? 2 : 1;
    const std::uint64_t left = file.size() - std::min<std::uint64_t>(file.size(), at + 1);
    header.cutShort = static_cast<std::uint64_t>(header.size.area()) > left / channels / bytesPerLevel;
}

/// Walks the boxes of an ISO base media file as far as the image properties.
void readHeifBoxes(const FileBytes& file, std::uint64_t begin, std::uint64_t end, int depth,
                   FileHeader& header) {
    constexpr int kDeepest = 4, kMostBoxes = 20000;
    constexpr std::uint32_t kLargestProfile = 16U << 20;
    int boxes = 0;
    for (std::uint64_t offset = begin; offset + 8 <= end && boxes < kMostBoxes; ++boxes) {
        std::uint64_t size = file.bigEndian(offset, 4), body = offset + 8;
        const std::string type = textAt(file, offset + 4);
        if (size == 1) {
            size = static_cast<std::uint64_t>(file.bigEndian(offset + 8, 4)) << 32 |
                   file.bigEndian(offset + 12, 4);
            body += 8;
        }
        const std::uint64_t next = size == 0 || size > end - offset ? end : offset + size;
        if (next <= body) return;
        if (type == "meta" && depth < kDeepest) readHeifBoxes(file, body + 4, next, depth + 1, header);
        if ((type == "iprp" || type == "ipco") && depth < kDeepest) {
            readHeifBoxes(file, body, next, depth + 1, header);
        }
        if (type == "ispe") {
            const Size size2{
                static_cast<int>(std::min<std::uint32_t>(file.bigEndian(body + 4, 4), INT32_MAX)),
                static_cast<int>(std::min<std::uint32_t>(file.bigEndian(body + 8, 4), INT32_MAX))};
            if (size2.area() > header.size.area()) header.size = size2;
        }
        if (type == "pixi") {
            header.bitsPerChannel =
                std::max(header.bitsPerChannel, static_cast<int>(file.bigEndian(body + 5, 1)));
        }
        const std::string colour = textAt(file, body);
        if (type == "colr" && (colour == "prof" || colour == "rICC") && header.iccProfile.empty() &&
            next - body - 4 <= kLargestProfile) {
            header.iccProfile = file.read(body + 4, static_cast<std::size_t>(next - body - 4));
        }
        offset = next;
    }
}

}  // namespace

const char* displayName(Format format) {
    return kNames[static_cast<std::size_t>(format)].display;
}
const char* readerName(Format format) {
    return kNames[static_cast<std::size_t>(format)].reader;
}

FileHeader readHeader(const FileBytes& file, const std::string& path) {
    FileHeader header;
    header.format = formatOf(file, path);
    switch (header.format) {
        case Format::Jpeg:
            readJpeg(file, header);
            break;
        case Format::Png:
            readPng(file, header);
            break;
        case Format::Gif:
            readGif(file, header);
            break;
        case Format::WebP:
            readWebP(file, header);
            break;
        case Format::Bmp:
            readBmp(file, header);
            break;
        case Format::Pnm:
            readPnm(file, header);
            break;
        case Format::Tiff: {
            constexpr std::uint32_t kExtraSamples = 338, kAssociated = 1;
            header.straightTiff = tiffValue(file, kExtraSamples).value_or(0) != kAssociated;
            break;
        }
        case Format::Heif:
            readHeifBoxes(file, 0, file.size(), 0, header);
            break;
        default:
            break;
    }
    return header;
}

const std::vector<std::string>& rawExtensions() {
    static const std::vector<std::string> kEndings{
        "dng", "cr2", "cr3", "crw", "nef", "nrw", "arw", "srf", "sr2", "raf", "orf", "rw2", "pef",
        "srw", "x3f", "mrw", "3fr", "fff", "erf", "kdc", "dcr", "mef", "mos", "iiq", "rwl"};
    return kEndings;
}

}  // namespace fretsaw::io
