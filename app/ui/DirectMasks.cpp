// Masks from a device straight into textures, for as long as that works.
// The first failure ends it for good: a driver that fails once is not to be relied on with every stroke.
#include "app/ui/DirectMasks.h"

#include <utility>

#include "core/image/Error.h"

namespace fretsaw::ui {

void DirectMasks::disable(std::string reason) {
    interop_.reset();
    path_ = {MaskPath::Kind::Copied, std::move(reason), false};
}

bool DirectMasks::reads(const Mask* mask) const {
    return mask != nullptr && mask->isOnDevice() && path_.kind != MaskPath::Kind::Copied;
}

bool DirectMasks::fill(const Mask& mask, std::span<const cuda::GlInterop::Part> parts) {
    try {
        if (interop_ == nullptr) interop_ = factory_(mask);
        interop_->fill(mask, parts);
        path_.kind = MaskPath::Kind::Direct;
        return true;
    } catch (const Error& error) {
        disable(error.what());
        path_.failed = true;
        return false;
    }
}

void DirectMasks::forget(unsigned texture) noexcept {
    if (interop_ != nullptr) interop_->forget(texture);
}

}  // namespace fretsaw::ui
