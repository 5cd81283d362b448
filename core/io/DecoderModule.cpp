// Loads the module that links OpenImageIO, on first use: its some 250 libraries take a fifth of a second and
// 100 MiB, which a program that only shows its version or writes a PNG should not pay. Nothing is decoded
// here.
#include <dlfcn.h>

#include <filesystem>

#include "core/io/Decoder.h"

namespace fretsaw::io {
namespace {

struct LoadedModule {
    const DecoderModule* module = nullptr;
    std::string error;
};

/// Beside the program: ../lib/fretsaw in the build tree, the library folder of the system where installed.
LoadedModule loadModule() {
    std::error_code noProc;
    const auto programs = std::filesystem::read_symlink("/proc/self/exe", noProc).parent_path();
    std::string error;
    for (const char* folder : {FRETSAW_MODULE_FOLDERS}) {
        const auto file = programs / folder / FRETSAW_DECODER_FILE;
        // Never closed: OpenImageIO keeps threads and caches until the end.
        void* library = dlopen(file.c_str(), RTLD_LAZY | RTLD_LOCAL);
        if (library == nullptr) {
            if (error.empty() || std::filesystem::exists(file, noProc)) error = dlerror();
            continue;
        }
        if (const auto entry = reinterpret_cast<DecoderEntry>(dlsym(library, kDecoderEntry)))
            return {entry(), {}};
        error = std::string(FRETSAW_DECODER_FILE) + " is of another version";
    }
    return {nullptr, "The library that decodes images could not be loaded: " + error};
}

const LoadedModule& loadedModule() {
    static const LoadedModule kLoaded = loadModule();
    return kLoaded;
}

}  // namespace

std::unique_ptr<Decoder> openDecoder(const std::string& path, const std::string& reader, std::string& error) {
    const LoadedModule& loaded = loadedModule();
    if (loaded.module != nullptr) return loaded.module->open(path, reader, error);
    error = loaded.error;
    return nullptr;
}

std::unique_ptr<Encoder> openEncoder(const std::string& path, const std::string& writer, Size size,
                                     const EncodedText& text, std::string& error) {
    const LoadedModule& loaded = loadedModule();
    if (loaded.module != nullptr) return loaded.module->create(path, writer, size, text, error);
    error = loaded.error;
    return nullptr;
}

std::vector<std::string> readerExtensions(const std::string& reader) {
    const LoadedModule& loaded = loadedModule();
    return loaded.module != nullptr ? loaded.module->extensions(reader) : std::vector<std::string>{};
}

}  // namespace fretsaw::io
