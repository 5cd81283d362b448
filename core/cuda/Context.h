// One GPU as one document uses it: a stream, a pool of device memory, events.
// Plain C++: CUDA's handles are only named here.
#pragma once

#include <cstdint>

struct CUstream_st;
struct CUevent_st;
struct CUmemPoolHandle_st;

namespace fretsaw::cuda {

/// Bytes of device memory that this process holds in buffers, of all contexts. Any thread.
[[nodiscard]] std::uint64_t deviceBytes() noexcept;

/// All work of one document goes through the one stream of its context, in order. Used by one thread at a
/// time, but not always the same; memory may be freed by any. Must outlive the buffers that were made with
/// it.
class Context {
public:
    /// Throws BackendError where the device cannot be used.
    explicit Context(int device = 0);
    /// Waits for the stream and gives all memory back to the driver.
    ~Context();
    Context(const Context&) = delete;
    Context& operator=(const Context&) = delete;

    /// To be called at every entry from outside: the runtime's current device belongs to a thread.
    void makeCurrent() const;
    /// A stream that does not wait for the default stream.
    [[nodiscard]] CUstream_st* stream() const { return stream_; }
    [[nodiscard]] int device() const { return device_; }
    /// 90 for compute capability 9.0.
    [[nodiscard]] int capability() const { return capability_; }
    [[nodiscard]] int multiprocessors() const { return multiprocessors_; }

    /// Waits until the stream is empty. Throws BackendError where anything in it failed.
    void synchronize() const;

    /// 256-byte aligned device memory, in the order of the stream. Throws OutOfMemory.
    [[nodiscard]] void* allocate(std::uint64_t bytes) const;
    /// In the order of the stream: work before it may still use the memory. Null is allowed.
    void free(void* memory, std::uint64_t bytes) const noexcept;
    /// Of the device's memory, for all who use it. Throws BackendError.
    [[nodiscard]] std::uint64_t freeBytes() const;
    /// Gives what is free in the pool back to the driver. Waits for the stream.
    void trim() const;

private:
    int device_ = 0;
    int multiprocessors_ = 0, capability_ = 0;
    CUstream_st* stream_ = nullptr;
    CUmemPoolHandle_st* pool_ = nullptr;
};

/// A point in a context's stream.
class Event {
public:
    /// Throws BackendError.
    explicit Event(const Context& context);
    ~Event();
    Event(const Event&) = delete;
    Event& operator=(const Event&) = delete;

    /// Sets the point behind all that the stream has to do now.
    void record();
    /// Whether the stream has passed it. Throws BackendError where the stream failed.
    [[nodiscard]] bool passed() const;
    /// Waits for it.
    void wait() const;
    /// Milliseconds of the device's time between two points that were passed.
    [[nodiscard]] static double elapsedMs(const Event& from, const Event& to);
    [[nodiscard]] CUevent_st* handle() const { return event_; }

private:
    const Context& context_;
    CUevent_st* event_ = nullptr;
};

}  // namespace fretsaw::cuda
