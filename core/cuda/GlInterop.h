// Frames from device memory straight into the OpenGL textures that the window draws. The one header of this
// room that the window may include: plain C++, textures by their names in OpenGL.
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "core/image/Frame.h"

namespace fretsaw::cuda {

/// Belongs to one OpenGL context, which is current on the calling thread in every call, the destructor
/// included. After an error it is good for nothing more but to be destroyed.
class GlInterop {
public:
    virtual ~GlInterop() = default;

    /// A rectangle of texels to fill. A texel of level k stands for 2^k × 2^k pixels of the frame: for their
    /// rounded mean, or for the middle one; at the frame's far edges, for those that exist.
    struct Part {
        unsigned texture = 0;  ///< GL_TEXTURE_2D with storage as the frame's pixels: GL_R8 or GL_RGBA8
        int x = 0, y = 0;      ///< in the texture
        Rect texels;           ///< of the level
        int level = 0;         ///< 0…8
        bool mean = true;
    };
    /// Fills textures in the order of OpenGL's and the device's work, without waiting for either. What was
    /// drawn before sees the old texels, what is drawn from now on the new ones. Throws BackendError.
    virtual void fill(const Frame<std::uint8_t>& frame, std::span<const Part> parts) = 0;
    /// The same for opaque colours.
    virtual void fillColours(const Frame<Rgba8>& frame, std::span<const Part> parts) = 0;
    /// To be called before a texture that was filled is deleted.
    virtual void forget(unsigned texture) noexcept = 0;
};

/// For frames that lie where `frame` does. Throws BackendError with a sentence for people where they cannot
/// be copied to textures of the current context: no device memory, drawn by another GPU or by the processor,
/// no CUDA in this build.
[[nodiscard]] std::unique_ptr<GlInterop> makeGlInterop(const Frame<std::uint8_t>& frame);
[[nodiscard]] std::unique_ptr<GlInterop> makeColourInterop(const Frame<Rgba8>& frame);

}  // namespace fretsaw::cuda
