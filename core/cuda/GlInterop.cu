// CUDA's side of sharing textures with OpenGL: register, map, copy, unmap.
// No OpenGL calls; which part of which texture is the window's to say.
#include "core/cuda/GlInterop.h"

#include <cuda_gl_interop.h>

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "core/cuda/CudaCall.h"
#include "core/cuda/DevicePicture.h"
#include "core/cuda/Launch.cuh"
#include "core/image/Error.h"

namespace fretsaw::cuda {
namespace {

constexpr int kBlock = 256;
constexpr int kWarp = 32;

/// `lanes` neighbouring threads make one texel: each counts in rows of its block, then they add up each
/// other's. lanes: a power of two, at most a warp.
__global__ void meanKernel(MaskBits bits, Rect texels, int level, int lanes, std::uint8_t* out) {
    const int thread = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
    const int texel = thread / lanes, lane = thread % lanes;
    const bool isTexel = texel < texels.width * texels.height;
    const int x = (texels.x + texel % texels.width) << level, y = (texels.y + texel / texels.width) << level;
    const int right = min(x + (1 << level), bits.size.width),
              bottom = min(y + (1 << level), bits.size.height);
    // A block is a part of one word, or whole words.
    const unsigned part = level < 5 ? (1u << (1 << level)) - 1 : ~0u;
    unsigned set = 0;
    if (isTexel)
        for (int row = y + lane; row < bottom; row += lanes) {
            const std::uint32_t* words = bits.words + static_cast<std::int64_t>(row) * bits.rowWords;
            for (int at = x; at < right; at += 32) set += __popc(words[at / 32] >> (at % 32) & part);
        }
    for (int step = lanes / 2; step > 0; step /= 2) set += __shfl_xor_sync(0xffffffffu, set, step);
    if (!isTexel || lane != 0) return;
    const unsigned count = static_cast<unsigned>((right - x) * (bottom - y));
    out[texel] = static_cast<std::uint8_t>((255 * set + count / 2) / count);
}

__global__ void middleKernel(MaskBits bits, Rect texels, int level, std::uint8_t* out) {
    const int texel = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
    if (texel >= texels.width * texels.height) return;
    const int middle = (1 << level) / 2;
    const int x = min(((texels.x + texel % texels.width) << level) + middle, bits.size.width - 1);
    const int y = min(((texels.y + texel / texels.width) << level) + middle, bits.size.height - 1);
    const std::uint32_t word = bits.words[static_cast<std::int64_t>(y) * bits.rowWords + x / 32];
    out[texel] = (word >> (x % 32) & 1) != 0 ? 255 : 0;
}

/// The same for colours, channel by channel.
__global__ void meanColourKernel(ImageView<const Rgba8> picture, Rect texels, int level, int lanes,
                                 Rgba8* out) {
    const int thread = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
    const int texel = thread / lanes, lane = thread % lanes;
    const bool isTexel = texel < texels.width * texels.height;
    const int x = (texels.x + texel % texels.width) << level, y = (texels.y + texel / texels.width) << level;
    const int right = min(x + (1 << level), picture.width()),
              bottom = min(y + (1 << level), picture.height());
    unsigned red = 0, green = 0, blue = 0;
    if (isTexel)
        for (int row = y + lane; row < bottom; row += lanes)
            for (int column = x; column < right; ++column) {
                const Rgba8 p = picture.row(row)[column];
                red += p.r;
                green += p.g;
                blue += p.b;
            }
    for (int step = lanes / 2; step > 0; step /= 2) {
        red += __shfl_xor_sync(0xffffffffu, red, step);
        green += __shfl_xor_sync(0xffffffffu, green, step);
        blue += __shfl_xor_sync(0xffffffffu, blue, step);
    }
    if (!isTexel || lane != 0) return;
    const unsigned count = static_cast<unsigned>((right - x) * (bottom - y));
    const auto mean = [count](unsigned sum) { return static_cast<std::uint8_t>((sum + count / 2) / count); };
    out[texel] = {mean(red), mean(green), mean(blue), 255};
}

__global__ void middleColourKernel(ImageView<const Rgba8> picture, Rect texels, int level, Rgba8* out) {
    const int texel = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
    if (texel >= texels.width * texels.height) return;
    const int middle = (1 << level) / 2;
    const int x = min(((texels.x + texel % texels.width) << level) + middle, picture.width() - 1);
    const int y = min(((texels.y + texel / texels.width) << level) + middle, picture.height() - 1);
    out[texel] = picture.row(y)[x];
}

/// A texture that CUDA knows. The OpenGL context is current when it is made and when it ends.
class RegisteredTexture {
public:
    explicit RegisteredTexture(unsigned texture) {
        FRETSAW_CUDA(
            cudaGraphicsGLRegisterImage(&resource_, texture, GL_TEXTURE_2D, cudaGraphicsRegisterFlagsNone));
        if (resource_ == nullptr) throw BackendError("CUDA took a texture and returned nothing.", false);
    }
    RegisteredTexture(RegisteredTexture&& o) noexcept : resource_(std::exchange(o.resource_, nullptr)) {}
    RegisteredTexture& operator=(RegisteredTexture&&) = delete;
    ~RegisteredTexture() {
        if (resource_ != nullptr) FRETSAW_CUDA_LOG(cudaGraphicsUnregisterResource(resource_));
    }
    [[nodiscard]] cudaGraphicsResource_t resource() const { return resource_; }

private:
    cudaGraphicsResource_t resource_ = nullptr;
};

/// Textures that are CUDA's from now on until unmap(), or until the end of this.
class Mapping {
public:
    Mapping(std::vector<cudaGraphicsResource_t> resources, cudaStream_t stream)
        : resources_(std::move(resources)), stream_(stream) {
        FRETSAW_CUDA(cudaGraphicsMapResources(count(), resources_.data(), stream_));
    }
    ~Mapping() {
        if (!unmapped_) FRETSAW_CUDA_LOG(cudaGraphicsUnmapResources(count(), resources_.data(), stream_));
    }
    Mapping(const Mapping&) = delete;
    Mapping& operator=(const Mapping&) = delete;

