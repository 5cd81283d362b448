// A file that appears complete or not at all.
// What is written into it is the caller's business.
#pragma once

#include <cstdint>
#include <string>

namespace fretsaw::io {

/// Writes beside `path` (same folder, so that the rename cannot cross file systems) and renames on commit().
/// Without commit() the old file stays as it was and nothing is left behind. Used by one thread.
class AtomicFile {
public:
    /// Creates the file beside `path`. Throws IoError with the system's reason.
    explicit AtomicFile(std::string path);
    ~AtomicFile();
    AtomicFile(const AtomicFile&) = delete;
    AtomicFile& operator=(const AtomicFile&) = delete;

    /// False: the disk is full or broken; commit() will then throw with the reason. Throws nothing, so that C
    /// libraries may call it.
    bool write(const std::uint8_t* bytes, std::size_t count) noexcept;
    /// Where the bytes are until commit(), for libraries that insist on opening a file by its name.
    [[nodiscard]] const std::string& aside() const { return aside_; }
    /// Waits until the bytes are on the disk, then puts the file in the place of `path`. Throws IoError.
    void commit();

private:
    [[noreturn]] void fail(int error);
    void removeAside() noexcept;

    std::string path_, aside_;
    int file_ = -1;
    int error_ = 0;  ///< errno of the first failed write
};

}  // namespace fretsaw::io
