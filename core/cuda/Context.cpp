// Streams, events and pools of the CUDA runtime behind the plain names of Context.h.
// No kernels here.
#include "core/cuda/Context.h"

#include <atomic>
#include <limits>

#include "core/cuda/CudaCall.h"
#include "core/cuda/Faults.h"
#include "core/image/Error.h"

namespace fretsaw::cuda {
namespace {

std::atomic<std::uint64_t> bytesHeld{0};
DeviceAllocationGate allocationGate = nullptr;
void* allocationGateContext = nullptr;

int attribute(cudaDeviceAttr what, int device) {
    int value = 0;
    FRETSAW_CUDA(cudaDeviceGetAttribute(&value, what, device));
    return value;
}

cudaMemPool_t makePool(int device) {
    cudaMemPoolProps properties{};
    properties.allocType = cudaMemAllocationTypePinned;
    properties.location.type = cudaMemLocationTypeDevice;
    properties.location.id = device;
    cudaMemPool_t pool = nullptr;
    FRETSAW_CUDA(cudaMemPoolCreate(&pool, &properties));
    return pool;
}

}  // namespace

std::uint64_t deviceBytes() noexcept {
    return bytesHeld;
}

void setDeviceAllocationGate(DeviceAllocationGate gate, void* context) noexcept {
    allocationGate = gate;
    allocationGateContext = context;
}

Context::Context(int device) : device_(device) {
    makeCurrent();
    multiprocessors_ = attribute(cudaDevAttrMultiProcessorCount, device);
    capability_ = 10 * attribute(cudaDevAttrComputeCapabilityMajor, device) +
                  attribute(cudaDevAttrComputeCapabilityMinor, device);
    if (attribute(cudaDevAttrMemoryPoolsSupported, device) == 0 ||
        attribute(cudaDevAttrCooperativeLaunch, device) == 0)
        throw BackendError("This GPU or its driver has no memory pools or no cooperative launches.", false);
    pool_ = makePool(device);
    try {
        // Freed memory stays in the pool until trim(): a solve that allocates does not wait for the driver.
        std::uint64_t all = std::numeric_limits<std::uint64_t>::max();
        FRETSAW_CUDA(cudaMemPoolSetAttribute(pool_, cudaMemPoolAttrReleaseThreshold, &all));
        FRETSAW_CUDA(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking));
    } catch (...) {
        FRETSAW_CUDA_LOG(cudaMemPoolDestroy(pool_));
        throw;
    }
}

Context::~Context() {
    FRETSAW_CUDA_LOG(cudaSetDevice(device_));
    FRETSAW_CUDA_LOG(cudaStreamSynchronize(stream_));
    FRETSAW_CUDA_LOG(cudaStreamDestroy(stream_));
    FRETSAW_CUDA_LOG(cudaMemPoolDestroy(pool_));
}

void Context::makeCurrent() const {
    FRETSAW_CUDA(cudaSetDevice(device_));
}

void Context::synchronize() const {
    FRETSAW_CUDA(cudaStreamSynchronize(stream_));
}

void* Context::allocate(std::uint64_t bytes) const {
    if (allocationGate != nullptr && !allocationGate(bytes, allocationGateContext)) throw OutOfMemory(bytes);
    void* memory = nullptr;
    try {
        FRETSAW_CUDA(cudaMallocFromPoolAsync(&memory, bytes, pool_, stream_));
    } catch (const OutOfMemory&) {
        throw OutOfMemory(bytes);
    }
    bytesHeld += bytes;
    return memory;
}

void Context::free(void* memory, std::uint64_t bytes) const noexcept {
    if (memory == nullptr) return;
    bytesHeld -= bytes;
    FRETSAW_CUDA_LOG(cudaFreeAsync(memory, stream_));
}

std::uint64_t Context::freeBytes() const {
    std::size_t free = 0, all = 0;
    FRETSAW_CUDA(cudaMemGetInfo(&free, &all));
    return free;
}

void Context::trim() const {
    synchronize();
    FRETSAW_CUDA(cudaMemPoolTrimTo(pool_, 0));
}

Event::Event(const Context& context) : context_(context) {
    context.makeCurrent();
    FRETSAW_CUDA(cudaEventCreate(&event_));
}

Event::~Event() {
    FRETSAW_CUDA_LOG(cudaEventDestroy(event_));
}

void Event::record() {
    FRETSAW_CUDA(cudaEventRecord(event_, context_.stream()));
}

bool Event::passed() const {
    const cudaError_t status = cudaEventQuery(event_);
    if (status == cudaErrorNotReady) {
        (void)cudaGetLastError();
        return false;
    }
    FRETSAW_CUDA(status);
    return true;
}

void Event::wait() const {
    FRETSAW_CUDA(cudaEventSynchronize(event_));
}

double Event::elapsedMs(const Event& from, const Event& to) {
    float ms = 0;
    FRETSAW_CUDA(cudaEventElapsedTime(&ms, from.event_, to.event_));
    return ms;
}

}  // namespace fretsaw::cuda
