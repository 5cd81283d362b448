// Owners of device memory and of pinned host memory, and the copies between host and device.
// Plain C++; what is in the memory is the business of kernels.
#pragma once

#include <cstddef>
#include <cstdint>
#include <new>
#include <type_traits>
#include <utility>

#include "core/cuda/Context.h"
#include "core/image/Image.h"

namespace fretsaw::cuda {

/// An owned array in device memory; data() may be dereferenced by kernels only. Moves.
template <typename T>
class DeviceBuffer {
    static_assert(std::is_trivially_copyable_v<T>);

public:
    DeviceBuffer() = default;
    /// Elements with unspecified values. context must outlive the buffer. Throws OutOfMemory.
    DeviceBuffer(const Context& context, std::int64_t count) : context_(&context), size_(count) {
        if (count > 0) data_ = static_cast<T*>(context.allocate(bytes()));
    }
    DeviceBuffer(DeviceBuffer&& o) noexcept
        : context_(o.context_), data_(std::exchange(o.data_, nullptr)), size_(std::exchange(o.size_, 0)) {}
    DeviceBuffer& operator=(DeviceBuffer&& o) noexcept {
        std::swap(context_, o.context_);
        std::swap(data_, o.data_);
        std::swap(size_, o.size_);
        return *this;
    }
    ~DeviceBuffer() {
        if (context_ != nullptr) context_->free(data_, bytes());
    }

    [[nodiscard]] T* data() const { return data_; }
    [[nodiscard]] std::int64_t size() const { return size_; }
    [[nodiscard]] std::uint64_t bytes() const { return static_cast<std::uint64_t>(size_) * sizeof(T); }

private:
    const Context* context_ = nullptr;
    T* data_ = nullptr;
    std::int64_t size_ = 0;
};

/// An owned grid of pixels in device memory, tightly packed. view() is for kernels and copies only.
template <typename T>
class DeviceImage {
public:
    DeviceImage() = default;
    /// Pixels with unspecified values. Throws OutOfMemory.
    DeviceImage(const Context& context, Size size) : size_(size), pixels_(context, size.area()) {}

    [[nodiscard]] Size size() const { return size_; }
    [[nodiscard]] ImageView<T> view() const { return {pixels_.data(), size_, size_.width}; }

private:
    Size size_;
    DeviceBuffer<T> pixels_;
};

/// Fills bytes of device memory in the order of the stream.
void fillBytes(const Context& context, void* to, std::uint8_t value, std::uint64_t bytes);
/// The same for rows of bytes.
void fillRows(const Context& context, void* to, std::size_t stride, std::uint8_t value, std::size_t rowBytes,
              std::size_t rows);
/// Copies within device memory, likewise.
void copyBytes(const Context& context, void* to, const void* from, std::uint64_t bytes);
/// Rows of bytes between host and device, in the order of the stream; strides in bytes. From pageable host
/// memory the call returns when the host memory may be changed; from pinned memory it returns at once.
void uploadRows(const Context& context, void* device, std::size_t deviceStride, const void* host,
                std::size_t hostStride, std::size_t rowBytes, std::size_t rows);
void downloadRows(const Context& context, void* host, std::size_t hostStride, const void* device,
                  std::size_t deviceStride, std::size_t rowBytes, std::size_t rows);

/// Views of the same size; `device` lies in device memory.
template <typename T>
void upload(const Context& context, ImageView<T> device, std::type_identity_t<ImageView<const T>> host) {
    uploadRows(context, device.data(), static_cast<std::size_t>(device.stride()) * sizeof(T), host.data(),
               static_cast<std::size_t>(host.stride()) * sizeof(T),
               static_cast<std::size_t>(host.width()) * sizeof(T), static_cast<std::size_t>(host.height()));
}
template <typename T>
void download(const Context& context, ImageView<T> host, std::type_identity_t<ImageView<const T>> device) {
    downloadRows(context, host.data(), static_cast<std::size_t>(host.stride()) * sizeof(T), device.data(),
                 static_cast<std::size_t>(device.stride()) * sizeof(T),
                 static_cast<std::size_t>(host.width()) * sizeof(T), static_cast<std::size_t>(host.height()));
}

/// Page-locked host memory: throws OutOfMemory where there is too little of it.
[[nodiscard]] void* allocatePinned(std::uint64_t bytes);
void freePinned(void* memory) noexcept;

/// One value in page-locked host memory, into which the device can copy without the host waiting.
template <typename T>
class Pinned {
    static_assert(std::is_trivially_copyable_v<T>);

public:
    Pinned() : value_(new (allocatePinned(sizeof(T))) T{}) {}
    ~Pinned() { freePinned(value_); }
    Pinned(const Pinned&) = delete;
    Pinned& operator=(const Pinned&) = delete;

    [[nodiscard]] T* get() const { return value_; }
    T* operator->() const { return value_; }
    T& operator*() const { return *value_; }

private:
    T* value_;
};

}  // namespace fretsaw::cuda
