// Masks and pictures from a device straight into textures, for as long as that works.
// The first failure ends it for good: a driver that fails once is not to be relied on with every stroke.
#include "app/ui/DirectMasks.h"

#include "core/image/Error.h"

namespace fretsaw::ui {
namespace {

void fillFrom(cuda::GlInterop& interop, const Mask& mask, std::span<const cuda::GlInterop::Part> parts) {
    interop.fill(mask, parts);
}
void fillFrom(cuda::GlInterop& interop, const Frame<Rgba8>& picture,
              std::span<const cuda::GlInterop::Part> parts) {
    interop.fillColours(picture, parts);
}

}  // namespace

template <typename T>
void DirectFrames<T>::disable(std::string reason) {
    interop_.reset();
    path_ = {MaskPath::Kind::Copied, std::move(reason), false};
}

template <typename T>
bool DirectFrames<T>::reads(const Frame<T>* frame) const {
    return frame != nullptr && frame->isOnDevice() && path_.kind != MaskPath::Kind::Copied;
}

template <typename T>
bool DirectFrames<T>::fill(const Frame<T>& frame, std::span<const cuda::GlInterop::Part> parts) {
    try {
        if (interop_ == nullptr) interop_ = factory_(frame);
        fillFrom(*interop_, frame, parts);
        path_.kind = MaskPath::Kind::Direct;
        return true;
    } catch (const Error& error) {
        disable(error.what());
        path_.failed = true;
        return false;
    }
}

template <typename T>
void DirectFrames<T>::forget(unsigned texture) noexcept {
    if (interop_ != nullptr) interop_->forget(texture);
}

template class DirectFrames<std::uint8_t>;
template class DirectFrames<Rgba8>;

}  // namespace fretsaw::ui
