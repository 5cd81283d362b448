// What the pointer does on the canvas and how the picture is shown. Names only.
// No behaviour here.
#pragma once

#include <cstdint>

namespace fretsaw::ui {

enum class Tool : std::uint8_t { Rectangle, Foreground, Background, Eraser, Hand };
enum class ViewMode : std::uint8_t { Overlay, BlackAndWhite, Checkerboard };

/// The tool paints labels with a round brush.
[[nodiscard]] constexpr bool isBrush(Tool tool) {
    return tool == Tool::Foreground || tool == Tool::Background || tool == Tool::Eraser;
}

}  // namespace fretsaw::ui
