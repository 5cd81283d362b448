// CUDA's side of sharing textures with OpenGL: register, map, copy, unmap.
// No OpenGL calls; which part of which texture is the window's to say.
#include "core/cuda/GlInterop.h"

#include <cuda_gl_interop.h>

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "core/cuda/CudaCall.h"
#include "core/cuda/DeviceMask.h"
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

    /// Its texels, which are one byte each.
    [[nodiscard]] static cudaArray_t bytesOf(const RegisteredTexture& texture) {
        cudaArray_t array = nullptr;
        cudaChannelFormatDesc format{};
        FRETSAW_CUDA(cudaGraphicsSubResourceGetMappedArray(&array, texture.resource(), 0, 0));
        FRETSAW_CUDA(cudaArrayGetInfo(&format, nullptr, nullptr, array));
        if (format.x != 8 || format.y != 0) throw BackendError("A texture has not one byte a texel.", false);
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

    void fill(const Frame<std::uint8_t>& frame, std::span<const Part> parts) override;
    void forget(unsigned texture) noexcept override { textures_.erase(texture); }

private:
    /// Queues the making of all texels, part by part, row by row. Returns where they begin.
    const std::uint8_t* makeTexels(const MaskBits& bits, std::span<const Part> parts);

    Context context_;  ///< a stream of its own: it does not wait for a solve
    DeviceBuffer<std::uint8_t> texels_;
    std::map<unsigned, RegisteredTexture> textures_;
};

const std::uint8_t* Interop::makeTexels(const MaskBits& bits, std::span<const Part> parts) {
    std::int64_t bytes = 0;
    for (const Part& part : parts) bytes += part.texels.area();
    if (texels_.size() < bytes) texels_ = DeviceBuffer<std::uint8_t>(context_, bytes);
    std::uint8_t* out = texels_.data();
    for (const Part& part : parts) {
        const std::int64_t area = part.texels.area();
        if (part.mean) {
            const int lanes = std::min(1 << part.level, kWarp);
            launch(context_, meanKernel, dim3(blocksFor(area * lanes, kBlock)), dim3(kBlock), bits,
                   part.texels, part.level, lanes, out);
        } else {
            launch(context_, middleKernel, dim3(blocksFor(area, kBlock)), dim3(kBlock), bits, part.texels,
                   part.level, out);
        }
        out += area;
    }
    return texels_.data();
}

void Interop::fill(const Frame<std::uint8_t>& frame, std::span<const Part> parts) {
    const auto* const mask = dynamic_cast<const DeviceMask*>(&frame);
    if (mask == nullptr || mask->context().device() != context_.device())
        throw BackendError("The mask does not lie on the GPU that draws.", false);
    if (parts.empty()) return;
    context_.makeCurrent();
    const cudaStream_t stream = context_.stream();
    std::vector<cudaGraphicsResource_t> resources;
    for (const Part& part : parts) {
        const auto [known, isNew] = textures_.try_emplace(part.texture, part.texture);
        const cudaGraphicsResource_t resource = known->second.resource();
        if (std::find(resources.begin(), resources.end(), resource) == resources.end())
            resources.push_back(resource);
    }
    const Reading reading(mask->order(), stream);
    const std::uint8_t* texels = makeTexels(mask->bits(), parts);
    Mapping mapping(std::move(resources), stream);
    for (const Part& part : parts) {
        const auto width = static_cast<std::size_t>(part.texels.width),
                   height = static_cast<std::size_t>(part.texels.height);
        FRETSAW_CUDA(cudaMemcpy2DToArrayAsync(Mapping::bytesOf(textures_.at(part.texture)),
                                              static_cast<std::size_t>(part.x),
                                              static_cast<std::size_t>(part.y), texels, width, width, height,
                                              cudaMemcpyDeviceToDevice, stream));
        texels += part.texels.area();
    }
    mapping.unmap();
}

}  // namespace

std::unique_ptr<GlInterop> makeGlInterop(const Frame<std::uint8_t>& frame) {
    const auto* const mask = dynamic_cast<const DeviceMask*>(&frame);
    if (mask == nullptr) throw BackendError("The mask does not lie in a GPU's memory.", false);
    const int device = mask->context().device();
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

}  // namespace fretsaw::cuda