    /// Its texels, which are `channels` bytes each.
    [[nodiscard]] static cudaArray_t bytesOf(const RegisteredTexture& texture, int channels) {
        cudaArray_t array = nullptr;
        cudaChannelFormatDesc format{};
        FRETSAW_CUDA(cudaGraphicsSubResourceGetMappedArray(&array, texture.resource(), 0, 0));
        FRETSAW_CUDA(cudaArrayGetInfo(&format, nullptr, nullptr, array));
        if (format.x != 8 || (format.y != 0 ? 4 : 1) != channels)
            throw BackendError("A texture has not the frame's bytes a texel.", false);
        return array;
    }
    void unmap() {
        unmapped_ = true;
        FRETSAW_CUDA(cudaGraphicsUnmapResources(count(), resources_.data(), stream_));
    }

private:
    [[nodiscard]] int count() const { return static_cast<int>(resources_.size()); }

    std::vector<cudaGraphicsResource_t> resources_;
    cudaStream_t stream_;
    bool unmapped_ = false;
};

/// One reading of a frame by a stream.
class Reading {
public:
    Reading(const ReadOrder& order, cudaStream_t stream) : order_(order), stream_(stream) {
        order.beginRead(stream);
    }
    ~Reading() { order_.endRead(stream_); }
    Reading(const Reading&) = delete;
    Reading& operator=(const Reading&) = delete;

private:
    const ReadOrder& order_;
    cudaStream_t stream_;
};

class Interop final : public GlInterop {
public:
    explicit Interop(int device) : context_(device) {}
    ~Interop() override {
        FRETSAW_CUDA_LOG(cudaSetDevice(context_.device()));
        textures_.clear();
        FRETSAW_CUDA_LOG(cudaStreamSynchronize(context_.stream()));
    }

    void fill(const Frame<std::uint8_t>& frame, std::span<const Part> parts) override {
        const auto* const mask = dynamic_cast<const DeviceMask*>(&frame);
        copy(mask, parts, 1,
             [&](const Part& part, std::uint8_t* out) { makeTexels(mask->bits(), part, out); });
    }
    void fillColours(const Frame<Rgba8>& frame, std::span<const Part> parts) override {
        const auto* const picture = dynamic_cast<const DevicePicture*>(&frame);
        copy(picture, parts, 4, [&](const Part& part, std::uint8_t* out) {
            makeTexels(picture->pixels(), part, reinterpret_cast<Rgba8*>(out));
        });
    }
    void forget(unsigned texture) noexcept override { textures_.erase(texture); }

private:
    /// Queues the making of a part's texels, row by row.
    void makeTexels(const MaskBits& bits, const Part& part, std::uint8_t* out);
    void makeTexels(ImageView<const Rgba8> picture, const Part& part, Rgba8* out);
    /// make(part, out) queues the making of texels of `bytes` each; they are copied into the textures.
    template <typename DeviceFrame, typename Make>
    void copy(const DeviceFrame* frame, std::span<const Part> parts, int bytes, const Make& make);
    [[nodiscard]] std::vector<cudaGraphicsResource_t> registered(std::span<const Part> parts);

