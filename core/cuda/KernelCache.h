// Compiled kernels, in memory and on disk, so that each is compiled once.
// Knows no compiler and no device: bytes by keys.
#pragma once

#include <cstdint>
#include <deque>
#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <string>

namespace fretsaw::cuda {

/// Usable from any thread, and by several programs at once: files are written aside and renamed, and one that
/// is damaged, or is another key's, counts as missing. What goes wrong with the disk is no error.
class KernelCache {
public:
    static constexpr std::uint64_t kMostBytes = std::uint64_t{64} << 20;  ///< on disk
    static constexpr std::size_t kMostInMemory = 64;                      ///< kernels

    /// folder: made when it is needed; empty: memory only.
    explicit KernelCache(std::filesystem::path folder, std::uint64_t mostBytes = kMostBytes)
        : folder_(std::move(folder)), mostBytes_(mostBytes) {}

    /// The code of `key`, which says all that the code depends on; make() makes it where it is not there, and
    /// may throw.
    [[nodiscard]] std::shared_ptr<const std::string> get(const std::string& key,
                                                         const std::function<std::string()>& make);

private:
    struct Entry {
        std::string key;
        std::shared_ptr<const std::string> code;
    };

    [[nodiscard]] std::shared_ptr<const std::string> remembered(const std::string& key);
    void remember(const std::string& key, std::shared_ptr<const std::string> code);
    [[nodiscard]] std::filesystem::path fileOf(const std::string& key) const;
    void store(const std::string& key, const std::string& code) const;
    /// Removes what was used longest ago until three quarters of the limit are left.
    void limit() const;

    std::filesystem::path folder_;
    std::uint64_t mostBytes_;
    std::mutex mutex_;
    std::deque<Entry> entries_;  ///< last used first
};

/// $XDG_CACHE_HOME/fretsaw/kernels, or ~/.cache/fretsaw/kernels; empty where there is neither.
[[nodiscard]] std::filesystem::path kernelCacheFolder();

/// Code of the source for a device of this compute capability, from the cache of this person or compiled.
/// Any thread. Throws CompileError, BackendError.
[[nodiscard]] std::shared_ptr<const std::string> compiledKernel(const std::string& source, int capability);

}  // namespace fretsaw::cuda
