# fretsaw_ui: widgets and the canvas.
find_package(Qt6 6.4 REQUIRED COMPONENTS Widgets OpenGL OpenGLWidgets Svg DBus)

add_library(fretsaw_ui STATIC
  # The canvas.
  ui/Canvas.cpp ui/Canvas.h
  ui/CanvasFrame.cpp ui/CanvasFrame.h
  ui/CanvasInput.cpp ui/CanvasInput.h
  ui/CanvasView.cpp ui/CanvasView.h
  ui/DirectMasks.cpp ui/DirectMasks.h
  ui/FrameRenderer.cpp ui/FrameRenderer.h
  ui/GpuView.cpp ui/GpuView.h
  ui/Overlay.cpp ui/Overlay.h
  ui/Presenter.cpp ui/Presenter.h
  ui/RectHandles.cpp ui/RectHandles.h
  ui/Reduce.cpp ui/Reduce.h
  ui/RenderThread.cpp ui/RenderThread.h
  ui/Scene.cpp ui/Scene.h
  ui/SoftwareView.cpp ui/SoftwareView.h
  ui/StrokeInput.cpp ui/StrokeInput.h
  ui/TileGrid.cpp ui/TileGrid.h
  ui/Tool.h
  ui/Viewport.cpp ui/Viewport.h
  # The window around it.
  ui/ActionBindings.cpp ui/ActionBindings.h
  ui/Actions.cpp ui/Actions.h
  ui/CleanUpFields.cpp ui/CleanUpFields.h
  ui/CutPanel.cpp ui/CutPanel.h
  ui/Exporter.cpp ui/Exporter.h
  ui/FieldGrid.cpp ui/FieldGrid.h
  ui/FirstSteps.cpp ui/FirstSteps.h
  ui/HelpDialog.cpp ui/HelpDialog.h
  ui/Icons.cpp ui/Icons.h
  ui/MainWindow.cpp ui/MainWindow.h
  ui/Menus.cpp ui/Menus.h
  ui/MessageBar.cpp ui/MessageBar.h
  ui/NumberField.cpp ui/NumberField.h
  ui/Panels.cpp ui/Panels.h
  ui/PhotoOpener.cpp ui/PhotoOpener.h
  ui/ProgressLine.cpp ui/ProgressLine.h
  ui/RectangleFields.cpp ui/RectangleFields.h
  ui/ScreenshotSession.cpp ui/ScreenshotSession.h
  ui/SelfTest.cpp ui/SelfTest.h
  ui/SidePanel.cpp ui/SidePanel.h
  ui/SliderField.cpp ui/SliderField.h
  ui/SolverFields.cpp ui/SolverFields.h
  ui/StartPage.cpp ui/StartPage.h
  ui/StatusLine.cpp ui/StatusLine.h
  ui/StatusText.cpp ui/StatusText.h
  ui/Theme.cpp ui/Theme.h
  ui/ToolStrip.cpp ui/ToolStrip.h
  ui/TopBar.cpp ui/TopBar.h
  ui/UnsavedGuard.cpp ui/UnsavedGuard.h
  # The tab of the background.
  ui/background/BackgroundEditor.cpp ui/background/BackgroundEditor.h
  ui/background/BackgroundPanel.cpp ui/background/BackgroundPanel.h
  ui/background/CodeEdit.cpp ui/background/CodeEdit.h
  ui/background/FormulaEditor.cpp ui/background/FormulaEditor.h
  ui/background/GradientEditor.cpp ui/background/GradientEditor.h
  ui/background/KernelDialog.cpp ui/background/KernelDialog.h
  ui/background/PanelWidgets.cpp ui/background/PanelWidgets.h
  ui/background/ParameterFields.cpp ui/background/ParameterFields.h
  ui/background/PictureLists.cpp ui/background/PictureLists.h
  ui/background/PicturePreview.cpp ui/background/PicturePreview.h
  ui/background/PictureSaver.cpp ui/background/PictureSaver.h
  ui/background/Presets.cpp ui/background/Presets.h
  ui/background/Randomise.cpp ui/background/Randomise.h
  ui/background/RecipeHistory.cpp ui/background/RecipeHistory.h
  ui/background/RecipeThumbnails.cpp ui/background/RecipeThumbnails.h
  ui/background/SeedFields.cpp ui/background/SeedFields.h
  ui/background/SizeFields.cpp ui/background/SizeFields.h)
