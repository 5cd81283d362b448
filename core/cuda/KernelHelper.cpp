// The side of a kernel job that owns a GPU and may die of it.
// Who asks, and for how long, is KernelJob.cpp's business.
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <iterator>
#include <memory>
#include <sstream>

#include "core/cuda/DeviceMemory.h"
#include "core/cuda/KernelCache.h"
#include "core/cuda/KernelJob.h"
#include "core/cuda/LoadedKernel.h"
#include "core/cuda/Nvrtc.h"

namespace fretsaw::cuda {
namespace {

constexpr int kBlockSide = 16;
constexpr int kAnyCapability = 75;  // where there is no GPU, errors in the text are told all the same

void tell(std::string line) {
    std::replace(line.begin(), line.end(), '\n', ' ');
    line += '\n';
    (void)!write(job::kStatusFile, line.data(), line.size());
}

std::string allInput() {
    std::string text;
    char buffer[65536];
    for (ssize_t count; (count = read(STDIN_FILENO, buffer, sizeof buffer)) > 0;)
        text.append(buffer, static_cast<std::size_t>(count));
    return text;
}

/// The name that the compiler gave the kernel: C++'s, or the plain one of extern "C".
const char* kernelIn(const std::string& code) {
    for (const char* name : {"_Z14generate_imagePfii", "generate_image"}) {
        const std::string section = std::string(".text.") + name + '\0',
                          entry = std::string(".entry ") + name + '(';
        if (code.find(section) != std::string::npos || code.find(entry) != std::string::npos) return name;
    }
    throw CompileError(0, 0,
                       "The text has no kernel \"__global__ void generate_image(float* image, int width, int "
                       "height)\".");
}

void compute(const Context& context, const LoadedKernel& kernel, Size size) {
    const DeviceImage<float> image(context, size);
    float* pixels = image.view().data();
    const auto bytes = static_cast<std::size_t>(size.area()) * sizeof(float);
    fillBytes(context, pixels, 0, bytes);
    context.synchronize();
    void* const picture = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, job::kPictureFile, 0);
    if (picture == MAP_FAILED) throw OutOfMemory(bytes);
    tell(job::kRunning);
    void* arguments[] = {&pixels, &size.width, &size.height};
    kernel.launchOver(context, size.width, size.height, kBlockSide, arguments);
    context.synchronize();
    download(context, ImageView<float>(static_cast<float*>(picture), size, size.width), image.view());
    context.synchronize();
}

void run() {
    std::istringstream request(allInput());
    Size size;
    request >> size.width >> size.height;
    request.get();
    const std::string text(std::istreambuf_iterator<char>(request), {});
    if (size.empty()) throw InvalidArgument("The picture has no pixels.");

    tell(job::kStarting);
    std::unique_ptr<const Context> context;
    std::string whyNot;
    try {
        context = std::make_unique<const Context>();
    } catch (const BackendError& error) {
        whyNot = error.what();
    }
    tell(job::kCompiling);
    const auto code = compiledKernel(text, context ? context->capability() : kAnyCapability);
    const char* const name = kernelIn(*code);
    if (!context) throw BackendError("Kernels need an NVIDIA GPU. " + whyNot, false);
    const LoadedKernel kernel(*context, *code, name);
    compute(*context, kernel, size);
}

}  // namespace

int kernelHelperMain() {
    prctl(PR_SET_PDEATHSIG, SIGKILL);  // nobody is left to end it
    const rlimit none{0, 0};
    setrlimit(RLIMIT_CORE, &none);
    fcntl(job::kStatusFile, F_SETFD, FD_CLOEXEC);
    try {
        run();
        tell(job::kDone);
    } catch (const CompileError& error) {
        tell(std::string(job::kWrongText) + " " + std::to_string(error.line()) + " " +
             std::to_string(error.column()) + " " + error.reason());
    } catch (const std::exception& error) {
        tell(std::string(job::kFailed) + " " + error.what());
    }
    _exit(0);  // the driver's own way out may hang after a fault
}

}  // namespace fretsaw::cuda
