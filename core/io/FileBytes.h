// Bytes of a file by offset, for looking at headers before any decoder sees them.
// No image format is known here.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace fretsaw::io {

/// A file open for reading. Used by one thread at a time.
class FileBytes {
public:
    /// Throws IoError: missing, a folder, not readable.
    explicit FileBytes(const std::string& path);
    ~FileBytes();
    FileBytes(const FileBytes&) = delete;
    FileBytes& operator=(const FileBytes&) = delete;

    [[nodiscard]] std::uint64_t size() const { return size_; }
    /// Up to `count` bytes from `offset`; fewer where the file ends.
    [[nodiscard]] std::vector<std::uint8_t> read(std::uint64_t offset, std::size_t count) const;
    /// One number at `offset`; 0 where the file ends before it.
    [[nodiscard]] std::uint32_t bigEndian(std::uint64_t offset, int bytes) const;
    [[nodiscard]] std::uint32_t littleEndian(std::uint64_t offset, int bytes) const;

private:
    int file_ = -1;
    std::uint64_t size_ = 0;
};

}  // namespace fretsaw::io
