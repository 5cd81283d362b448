// CUDA's side of sharing textures with OpenGL: register, map, copy, unmap.
// No OpenGL calls; which part of which texture is the window's to say.
#include "core/cuda/GlInterop.h"

#include <cuda_gl_interop.h>

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "core/cuda/CudaCall.h"
#include "core/cuda/DeviceFrame.h"
#include "core/cuda/Launch.cuh"
#include "core/image/Error.h"

namespace fretsaw::cuda {
namespace {

using BytePixels = std::shared_ptr<const DevicePixels<std::uint8_t>>;

/// Null where the frame is not on a device.
BytePixels pixelsOf(const Frame<std::uint8_t>& frame) {
    const auto* onDevice = dynamic_cast<const DeviceFrame<std::uint8_t>*>(&frame);
    return onDevice == nullptr ? nullptr : onDevice->pixels();
}

constexpr int kBlock = 256;
constexpr int kWarp = 32;

/// `lanes` neighbouring threads make one texel: each adds up columns of its block, then they add up each
/// other's. lanes: a power of two, at most a warp.
__global__ void meanKernel(ImageView<const std::uint8_t> frame, Rect texels, int level, int lanes,
                           std::uint8_t* out) {
    const int thread = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
    const int texel = thread / lanes, lane = thread % lanes;
    const bool isTexel = texel < texels.width * texels.height;
    const int x = (texels.x + texel % texels.width) << level, y = (texels.y + texel / texels.width) << level;
    const int right = min(x + (1 << level), frame.width()), bottom = min(y + (1 << level), frame.height());
    unsigned sum = 0;
    if (isTexel)
        for (int row = y; row < bottom; ++row)
            for (int column = x + lane; column < right; column += lanes) sum += frame.row(row)[column];
    for (int step = lanes / 2; step > 0; step /= 2) sum += __shfl_xor_sync(0xffffffffu, sum, step);
    if (!isTexel || lane != 0) return;
    const unsigned count = static_cast<unsigned>((right - x) * (bottom - y));
    out[texel] = static_cast<std::uint8_t>((sum + count / 2) / count);
}

__global__ void middleKernel(ImageView<const std::uint8_t> frame, Rect texels, int level, std::uint8_t* out) {
    const int texel = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
    if (texel >= texels.width * texels.height) return;
    const int middle = (1 << level) / 2;
    const int x = ((texels.x + texel % texels.width) << level) + middle;
    const int y = ((texels.y + texel / texels.width) << level) + middle;
    out[texel] = frame.row(min(y, frame.height() - 1))[min(x, frame.width() - 1)];
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
    /// Where the texels of a part can be copied from.
    struct Source {
        const std::uint8_t* data;
        std::size_t stride;
    };
    [[nodiscard]] std::vector<Source> reduce(ImageView<const std::uint8_t> frame,
                                             std::span<const Part> parts);

    Context context_;  ///< a stream of its own: it does not wait for a solve
    DeviceBuffer<std::uint8_t> reduced_;
    std::map<unsigned, RegisteredTexture> textures_;
};

/// Queues the work of parts that are not the frame's own pixels.
std::vector<Interop::Source> Interop::reduce(ImageView<const std::uint8_t> frame,
                                             std::span<const Part> parts) {
    std::int64_t bytes = 0;
    for (const Part& part : parts) bytes += part.level > 0 ? part.texels.area() : 0;
    if (reduced_.size() < bytes) reduced_ = DeviceBuffer<std::uint8_t>(context_, bytes);
    std::vector<Source> sources;
    std::uint8_t* out = reduced_.data();
    for (const Part& part : parts) {
        if (part.level == 0) {
            const ImageView<const std::uint8_t> own = frame.sub(part.texels);
            sources.push_back({own.data(), static_cast<std::size_t>(own.stride())});
            continue;
        }
        const std::int64_t area = part.texels.area();
        if (part.mean) {
            const int lanes = std::min(1 << part.level, kWarp);
            launch(context_, meanKernel, dim3(blocksFor(area * lanes, kBlock)), dim3(kBlock), frame,
                   part.texels, part.level, lanes, out);
        } else {
            launch(context_, middleKernel, dim3(blocksFor(area, kBlock)), dim3(kBlock), frame, part.texels,
                   part.level, out);
        }
        sources.push_back({out, static_cast<std::size_t>(part.texels.width)});
        out += area;
    }
    return sources;
}

void Interop::fill(const Frame<std::uint8_t>& frame, std::span<const Part> parts) {
    const BytePixels pixels = pixelsOf(frame);
    if (pixels == nullptr || pixels->order().context().device() != context_.device())
        throw BackendError("The pixels do not lie on the GPU that draws.", false);
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
    const Reading reading(pixels->order(), stream);
    const std::vector<Source> sources = reduce(pixels->view(), parts);
    Mapping mapping(std::move(resources), stream);
    for (std::size_t i = 0; i < parts.size(); ++i) {
        const Part& part = parts[i];
        FRETSAW_CUDA(cudaMemcpy2DToArrayAsync(
            Mapping::bytesOf(textures_.at(part.texture)), static_cast<std::size_t>(part.x),
            static_cast<std::size_t>(part.y), sources[i].data, sources[i].stride,
            static_cast<std::size_t>(part.texels.width), static_cast<std::size_t>(part.texels.height),
            cudaMemcpyDeviceToDevice, stream));
    }
    mapping.unmap();
}

}  // namespace

std::unique_ptr<GlInterop> makeGlInterop(const Frame<std::uint8_t>& frame) {
    const BytePixels pixels = pixelsOf(frame);
    if (pixels == nullptr) throw BackendError("The pixels do not lie in a GPU's memory.", false);
    const int device = pixels->order().context().device();
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
