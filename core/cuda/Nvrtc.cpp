// Loads libnvrtc by name and calls it through pointers, so that no program depends on it.
// What is compiled is other files' business.
#include "core/cuda/Nvrtc.h"

#include <dlfcn.h>

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <regex>
#include <sstream>
#include <vector>

namespace fretsaw::cuda {
namespace {

using Program = void*;
constexpr int kSuccess = 0, kCompilationFailed = 6;  // nvrtcResult

std::string textOf(int line, int column, const std::string& reason) {
    if (line == 0) return reason;
    return "Line " + std::to_string(line) + (column > 0 ? ", column " + std::to_string(column) : "") + ": " +
           reason;
}

std::vector<std::string> listPlaces() {
    std::vector<std::string> folders{""};
    for (const char* variable : {"CUDA_HOME", "CUDA_PATH"})
        if (const char* folder = std::getenv(variable); folder != nullptr && *folder == '/')
            folders.push_back(std::string(folder) + "/lib64/");
    for (const char* folder : {"/usr/local/cuda/lib64/", "/usr/local/cuda/lib/", "/opt/cuda/lib64/"})
        folders.emplace_back(folder);
    std::vector<std::string> places;
    for (const char* name : {"libnvrtc.so.13", "libnvrtc.so.12", "libnvrtc.so.11.2"})
        for (const std::string& folder : folders) places.push_back(folder + name);
    return places;
}

}  // namespace

CompileError::CompileError(int line, int column, const std::string& reason)
    : InvalidArgument(textOf(line, column, reason)), line_(line), column_(column), reason_(reason) {}

CompileError compileErrorOf(const std::string& log) {
    // name(3): error: text, then the line itself, indented by two more, then a caret below the place.
    static const std::regex error(R"(^[^(]*\((\d+)\): (?:catastrophic )?error(?: #\d+(?:-D)?)?: (.*)$)");
    std::istringstream lines(log);
    std::string line, first;
    std::smatch match;
    while (std::getline(lines, line)) {
        if (first.empty()) first = line;
        if (!std::regex_match(line, match, error)) continue;
        constexpr std::size_t kIndent = 2;
        std::string source, caret;
        std::size_t column = 0;
        if (std::getline(lines, source) && std::getline(lines, caret)) {
            const std::size_t at = caret.find('^');
            if (at != std::string::npos && at >= kIndent && caret.find_first_not_of(" \t") == at)
                column = at - kIndent + 1;
        }
        return {std::atoi(match[1].str().c_str()), static_cast<int>(column), match[2]};
    }
    return {0, 0, first.empty() ? "The text does not compile." : first};
}

struct Nvrtc::Functions {
    int (*version)(int*, int*);
    const char* (*errorString)(int);
    int (*createProgram)(Program*, const char*, const char*, int, const char* const*, const char* const*);
    int (*destroyProgram)(Program*);
    int (*compileProgram)(Program, int, const char* const*);
    int (*logSize)(Program, std::size_t*);
    int (*log)(Program, char*);
    int (*cubinSize)(Program, std::size_t*);
    int (*cubin)(Program, char*);
    int (*ptxSize)(Program, std::size_t*);
    int (*ptx)(Program, char*);
    int (*architectureCount)(int*);
    int (*architectures)(int*);

    explicit Functions(void* library) {
        const auto find = [library](auto& function, const char* name) {
            void* symbol = dlsym(library, name);
            if (symbol == nullptr) throw BackendError(std::string(name) + " is missing in NVRTC.", false);
            function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(symbol);
        };
        find(version, "nvrtcVersion");
        find(errorString, "nvrtcGetErrorString");
        find(createProgram, "nvrtcCreateProgram");
        find(destroyProgram, "nvrtcDestroyProgram");
        find(compileProgram, "nvrtcCompileProgram");
        find(logSize, "nvrtcGetProgramLogSize");
        find(log, "nvrtcGetProgramLog");
        find(cubinSize, "nvrtcGetCUBINSize");
        find(cubin, "nvrtcGetCUBIN");
        find(ptxSize, "nvrtcGetPTXSize");
        find(ptx, "nvrtcGetPTX");
        find(architectureCount, "nvrtcGetNumSupportedArchs");
        find(architectures, "nvrtcGetSupportedArchs");
    }