set_target_properties(fretsaw_ui PROPERTIES AUTOMOC ON)
target_link_libraries(fretsaw_ui PUBLIC fretsaw_app fretsaw_core Qt6::Widgets Qt6::OpenGLWidgets
                      PRIVATE fretsaw_io Qt6::OpenGL Qt6::Svg Qt6::DBus fretsaw_warnings)
qt_add_resources(fretsaw_ui shaders PREFIX /shaders BASE ${CMAKE_SOURCE_DIR}/resources/shaders
  FILES
    ${CMAKE_SOURCE_DIR}/resources/shaders/picture.vert
    ${CMAKE_SOURCE_DIR}/resources/shaders/picture.frag
    ${CMAKE_SOURCE_DIR}/resources/shaders/ring.frag)

# Pages of the help window, and the gallery's pictures: whatever is there.
file(GLOB_RECURSE help CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/resources/help/*.md ${CMAKE_SOURCE_DIR}/resources/help/*.png)
qt_add_resources(fretsaw_ui help PREFIX / BASE ${CMAKE_SOURCE_DIR}/resources FILES ${help})

qt_add_resources(fretsaw_ui drawings PREFIX / BASE ${CMAKE_SOURCE_DIR}/resources
  FILES
    ${CMAKE_SOURCE_DIR}/resources/style/fretsaw.qss
    ${CMAKE_SOURCE_DIR}/resources/icons/back.svg
    ${CMAKE_SOURCE_DIR}/resources/icons/background.svg
    ${CMAKE_SOURCE_DIR}/resources/icons/check.svg
    ${CMAKE_SOURCE_DIR}/resources/icons/chevron.svg
    ${CMAKE_SOURCE_DIR}/resources/icons/clear.svg
    ${CMAKE_SOURCE_DIR}/resources/icons/close.svg
    ${CMAKE_SOURCE_DIR}/resources/icons/dice.svg
    ${CMAKE_SOURCE_DIR}/resources/icons/eraser.svg
    ${CMAKE_SOURCE_DIR}/resources/icons/error.svg
    ${CMAKE_SOURCE_DIR}/resources/icons/export.svg
    ${CMAKE_SOURCE_DIR}/resources/icons/foreground.svg
    ${CMAKE_SOURCE_DIR}/resources/icons/forward.svg
    ${CMAKE_SOURCE_DIR}/resources/icons/fretsaw.svg
    ${CMAKE_SOURCE_DIR}/resources/icons/hand.svg
    ${CMAKE_SOURCE_DIR}/resources/icons/info.svg
    ${CMAKE_SOURCE_DIR}/resources/icons/link.svg
    ${CMAKE_SOURCE_DIR}/resources/icons/lock.svg
    ${CMAKE_SOURCE_DIR}/resources/icons/open.svg
    ${CMAKE_SOURCE_DIR}/resources/icons/pause.svg
    ${CMAKE_SOURCE_DIR}/resources/icons/picture.svg
    ${CMAKE_SOURCE_DIR}/resources/icons/play.svg
    ${CMAKE_SOURCE_DIR}/resources/icons/randomise.svg
    ${CMAKE_SOURCE_DIR}/resources/icons/rectangle.svg
    ${CMAKE_SOURCE_DIR}/resources/icons/redo.svg
    ${CMAKE_SOURCE_DIR}/resources/icons/scene.svg
    ${CMAKE_SOURCE_DIR}/resources/icons/solve.svg
    ${CMAKE_SOURCE_DIR}/resources/icons/success.svg
    ${CMAKE_SOURCE_DIR}/resources/icons/tiles.svg
    ${CMAKE_SOURCE_DIR}/resources/icons/undo.svg
    ${CMAKE_SOURCE_DIR}/resources/icons/unlock.svg
    ${CMAKE_SOURCE_DIR}/resources/icons/view-background.svg
    ${CMAKE_SOURCE_DIR}/resources/icons/view-bw.svg
    ${CMAKE_SOURCE_DIR}/resources/icons/view-checker.svg
    ${CMAKE_SOURCE_DIR}/resources/icons/view-overlay.svg
    ${CMAKE_SOURCE_DIR}/resources/icons/warning.svg
    ${CMAKE_SOURCE_DIR}/resources/presets/presets.txt)
