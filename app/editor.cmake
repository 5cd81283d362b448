# fretsaw_app (Document, Engine, undo: Qt without widgets) and the editor.
find_package(Qt6 6.4 REQUIRED COMPONENTS Core Gui Concurrent)

add_library(fretsaw_app STATIC
  Aside.h Backdrop.h
  Commands.cpp Commands.h
  Document.cpp Document.h DocumentSettings.cpp
  EditorOptions.cpp EditorOptions.h
  Engine.cpp Engine.h
  ErrorText.h
  GiveWay.h
  ExportNames.cpp ExportNames.h
  KernelRun.cpp KernelRun.h
  LabelDelta.cpp LabelDelta.h
  LiveBackground.cpp LiveBackground.h
  Marks.cpp Marks.h
  MaskView.cpp MaskView.h
  PictureRenderer.cpp PictureRenderer.h
  PictureSource.cpp PictureSource.h
  Settings.cpp Settings.h
  Thumbnails.cpp Thumbnails.h)
set_target_properties(fretsaw_app PROPERTIES AUTOMOC ON)
target_link_libraries(fretsaw_app PUBLIC fretsaw_core Qt6::Core Qt6::Gui Qt6::Concurrent PRIVATE fretsaw_warnings)
target_compile_definitions(fretsaw_app PUBLIC FRETSAW_VERSION="${PROJECT_VERSION}")
include(ui/ui.cmake)

add_executable(fretsaw main.cpp)
target_link_libraries(fretsaw PRIVATE fretsaw_ui fretsaw_app fretsaw_io fretsaw_warnings)
