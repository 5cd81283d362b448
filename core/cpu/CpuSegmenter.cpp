// The segmenter that runs on every machine.
// No algorithm here.
#include "core/cpu/CpuBackend.h"
#include "core/segment/GrabCutSegmenter.h"

namespace fretsaw {

std::unique_ptr<Segmenter> makeCpuSegmenter(int threads) {
    return makeGrabCutSegmenter({[threads](std::shared_ptr<const Image<Rgba8>> image) {
                                     return cpu::makeCpuBackend(std::move(image), threads);
                                 },
                                 {false, "CPU", "Nothing else was asked for."}});
}

}  // namespace fretsaw
