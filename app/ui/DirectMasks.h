// Masks and pictures from a device straight into textures, for as long as that works; what is used instead,
// and why. Decides and remembers; the copying is core/cuda's, and which texels where is Presenter's to say.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <utility>

#include "core/cuda/GlInterop.h"
#include "core/segment/Labels.h"

namespace fretsaw::ui {

/// How masks have come to the screen so far.
struct MaskPath {
    enum class Kind {
        Host,    ///< none lay on a device
        Direct,  ///< from device memory into textures
        Copied,  ///< from the device through host memory, and that for good
    };
    Kind kind = Kind::Host;
    std::string reason;   ///< why Copied: a sentence for people
    bool failed = false;  ///< Copied because the direct way was tried and failed
    friend bool operator==(const MaskPath&, const MaskPath&) = default;
};

/// One thread; the OpenGL context is current in disable(), fill(), forget() and release().
template <typename T>
class DirectFrames {
public:
    /// Throws Error where it is not possible, with the reason.
    using Factory = std::function<std::unique_ptr<cuda::GlInterop>(const Frame<T>& frame)>;

    explicit DirectFrames(Factory factory) : factory_(std::move(factory)) {}

    /// From now on all frames are copied through host memory.
    void disable(std::string reason);
    [[nodiscard]] const MaskPath& path() const { return path_; }

    /// Whether fill() is worth a try. null: no.
    [[nodiscard]] bool reads(const Frame<T>* frame) const;
    /// False: it failed, reads() is false from now on, and the texels may have any value.
    bool fill(const Frame<T>& frame, std::span<const cuda::GlInterop::Part> parts);
    /// Before a texture is deleted.
    void forget(unsigned texture) noexcept;
    /// Before the context ends; fill() may follow with another.
    void release() { interop_.reset(); }

private:
    Factory factory_;
    std::unique_ptr<cuda::GlInterop> interop_;
    MaskPath path_;
};

using DirectMasks = DirectFrames<std::uint8_t>;
using DirectPictures = DirectFrames<Rgba8>;

extern template class DirectFrames<std::uint8_t>;
extern template class DirectFrames<Rgba8>;

}  // namespace fretsaw::ui
