// Counts and hands out pixel memory.
// Nothing else: no policy, no pools.
#include "core/image/Allocate.h"

#include <atomic>
#include <fstream>
#include <limits>
#include <new>
#include <string>

#include "core/image/Error.h"

namespace fretsaw {
namespace {

constexpr std::align_val_t kAlignment{64};
constexpr std::uint64_t kLargeBlock = 16u << 20;  // smaller ones are not worth asking the system for
std::atomic<std::uint64_t> gAllocated{0};
std::atomic<std::uint64_t> gPeak{0};
std::atomic<AllocationGate> gGate{nullptr};
std::atomic<void*> gGateContext{nullptr};

}  // namespace

std::uint64_t availableMemoryBytes() {
    std::ifstream info("/proc/meminfo");
    std::string key;
    std::uint64_t kibibytes = 0;
    while (info >> key >> kibibytes) {
        if (key == "MemAvailable:") return kibibytes * 1024;
        info.ignore(std::numeric_limits<std::streamsize>::max(), '\n');
    }
    return std::numeric_limits<std::uint64_t>::max();
}

void* allocateBytes(std::uint64_t bytes) {
    const AllocationGate gate = gGate.load();
    if (gate != nullptr && !gate(bytes, gGateContext.load())) throw OutOfMemory(bytes);
    if (bytes >= kLargeBlock && bytes > availableMemoryBytes()) throw OutOfMemory(bytes);
    void* memory = ::operator new(bytes, kAlignment, std::nothrow);
    if (memory == nullptr) throw OutOfMemory(bytes);
    const std::uint64_t now = gAllocated.fetch_add(bytes) + bytes;
    std::uint64_t peak = gPeak.load();
    while (now > peak && !gPeak.compare_exchange_weak(peak, now)) {
    }
    return memory;
}

void freeBytes(void* memory, std::uint64_t bytes) noexcept {
    if (memory == nullptr) return;
    gAllocated.fetch_sub(bytes);
    ::operator delete(memory, kAlignment);
}

std::uint64_t allocatedBytes() noexcept {
    return gAllocated.load();
}
std::uint64_t peakAllocatedBytes() noexcept {
    return gPeak.load();
}
void resetPeak() noexcept {
    gPeak.store(gAllocated.load());
}

void setAllocationGate(AllocationGate gate, void* context) noexcept {
    gGateContext.store(context);
    gGate.store(gate);
}

}  // namespace fretsaw