    void check(int status, const char* what) const {
        if (status != kSuccess)
            throw BackendError(std::string("NVRTC failed: ") + errorString(status) + " (" + what + ").",
                               false);
    }
    /// A text or code of the program, by a pair of functions.
    std::string take(Program program, int (*size)(Program, std::size_t*), int (*get)(Program, char*),
                     const char* what) const {
        std::size_t bytes = 0;
        check(size(program, &bytes), what);
        std::string taken(bytes, '\0');
        check(get(program, taken.data()), what);
        return taken;
    }
    /// Whether there is machine code for this capability; otherwise `newest` below it that there is.
    bool knows(int capability, int& newest) const {
        int count = 0;
        check(architectureCount(&count), "architectures");
        std::vector<int> all(static_cast<std::size_t>(count));
        check(architectures(all.data()), "architectures");
        for (const int one : all)
            if (one <= capability) newest = std::max(newest, one);
        return newest == capability;
    }
};

Nvrtc::Nvrtc(std::span<const std::string> libraries) {
    for (const std::string& file : libraries) {
        library_ = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
        if (library_ != nullptr) break;
    }
    if (library_ == nullptr)
        throw BackendError(
            "NVIDIA's run-time compiler, NVRTC, is not installed; it is part of the CUDA toolkit "
            "(libnvrtc.so).",
            false);
    try {
        auto functions = std::make_unique<Functions>(library_);
        int major = 0, minor = 0;
        functions->check(functions->version(&major, &minor), "version");
        version_ = std::to_string(major) + "." + std::to_string(minor);
        functions_ = functions.release();
    } catch (...) {
        dlclose(library_);
        throw;
    }
}

Nvrtc::~Nvrtc() {
    delete functions_;
    dlclose(library_);
}

std::span<const std::string> nvrtcPlaces() {
    static const std::vector<std::string> places = listPlaces();
    return places;
}

const Nvrtc& Nvrtc::ofThisMachine() {
    // Never unloaded: the compiler has threads and caches of its own.
    static const Nvrtc* const loaded = new Nvrtc(nvrtcPlaces());
    return *loaded;
}

std::string Nvrtc::options(int capability) const {
    int newest = 0;
    const bool own = functions_->knows(capability, newest);
    if (newest == 0) throw BackendError("NVRTC " + version_ + " does not know this GPU.", false);
    return std::string("--gpu-architecture=") + (own ? "sm_" : "compute_") + std::to_string(newest) +
           " --std=c++17 --fmad=false --prec-div=true --prec-sqrt=true --ftz=false";
}

std::string Nvrtc::compile(const std::string& source, int capability) const {
    std::istringstream words(options(capability));
    std::vector<std::string> list;
    for (std::string word; words >> word;) list.push_back(word);
    std::vector<const char*> pointers;
    for (const std::string& word : list) pointers.push_back(word.c_str());

    Program program = nullptr;
    functions_->check(functions_->createProgram(&program, source.c_str(), "kernel", 0, nullptr, nullptr),
                      "create");
    const auto destroy = [this](Program* p) { (void)functions_->destroyProgram(p); };
    const std::unique_ptr<Program, decltype(destroy)> guard(&program, destroy);
    const int status =
        functions_->compileProgram(program, static_cast<int>(pointers.size()), pointers.data());
    if (status == kCompilationFailed)
        throw compileErrorOf(functions_->take(program, functions_->logSize, functions_->log, "log"));
    functions_->check(status, "compile");
    return list.front().find("=sm_") != std::string::npos
               ? functions_->take(program, functions_->cubinSize, functions_->cubin, "code")
               : functions_->take(program, functions_->ptxSize, functions_->ptx, "code");
}

}  // namespace fretsaw::cuda
