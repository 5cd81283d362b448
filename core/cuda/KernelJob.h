// A person's own CUDA kernel, run in a process of its own: neither an endless loop nor a bad pointer in it
// can harm the one that asks. Plain C++; the process is fretsaw-kernel.
#pragma once

#include <optional>
#include <stop_token>
#include <string>

#include "core/image/Image.h"

namespace fretsaw::cuda {

struct KernelLimits {
    double startSeconds = 30;    ///< until the GPU is there
    double compileSeconds = 30;  ///< for the compiler
    double runSeconds = 2;       ///< for the kernel itself, with its copy to the host
};

/// What `__global__ void generate_image(float* image, int width, int height)` in the text computes: row-major
/// floats, each 0 where the kernel writes nothing. It is started in blocks of 16 × 16 threads that cover the
/// picture, so some threads at its right and lower sides lie outside. helper: the program that runs it. Takes
/// some tenths of a second beside the kernel. std::nullopt: stopped; the process is killed then, and so it is
/// when a limit is passed. Throws CompileError, BackendError (no GPU, no compiler, a kernel that fails or
/// takes too long), OutOfMemory.
[[nodiscard]] std::optional<Image<float>> runKernel(const std::string& helper, const std::string& text,
                                                    Size size, const KernelLimits& limits = {},
                                                    const std::stop_token& stop = {});

/// All numbers over the largest finite one, where that is above 0.
void fitToOne(Image<float>& numbers);

/// Where fretsaw-kernel lies: beside this program, or in ../libexec/fretsaw from there. Throws BackendError
/// where it is not.
[[nodiscard]] std::string kernelHelper();

/// The other side, in the process of its own: standard input has the job, file 3 is the picture, file 4 takes
/// what is told. Returns the exit code.
int kernelHelperMain();

/// How both talk: a line for each stage, and one for the end.
namespace job {
inline constexpr int kPictureFile = 3, kStatusFile = 4;
inline constexpr char kStarting[] = "starting", kCompiling[] = "compiling", kRunning[] = "running",
                      kDone[] = "done", kWrongText[] = "wrong-text", kFailed[] = "failed";
}  // namespace job

}  // namespace fretsaw::cuda
