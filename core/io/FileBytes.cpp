// Reads parts of a file with pread.
// No image format is known here.
#include "core/io/FileBytes.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "core/image/Error.h"

namespace fretsaw::io {

FileBytes::FileBytes(const std::string& path) {
    // O_NONBLOCK: a named pipe must be refused below, not waited for.
    file_ = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (file_ < 0) {
        throw IoError(path,
                      errno == ENOENT ? "There is no such file." : std::string(std::strerror(errno)) + ".");
    }
    struct stat info {};
    const bool regular = ::fstat(file_, &info) == 0 && S_ISREG(info.st_mode);
    if (!regular) {
        ::close(file_);
        throw IoError(path,
                      S_ISDIR(info.st_mode) ? "This is a folder, not an image." : "This is not a file.");
    }
    size_ = static_cast<std::uint64_t>(info.st_size);
}

FileBytes::~FileBytes() {
    ::close(file_);
}

std::vector<std::uint8_t> FileBytes::read(std::uint64_t offset, std::size_t count) const {
    if (offset >= size_) return {};
    std::vector<std::uint8_t> bytes(static_cast<std::size_t>(std::min<std::uint64_t>(count, size_ - offset)));
    std::size_t have = 0;
    while (have < bytes.size()) {
        const ssize_t got =
            ::pread(file_, bytes.data() + have, bytes.size() - have, static_cast<off_t>(offset + have));
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) break;
        have += static_cast<std::size_t>(got);
    }
    bytes.resize(have);
    return bytes;
}

std::uint32_t FileBytes::bigEndian(std::uint64_t offset, int bytes) const {
    const auto raw = read(offset, static_cast<std::size_t>(bytes));
    if (raw.size() < static_cast<std::size_t>(bytes)) return 0;
    std::uint32_t value = 0;
    for (const std::uint8_t b : raw) value = value << 8 | b;
    return value;
}

std::uint32_t FileBytes::littleEndian(std::uint64_t offset, int bytes) const {
    const auto raw = read(offset, static_cast<std::size_t>(bytes));
    if (raw.size() < static_cast<std::size_t>(bytes)) return 0;
    std::uint32_t value = 0;
    for (auto b = raw.rbegin(); b != raw.rend(); ++b) value = value << 8 | *b;
    return value;
}

}  // namespace fretsaw::io
