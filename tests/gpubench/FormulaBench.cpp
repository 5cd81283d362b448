// Medians by the host's clock. "first": a text that was never compiled, until its picture is on the device;
// "again": one that is in the cache's memory; "file": reading one from the cache's folder.
#include "tests/gpubench/FormulaBench.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "core/cuda/CudaGenerator.h"
#include "core/cuda/FormulaSource.h"
#include "core/cuda/KernelCache.h"
#include "core/cuda/Nvrtc.h"

namespace fretsaw::bench {
namespace {

constexpr int kCapability = 90;

/// Median of the milliseconds that work(i) takes.
template <typename Work>
double medianOf(int repeats, const Work& work) {
    using Clock = std::chrono::steady_clock;
    std::vector<double> ms;
    for (int i = 0; i < repeats; ++i) {
        const auto begin = Clock::now();
        work(i);
        ms.push_back(std::chrono::duration<double, std::milli>(Clock::now() - begin).count());
    }
    std::nth_element(ms.begin(), ms.begin() + repeats / 2, ms.end());
    return ms[static_cast<std::size_t>(repeats / 2)];
}

/// The formula as if somebody had changed a number in it.
std::string edited(const std::string& text, int i) {
    return "(" + text + ") + " + std::to_string(0.001 * (i + 1));
}

std::string sourceOf(const std::string& text) {
    return cuda::formulaSource(parseFormula(text)->program());
}

/// The device's first work is not timed.
void benchPictures(const std::string& text, const FormulaOptions& options, Generator& generator) {
    const Size size{options.width, options.height};
    const auto draw = [&](const std::string& formula) {
        (void)generator.renderOnDevice(PictureRecipe(parseFormula(formula)), size, Rect::of(size), {});
    };
    // Others than the compiler alone was measured with: it remembers what it has compiled.
    const auto drawEdited = [&](int i) { draw(edited(text, 1000 + i)); };
    draw(text);
    const double first = medianOf(options.repeats, drawEdited);
    const double again = medianOf(options.repeats, drawEdited);
    std::printf("  first %6.1f ms  again %6.2f ms", first, again);
}

}  // namespace

void benchFormulas(const FormulaOptions& options) {
    const std::filesystem::path folder =
        std::filesystem::temp_directory_path() / ("fretsaw-bench-" + std::to_string(std::rand()));
    setenv("XDG_CACHE_HOME", folder.c_str(), 1);  // nobody's cache is helped or hurt
    const cuda::Nvrtc& nvrtc = cuda::Nvrtc::ofThisMachine();
    std::printf("NVRTC %s\n", nvrtc.version().c_str());
    std::unique_ptr<Generator> generator;
    try {
        generator = cuda::makeGenerator(0);
    } catch (const BackendError& error) {
        std::printf("%s The compiler alone.\n", error.what());
    }
    for (const std::string text : {"sqrt(px * py)", "0.5 + 0.5 * sin(20 * r + 3 * noise(4 * u, 4 * v))",
                                   "fbm(4 * u, 4 * v, 8) * voronoi(9 * u, 9 * v)"}) {
        const double compile = medianOf(
            options.repeats, [&](int i) { (void)nvrtc.compile(sourceOf(edited(text, i)), kCapability); });
        const std::string code = nvrtc.compile(sourceOf(text), kCapability), key = sourceOf(text);
        (void)cuda::KernelCache(folder / "one").get(key, [&] { return code; });
        const double file = medianOf(options.repeats, [&](int) {
            (void)cuda::KernelCache(folder / "one").get(sourceOf(text), [&] { return code; });
        });
        std::printf("%-52s compiler %6.1f ms  file %5.2f ms", text.c_str(), compile, file);
        if (generator) benchPictures(text, options, *generator);
        std::printf("\n");
    }
    std::filesystem::remove_all(folder);
}

}  // namespace fretsaw::bench
