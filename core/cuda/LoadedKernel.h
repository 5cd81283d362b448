// A kernel that was compiled while the program ran, on the device.
// Plain C++ outside.
#pragma once

#include <string>

#include "core/cuda/Context.h"

struct CUlib_st;
struct CUkern_st;

namespace fretsaw::cuda {

class LoadedKernel {
public:
    /// code: as Nvrtc::compile() gives it for the context's device, which must be current. Throws
    /// BackendError.
    LoadedKernel(const Context& context, const std::string& code, const char* name);
    /// The device must be done with it.
    ~LoadedKernel();
    LoadedKernel(const LoadedKernel&) = delete;
    LoadedKernel& operator=(const LoadedKernel&) = delete;

    /// Blocks of side × side threads that cover width × height, in the order of the context's stream.
    /// arguments: pointers to the kernel's parameters. Throws BackendError.
    void launchOver(const Context& context, int width, int height, int side, void** arguments) const;

private:
    CUlib_st* library_ = nullptr;
    CUkern_st* kernel_ = nullptr;
};

}  // namespace fretsaw::cuda
