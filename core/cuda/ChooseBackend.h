// Which machine cuts and draws: what was asked for, what is there, and why it is the one.
// No CUDA header here.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/cuda/Devices.h"
#include "core/generate/ReserveGenerator.h"
#include "core/segment/Segmenter.h"

namespace fretsaw {

enum class BackendWish : std::uint8_t { Auto, Cpu, Cuda };

/// The wish of a name, as --backend and FRETSAW_BACKEND take them: "auto", "cpu" or "cuda"; empty is Auto.
/// std::nullopt for any other.
[[nodiscard]] std::optional<BackendWish> backendWish(std::string_view name);
/// That of the environment's FRETSAW_BACKEND.
[[nodiscard]] std::optional<BackendWish> environmentWish();

struct BackendChoice {
    BackendUse use;
    std::size_t device = 0;  ///< place in the list that was chosen from
    int cudaIndex = 0;
};

/// The first GPU that can be used, or the CPU where there is none or where it was asked for; with the reason.
/// devices: as computeDevices() lists them, the CPU first. Whoever insists on a GPU looks at use.gpu.
[[nodiscard]] BackendChoice chooseBackend(BackendWish wish, std::span<const ComputeDevice> devices);

/// The same from what is here. No driver is asked where the CPU is wished for. Any thread; may take some
/// tenths of a second.
[[nodiscard]] BackendChoice chooseBackend(BackendWish wish);

/// The segmenter of a choice. Where a GPU fails or has too little memory, the CPU takes over and the result
/// says so. threads: of the CPU, 0 = all. Quick: a GPU is opened with the first picture.
[[nodiscard]] std::unique_ptr<Segmenter> makeSegmenter(const BackendChoice& choice, int threads = 0);

/// Where the generator of a choice computes formulas.
struct FormulaPlace {
    bool gpu = false;
    std::string text;  ///< where, and why there: a sentence or two
};
/// Any thread; loads the compiler.
[[nodiscard]] FormulaPlace formulaPlace(const BackendChoice& choice);

/// The generator of a choice, likewise; what it says of a GPU that fails goes to news (may be empty), on the
/// thread that renders.
[[nodiscard]] std::unique_ptr<Generator> makeGenerator(const BackendChoice& choice, int threads = 0,
                                                       GeneratorNews news = {});

}  // namespace fretsaw
