// What can go wrong, as exception types whose what() is a sentence for the person at the screen.
// Cancellation is no error: functions that can be stopped return std::nullopt.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <utility>

namespace fretsaw {

/// Base of all errors thrown by core. what() is UTF-8, one sentence or two, without a trailing newline.
class Error : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// A value outside its documented range, or labels from which nothing can be cut.
class InvalidArgument : public Error {
public:
    using Error::Error;
};

/// A file that cannot be read or written. what() names the file and the reason.
class IoError : public Error {
public:
    IoError(std::string path, const std::string& reason)
        : Error(path + ": " + reason), path_(std::move(path)) {}
    [[nodiscard]] const std::string& path() const { return path_; }

private:
    std::string path_;
};

/// A compute device failed. Sticky: the device is unusable until the program restarts.
class BackendError : public Error {
public:
    BackendError(const std::string& what, bool sticky) : Error(what), sticky_(sticky) {}
    [[nodiscard]] bool sticky() const { return sticky_; }

private:
    bool sticky_;
};

/// Memory for pixels could not be had; bytes is the size asked for.
class OutOfMemory : public Error {
public:
    explicit OutOfMemory(std::uint64_t bytes)
        : Error("Not enough memory: " + std::to_string((bytes + 1048575) / 1048576) + " MiB were asked for."),
          bytes_(bytes) {}
    [[nodiscard]] std::uint64_t bytes() const { return bytes_; }

private:
    std::uint64_t bytes_;
};

}  // namespace fretsaw