    Context context_;  ///< a stream of its own: it does not wait for a solve
    DeviceBuffer<std::uint8_t> texels_;
    std::map<unsigned, RegisteredTexture> textures_;
};

void Interop::makeTexels(const MaskBits& bits, const Part& part, std::uint8_t* out) {
    const std::int64_t area = part.texels.area();
    if (part.mean) {
        const int lanes = std::min(1 << part.level, kWarp);
        launch(context_, meanKernel, dim3(blocksFor(area * lanes, kBlock)), dim3(kBlock), bits, part.texels,
               part.level, lanes, out);
    } else {
        launch(context_, middleKernel, dim3(blocksFor(area, kBlock)), dim3(kBlock), bits, part.texels,
               part.level, out);
    }
}

void Interop::makeTexels(ImageView<const Rgba8> picture, const Part& part, Rgba8* out) {
    const std::int64_t area = part.texels.area();
    if (part.mean) {
        const int lanes = std::min(1 << part.level, kWarp);
        launch(context_, meanColourKernel, dim3(blocksFor(area * lanes, kBlock)), dim3(kBlock), picture,
               part.texels, part.level, lanes, out);
    } else {
        launch(context_, middleColourKernel, dim3(blocksFor(area, kBlock)), dim3(kBlock), picture,
               part.texels, part.level, out);
    }
}

std::vector<cudaGraphicsResource_t> Interop::registered(std::span<const Part> parts) {
    std::vector<cudaGraphicsResource_t> resources;
    for (const Part& part : parts) {
        const auto [known, isNew] = textures_.try_emplace(part.texture, part.texture);
        const cudaGraphicsResource_t resource = known->second.resource();
        if (std::find(resources.begin(), resources.end(), resource) == resources.end())
            resources.push_back(resource);
    }
    return resources;
}

template <typename DeviceFrame, typename Make>
void Interop::copy(const DeviceFrame* frame, std::span<const Part> parts, int bytes, const Make& make) {
    if (frame == nullptr || frame->context().device() != context_.device())
        throw BackendError("The picture does not lie on the GPU that draws.", false);
    if (parts.empty()) return;
    context_.makeCurrent();
    const cudaStream_t stream = context_.stream();
    std::vector<cudaGraphicsResource_t> resources = registered(parts);
    const Reading reading(frame->order(), stream);
    std::int64_t all = 0;
    for (const Part& part : parts) all += part.texels.area() * bytes;
    if (texels_.size() < all) texels_ = DeviceBuffer<std::uint8_t>(context_, all);
    std::uint8_t* texels = texels_.data();
    for (const Part& part : parts) {
        make(part, texels);
        texels += part.texels.area() * bytes;
    }
    Mapping mapping(std::move(resources), stream);
    texels = texels_.data();
    for (const Part& part : parts) {
        const auto rowBytes = static_cast<std::size_t>(part.texels.width * bytes);
        FRETSAW_CUDA(cudaMemcpy2DToArrayAsync(
            Mapping::bytesOf(textures_.at(part.texture), bytes), static_cast<std::size_t>(part.x * bytes),
            static_cast<std::size_t>(part.y), texels, rowBytes, rowBytes,
            static_cast<std::size_t>(part.texels.height), cudaMemcpyDeviceToDevice, stream));
        texels += part.texels.area() * bytes;
    }
    mapping.unmap();
}

/// frame: null: not in device memory.
template <typename DeviceFrame>
std::unique_ptr<GlInterop> interopFor(const DeviceFrame* frame) {
    if (frame == nullptr) throw BackendError("The picture does not lie in a GPU's memory.", false);
    const int device = frame->context().device();
    constexpr unsigned kMost = 16;
    unsigned count = 0;
    int drawing[kMost] = {};
    // With a context of another maker this is an error, and so no device.
    if (cudaGLGetDevices(&count, drawing, kMost, cudaGLDeviceListAll) != cudaSuccess) {
        (void)cudaGetLastError();
        count = 0;
    }
    if (std::find(drawing, drawing + count, device) == drawing + count)
        throw BackendError("Another GPU, or the processor, draws the window.", false);
    return std::make_unique<Interop>(device);
}

}  // namespace

std::unique_ptr<GlInterop> makeGlInterop(const Frame<std::uint8_t>& frame) {
    return interopFor(dynamic_cast<const DeviceMask*>(&frame));
}

std::unique_ptr<GlInterop> makeColourInterop(const Frame<Rgba8>& frame) {
    return interopFor(dynamic_cast<const DevicePicture*>(&frame));
}

}  // namespace fretsaw::cuda
