// The one door through which pixel memory comes, so that a test can make any allocation fail.
// Small standard containers (lists of strokes, messages) do not come this way.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>
#include <utility>

namespace fretsaw {

/// Bytes that the machine can still give without swapping, as Linux estimates it; the largest value where it
/// does not say. Limits of containers are not known here. Any thread.
[[nodiscard]] std::uint64_t availableMemoryBytes();

/// 64-byte aligned, uninitialised memory. Throws OutOfMemory, also for a large block that is more than
/// availableMemoryBytes(): Linux would promise it, and kill or freeze later when it is written. Any thread.
[[nodiscard]] void* allocateBytes(std::uint64_t bytes);
/// The same, but all bytes are 0. A large block costs nothing until it is written.
[[nodiscard]] void* allocateZeroed(std::uint64_t bytes);
/// Throws OutOfMemory where less is available: for those who are about to take many blocks that are written
/// later.
void requireAvailable(std::uint64_t bytes);
/// Gives back what allocateBytes() or allocateZeroed() returned; null is allowed.
void freeBytes(void* memory, std::uint64_t bytes) noexcept;

/// Bytes that are allocated now, and the highest value since resetPeak(). Any thread.
[[nodiscard]] std::uint64_t allocatedBytes() noexcept;
[[nodiscard]] std::uint64_t peakAllocatedBytes() noexcept;
void resetPeak() noexcept;

/// For tests: asked before each allocation with its size; false makes it fail with OutOfMemory.
/// Null (the default) allows all. Set it only while no other thread allocates.
using AllocationGate = bool (*)(std::uint64_t bytes, void* context);
void setAllocationGate(AllocationGate gate, void* context) noexcept;

/// An owned array of trivially copyable elements, 64-byte aligned. Moves; copies only by clone().
template <typename T>
class Buffer {
    static_assert(std::is_trivially_copyable_v<T>);

public:
    Buffer() = default;
    Buffer(std::int64_t count, T fill) : Buffer(uninitialized(count)) { std::fill_n(data_, size_, fill); }
    Buffer(Buffer&& o) noexcept : data_(std::exchange(o.data_, nullptr)), size_(std::exchange(o.size_, 0)) {}
    Buffer& operator=(Buffer&& o) noexcept {
        std::swap(data_, o.data_);
        std::swap(size_, o.size_);
        return *this;
    }
    ~Buffer() { freeBytes(data_, bytes()); }

    /// Elements with unspecified values. Throws OutOfMemory.
    [[nodiscard]] static Buffer uninitialized(std::int64_t count) {
        Buffer b;
        if (count > 0) {
            b.data_ = static_cast<T*>(allocateBytes(static_cast<std::uint64_t>(count) * sizeof(T)));
            b.size_ = count;
        }
        return b;
    }
    /// Elements whose bytes are 0; large buffers are not written for it. Throws OutOfMemory.
    [[nodiscard]] static Buffer zeroed(std::int64_t count) {
        Buffer b;
        if (count > 0) {
            b.data_ = static_cast<T*>(allocateZeroed(static_cast<std::uint64_t>(count) * sizeof(T)));
            b.size_ = count;
        }
        return b;
    }
    [[nodiscard]] Buffer clone() const {
        Buffer b = uninitialized(size_);
        if (size_ > 0) std::memcpy(b.data_, data_, bytes());
        return b;
    }

    [[nodiscard]] T* data() { return data_; }
    [[nodiscard]] const T* data() const { return data_; }
    [[nodiscard]] std::int64_t size() const { return size_; }
    [[nodiscard]] std::uint64_t bytes() const { return static_cast<std::uint64_t>(size_) * sizeof(T); }
    [[nodiscard]] T& operator[](std::int64_t i) { return data_[i]; }
    [[nodiscard]] const T& operator[](std::int64_t i) const { return data_[i]; }
    [[nodiscard]] T* begin() { return data_; }
    [[nodiscard]] T* end() { return data_ + size_; }
    [[nodiscard]] const T* begin() const { return data_; }
    [[nodiscard]] const T* end() const { return data_ + size_; }

private:
    T* data_ = nullptr;
    std::int64_t size_ = 0;
};

}  // namespace fretsaw
