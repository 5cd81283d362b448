// NVIDIA's run-time compiler, found and loaded when it is first needed: programs start without it.
// No CUDA header, no device: it compiles on any machine.
#pragma once

#include <span>
#include <string>

#include "core/cuda/CompileError.h"

namespace fretsaw::cuda {

/// The first error of a compiler's log, in the lines of the text.
[[nodiscard]] CompileError compileErrorOf(const std::string& log);

/// The loaded library; usable from any thread.
class Nvrtc {
public:
    /// The first of these libraries that can be loaded; names without a folder are searched as the system
    /// does. Throws BackendError.
    explicit Nvrtc(std::span<const std::string> libraries);
    ~Nvrtc();
    Nvrtc(const Nvrtc&) = delete;
    Nvrtc& operator=(const Nvrtc&) = delete;

    /// That of this machine, for as long as the program runs. Throws BackendError with the same reason each
    /// time where there is none.
    static const Nvrtc& ofThisMachine();

    /// "13.0".
    [[nodiscard]] const std::string& version() const { return version_; }
    /// What the compiler is told for a device of this compute capability, 90 for 9.0.
    [[nodiscard]] std::string options(int capability) const;
    /// Machine code for that device; where the compiler is older than the device, code that the driver
    /// translates. Takes some tenths of a second. Throws CompileError, BackendError.
    [[nodiscard]] std::string compile(const std::string& source, int capability) const;

private:
    struct Functions;

    void* library_ = nullptr;
    Functions* functions_ = nullptr;
    std::string version_;
};

/// Where NVRTC may lie, newest first.
[[nodiscard]] std::span<const std::string> nvrtcPlaces();

}  // namespace fretsaw::cuda
