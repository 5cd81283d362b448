// What the pointer does on the canvas, how the picture is shown and who draws it. Names only.
// No behaviour here.
#pragma once

#include <cstdint>

namespace fretsaw::ui {

enum class Tool : std::uint8_t { Rectangle, Foreground, Background, Eraser, Hand };
enum class ViewMode : std::uint8_t { Overlay, BlackAndWhite, Checkerboard, NewBackground };
/// Who does OpenGL's work here. None: there is no OpenGL at all.
enum class Drawing : std::uint8_t { None, Gpu, Software };

/// The tool paints labels with a round brush.
[[nodiscard]] constexpr bool isBrush(Tool tool) {
    return tool == Tool::Foreground || tool == Tool::Background || tool == Tool::Eraser;
}

}  // namespace fretsaw::ui
