// A file a kernel: a mark, lengths, a checksum, the key, the code.
// Nothing is compiled here but by compiledKernel().
#include "core/cuda/KernelCache.h"

#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <optional>
#include <utility>
#include <vector>

#include "core/cuda/Nvrtc.h"

namespace fretsaw::cuda {
namespace {

namespace fs = std::filesystem;

struct Header {
    char mark[8] = {'F', 'r', 't', 's', 'w', 'k', '1', '\n'};
    std::uint64_t keyBytes = 0, codeBytes = 0, checksum = 0;
};

std::uint64_t fnv(const std::string& text, std::uint64_t hash = 14695981039346656037u) {
    for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211u;
    return hash;
}

Header headerOf(const std::string& key, const std::string& code) {
    Header header;
    header.keyBytes = key.size();
    header.codeBytes = code.size();
    header.checksum = fnv(code, fnv(key));
    return header;
}

std::optional<std::string> codeIn(const fs::path& path, const std::string& key) {
    std::ifstream file(path, std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(file), {}};
    if (bytes.size() < sizeof(Header) + key.size()) return std::nullopt;
    std::string code = bytes.substr(sizeof(Header) + key.size());
    const Header expected = headerOf(key, code);
    if (std::memcmp(bytes.data(), &expected, sizeof expected) != 0 ||
        bytes.compare(sizeof expected, key.size(), key) != 0)
        return std::nullopt;
    return code;
}

}  // namespace

std::shared_ptr<const std::string> KernelCache::get(const std::string& key,
                                                    const std::function<std::string()>& make) {
    if (auto code = remembered(key)) return code;
    const fs::path path = folder_.empty() ? fs::path() : fileOf(key);
    std::optional<std::string> stored;
    if (!path.empty()) stored = codeIn(path, key);
    const bool made = !stored;
    auto code = std::make_shared<const std::string>(made ? make() : *std::move(stored));
    remember(key, code);
    if (made && !path.empty()) store(key, *code);
    std::error_code ignored;
    if (!made) fs::last_write_time(path, fs::file_time_type::clock::now(), ignored);
    return code;
}

std::shared_ptr<const std::string> KernelCache::remembered(const std::string& key) {
    const std::lock_guard lock(mutex_);
    const auto found =
        std::find_if(entries_.begin(), entries_.end(), [&](const Entry& entry) { return entry.key == key; });
    if (found == entries_.end()) return nullptr;
    std::rotate(entries_.begin(), found, found + 1);
    return entries_.front().code;
}

void KernelCache::remember(const std::string& key, std::shared_ptr<const std::string> code) {
    const std::lock_guard lock(mutex_);
    entries_.push_front({key, std::move(code)});
    if (entries_.size() > kMostInMemory) entries_.pop_back();
}

fs::path KernelCache::fileOf(const std::string& key) const {
    char name[32];
    std::snprintf(name, sizeof name, "%016llx.kernel", static_cast<unsigned long long>(fnv(key)));
    return folder_ / name;
}

void KernelCache::store(const std::string& key, const std::string& code) const {
    static std::atomic<unsigned> number{0};
    std::error_code error;
    fs::create_directories(folder_, error);
    const fs::path aside = folder_ / (std::to_string(::getpid()) + "-" + std::to_string(number++) + ".part");
    bool good = false;
    {
        const Header header = headerOf(key, code);
        std::ofstream file(aside, std::ios::binary);
        file.write(reinterpret_cast<const char*>(&header), sizeof header);
        file << key << code;
        file.close();
        good = file.good();
    }
    if (good) fs::rename(aside, fileOf(key), error);
    if (!good || error) fs::remove(aside, error);
    limit();
}

void KernelCache::limit() const {
    struct File {
        fs::path path;
        std::uint64_t bytes;
        fs::file_time_type used;
    };
    std::vector<File> files;
    std::uint64_t all = 0;
    std::error_code error;
    for (fs::directory_iterator it(folder_, error), end; !error && it != end; it.increment(error)) {
        std::error_code gone;  // another program may have removed it
        const File file{it->path(), it->file_size(gone), it->last_write_time(gone)};
        if (gone) continue;
        all += file.bytes;
        files.push_back(file);
    }
    if (all <= mostBytes_) return;
    std::sort(files.begin(), files.end(), [](const File& a, const File& b) { return a.used < b.used; });
    for (const File& file : files) {
        if (all <= mostBytes_ / 4 * 3) break;
        fs::remove(file.path, error);
        all -= file.bytes;
    }
}

fs::path kernelCacheFolder() {
    const auto absolute = [](const char* variable) {
        const char* value = std::getenv(variable);
        return value != nullptr && *value == '/' ? fs::path(value) : fs::path();
    };
    fs::path base = absolute("XDG_CACHE_HOME");
    if (base.empty() && !absolute("HOME").empty()) base = absolute("HOME") / ".cache";
    return base.empty() ? base : base / "fretsaw" / "kernels";
}

namespace {

/// What a text includes may change without the text.
bool includesFiles(const std::string& source) {
    for (std::size_t at = source.find('#'); at != std::string::npos; at = source.find('#', at + 1)) {
        const std::size_t word = source.find_first_not_of(" \t", at + 1);
        if (word != std::string::npos && source.compare(word, 7, "include") == 0) return true;
    }
    return false;
}

}  // namespace

std::shared_ptr<const std::string> compiledKernel(const std::string& source, int capability) {
    static KernelCache cache(kernelCacheFolder());
    const Nvrtc& nvrtc = Nvrtc::ofThisMachine();
    if (includesFiles(source)) return std::make_shared<const std::string>(nvrtc.compile(source, capability));
    return cache.get("NVRTC " + nvrtc.version() + " " + nvrtc.options(capability) + "\n" + source,
                     [&] { return nvrtc.compile(source, capability); });
}

}  // namespace fretsaw::cuda
