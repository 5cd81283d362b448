// Write aside, fsync, rename.
// What is written is the caller's business.
#include "core/io/AtomicFile.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <utility>

#include "core/image/Error.h"

namespace fretsaw::io {
namespace {

constexpr mode_t kNewFileMode = 0666;  // less the umask, as any program's files

std::string reasonOf(int error) {
    switch (error) {
        case ENOSPC:
            return "The disk is full.";
        case EDQUOT:
            return "The disk quota is used up.";
        case EFBIG:
            return "The file would be larger than allowed here.";
        case ENOENT:
            return "The folder does not exist.";
        case EACCES:
        case EPERM:
            return "Writing is not permitted there.";
        case EROFS:
            return "The disk is read-only.";
        case ENAMETOOLONG:
            return "The name is too long.";
        default:
            return std::string(std::strerror(error)) + ".";
    }
}

/// A name that no other writer uses. It does not contain the target's name, which may already be as long as
/// names can be.
std::string nameAside(const std::string& path) {
    static std::atomic<unsigned> counter{0};
    const auto folder = std::filesystem::path(path).parent_path();
    const std::string name =
        ".fretsaw-" + std::to_string(::getpid()) + "-" + std::to_string(counter++) + ".tmp";
    return (folder / name).string();
}

/// Where writing to `path` really goes: a symbolic link stays a link, its target is replaced.
std::string linkTarget(const std::string& path) {
    std::error_code error;
    if (!std::filesystem::is_symlink(path, error)) return path;
    const auto target = std::filesystem::weakly_canonical(path, error);
    return error ? path : target.string();
}

}  // namespace

AtomicFile::AtomicFile(std::string path) : path_(linkTarget(path)) {
    struct stat info {};
    const bool exists = ::stat(path_.c_str(), &info) == 0;
    if (!exists && errno == ENAMETOOLONG) fail(ENAMETOOLONG);
    if (exists && S_ISDIR(info.st_mode)) throw IoError(path_, "This is a folder.");
    if (exists && !S_ISREG(info.st_mode)) throw IoError(path_, "This is not a file.");
    if (exists && ::access(path_.c_str(), W_OK) != 0) fail(errno);  // a rename would replace it all the same
    aside_ = nameAside(path_);
    file_ = ::open(aside_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, kNewFileMode);
    if (file_ < 0) fail(errno);
    if (exists) (void)::fchmod(file_, info.st_mode & 07777);  // best effort: the content matters more
}

AtomicFile::~AtomicFile() {
    removeAside();
}

bool AtomicFile::write(const std::uint8_t* bytes, std::size_t count) noexcept {
    while (error_ == 0 && count > 0) {
        const ssize_t done = ::write(file_, bytes, count);
        if (done < 0 && errno == EINTR) continue;
        if (done < 0) error_ = errno;
        if (done == 0) error_ = ENOSPC;
        if (done > 0) bytes += done, count -= static_cast<std::size_t>(done);
    }
    return error_ == 0;
}

void AtomicFile::commit() {
    if (error_ == 0 && ::fsync(file_) != 0 && errno != EINVAL) error_ = errno;
    if (error_ == 0 && ::close(std::exchange(file_, -1)) != 0) error_ = errno;
    if (error_ == 0 && ::rename(aside_.c_str(), path_.c_str()) != 0) error_ = errno;
    if (error_ != 0) fail(error_);
    aside_.clear();
}

void AtomicFile::fail(int error) {
    removeAside();
    throw IoError(path_, "The file could not be written. " + reasonOf(error));
}

void AtomicFile::removeAside() noexcept {
    if (file_ >= 0) ::close(std::exchange(file_, -1));
    if (!aside_.empty()) ::unlink(aside_.c_str());
    aside_.clear();
}

}  // namespace fretsaw::io
