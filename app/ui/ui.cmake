# fretsaw_ui: widgets and the canvas.
find_package(Qt6 6.4 REQUIRED COMPONENTS Widgets OpenGL OpenGLWidgets)

add_library(fretsaw_ui STATIC
  # The canvas.
  ui/Canvas.cpp ui/Canvas.h
  ui/CanvasInput.cpp ui/CanvasInput.h
  ui/Overlay.cpp ui/Overlay.h
  ui/Presenter.cpp ui/Presenter.h
  ui/RectHandles.cpp ui/RectHandles.h
  ui/Reduce.cpp ui/Reduce.h
  ui/Scene.cpp ui/Scene.h
  ui/StrokeInput.cpp ui/StrokeInput.h
  ui/TileGrid.cpp ui/TileGrid.h
  ui/Tool.h
  ui/Viewport.cpp ui/Viewport.h)
set_target_properties(fretsaw_ui PROPERTIES AUTOMOC ON)
target_link_libraries(fretsaw_ui PUBLIC fretsaw_app fretsaw_core Qt6::Widgets Qt6::OpenGLWidgets
                      PRIVATE Qt6::OpenGL fretsaw_warnings)
qt_add_resources(fretsaw_ui shaders PREFIX /shaders BASE ${CMAKE_SOURCE_DIR}/resources/shaders
  FILES
    ${CMAKE_SOURCE_DIR}/resources/shaders/picture.vert
    ${CMAKE_SOURCE_DIR}/resources/shaders/picture.frag
    ${CMAKE_SOURCE_DIR}/resources/shaders/ring.frag)
