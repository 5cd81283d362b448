// Counts and hands out pixel memory.
// Nothing else: no policy, no pools.
#include "core/image/Allocate.h"

#include <sys/mman.h>

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

// Pages of zeros, large ones where the system has them: a plane is then mapped in a few steps instead of
// thousands. Null: there are none.
void* mapPages(std::uint64_t bytes) {
    void* memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) return nullptr;
    madvise(memory, bytes, MADV_HUGEPAGE);
    return memory;
}

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

void requireAvailable(std::uint64_t bytes) {
    if (bytes >= kLargeBlock && bytes > availableMemoryBytes()) throw OutOfMemory(bytes);
}

void* allocateBytes(std::uint64_t bytes) {
    const AllocationGate gate = gGate.load();
    if (gate != nullptr && !gate(bytes, gGateContext.load())) throw OutOfMemory(bytes);
    requireAvailable(bytes);
    void* memory = bytes >= kLargeBlock ? mapPages(bytes) : ::operator new(bytes, kAlignment, std::nothrow);
    if (memory == nullptr) throw OutOfMemory(bytes);
    const std::uint64_t now = gAllocated.fetch_add(bytes) + bytes;
    std::uint64_t peak = gPeak.load();
    while (now > peak && !gPeak.compare_exchange_weak(peak, now)) {
    }
    return memory;
}

void* allocateZeroed(std::uint64_t bytes) {
    void* memory = allocateBytes(bytes);
    if (bytes < kLargeBlock) std::memset(memory, 0, bytes);
    return memory;
}

void freeBytes(void* memory, std::uint64_t bytes) noexcept {
    if (memory == nullptr) return;
    gAllocated.fetch_sub(bytes);
    if (bytes >= kLargeBlock)
        munmap(memory, bytes);
    else
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
