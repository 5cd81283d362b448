// Cuts a pass over the picture into launches that a display's watchdog, and a person who stops it, can live
// with. Nothing is computed here.
#pragma once

#include <cstdint>
#include <stop_token>

#include "core/cuda/Context.h"
#include "core/image/Geometry.h"

namespace fretsaw::cuda {

/// Launches of one kind of pass, as long as the device's own clock says that they may be: about kTargetMs.
/// The first is small, each that was measured sets the size of the next.
class Slices {
public:
    /// Well below the 8 ms that a launch may take.
    static constexpr double kTargetMs = 4;

    explicit Slices(const Context& context) : begin_(context), end_(context) {}

    /// Calls launch(part) for bands of rows of `where`, from top to bottom, each of at most `most` pixels
    /// (but at least one row); launch puts work into the stream. Polls stop between launches, each of which
    /// waits for the one before. False: stopped; the last launches may still run.
    template <typename Launch>
    bool run(Rect where, std::int64_t most, const std::stop_token& stop, const Launch& launch) {
        for (int y = where.y; y < where.bottom();) {
            if (stop.stop_requested()) return false;
            const Rect part{where.x, y, where.width, rowsOf(where, y, most)};
            begin();
            launch(part);
            end(part.area());
            y = part.bottom();
        }
        return !stop.stop_requested();
    }

private:
    [[nodiscard]] int rowsOf(Rect where, int y, std::int64_t most) const;
    /// Waits for the launch before, and learns from how long it took.
    void begin();
    void end(std::int64_t pixels);

    Event begin_, end_;
    std::int64_t launched_ = 0;       ///< pixels of the launch between the events; 0: none
    std::int64_t allowed_ = 1 << 18;  ///< pixels of the next
};

}  // namespace fretsaw::cuda
