// The one place that knows both backends.
// Nothing is computed here.
#include "core/cuda/ChooseBackend.h"

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "core/cpu/CpuBackend.h"
#include "core/cuda/CudaBackend.h"
#include "core/cuda/CudaGenerator.h"
#include "core/cuda/Nvrtc.h"
#include "core/segment/GrabCutSegmenter.h"

namespace fretsaw {

std::optional<BackendWish> backendWish(std::string_view name) {
    if (name.empty() || name == "auto") return BackendWish::Auto;
    if (name == "cpu") return BackendWish::Cpu;
    if (name == "cuda") return BackendWish::Cuda;
    return std::nullopt;
}

std::optional<BackendWish> environmentWish() {
    const char* name = std::getenv("FRETSAW_BACKEND");
    return backendWish(name != nullptr ? name : "");
}

BackendChoice chooseBackend(BackendWish wish, std::span<const ComputeDevice> devices) {
    using Kind = ComputeDevice::Kind;
    const ComputeDevice& cpu = devices.front();
    if (wish == BackendWish::Cpu) return {{false, cpu.name, "The CPU was asked for."}};
    const auto gpu = std::find_if(devices.begin(), devices.end(), [](const ComputeDevice& device) {
        return device.kind == Kind::Cuda && device.usable;
    });
    if (gpu != devices.end()) {
        const char* reason =
            wish == BackendWish::Cuda ? "CUDA was asked for." : "It is the first GPU that can be used.";
        return {{true, gpu->name, reason}, static_cast<std::size_t>(gpu - devices.begin()), gpu->index};
    }
    const auto missing = std::find_if(devices.begin(), devices.end(),
                                      [](const ComputeDevice& device) { return device.kind == Kind::Cuda; });
    return {{false, cpu.name, missing == devices.end() ? "There is no GPU." : missing->reason}};
}

BackendChoice chooseBackend(BackendWish wish) {
    if (wish == BackendWish::Cpu) return chooseBackend(wish, std::vector<ComputeDevice>{cpuDevice()});
    return chooseBackend(wish, computeDevices());
}

std::unique_ptr<Segmenter> makeSegmenter(const BackendChoice& choice, int threads) {
    NamedBackend cpu{[threads](std::shared_ptr<const Image<Rgba8>> image) {
                         return cpu::makeCpuBackend(std::move(image), threads);
                     },
                     choice.use};
    if (!choice.use.gpu) return makeGrabCutSegmenter(std::move(cpu));
    cpu.use = {false, cpuDevice().name, {}};
    return makeGrabCutSegmenter({cuda::backendFactory(choice.cudaIndex), choice.use}, std::move(cpu));
}

FormulaPlace formulaPlace(const BackendChoice& choice) {
    if (!choice.use.gpu) return {false, "Formulas are computed on the CPU."};
    try {
        return {true, "Formulas are computed on the GPU, compiled by NVRTC " +
                          cuda::Nvrtc::ofThisMachine().version() + "."};
    } catch (const BackendError& error) {
        return {false, std::string("Formulas are computed on the CPU. ") + error.what()};
    }
}

std::unique_ptr<Generator> makeGenerator(const BackendChoice& choice, int threads, GeneratorNews news) {
    if (!choice.use.gpu) return makeCpuGenerator(threads);
    return makeReserveGenerator(
        [device = choice.cudaIndex, news] { return cuda::makeGenerator(device, news); },
        [threads] { return makeCpuGenerator(threads); }, std::move(news));
}

}  // namespace fretsaw
