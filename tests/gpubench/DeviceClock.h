// Times by the device's own clock, and what its memory gives.
// Nothing of Fretsaw's own is measured here.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "core/cuda/Context.h"
#include "core/cuda/DeviceMemory.h"

namespace fretsaw::bench {

/// Median of the device's milliseconds that work takes.
template <typename Work>
double medianMs(const cuda::Context& context, int repeats, const Work& work) {
    work();
    std::vector<double> ms;
    for (int i = 0; i < repeats; ++i) {
        cuda::Event before(context), after(context);
        before.record();
        work();
        after.record();
        after.wait();
        ms.push_back(cuda::Event::elapsedMs(before, after));
    }
    std::nth_element(ms.begin(), ms.begin() + repeats / 2, ms.end());
    return ms[static_cast<std::size_t>(repeats / 2)];
}

/// GB/s of a copy within device memory, bytes read and written: the most that memory gives here.
inline double copyBandwidth(const cuda::Context& context) {
    constexpr std::int64_t kBytes = std::int64_t{1} << 30;
    const cuda::DeviceBuffer<std::uint8_t> from(context, kBytes), to(context, kBytes);
    const double ms = medianMs(context, 11, [&] { copyBytes(context, to.data(), from.data(), to.bytes()); });
    return 2e-6 * static_cast<double>(kBytes) / ms;
}

/// GB/s of filling device memory with one value: the most that writing gives here.
inline double writeBandwidth(const cuda::Context& context) {
    constexpr std::int64_t kBytes = std::int64_t{1} << 30;
    const cuda::DeviceBuffer<std::uint8_t> to(context, kBytes);
    const double ms = medianMs(context, 11, [&] { fillBytes(context, to.data(), 0, to.bytes()); });
    return 1e-6 * static_cast<double>(kBytes) / ms;
}

}  // namespace fretsaw::bench
