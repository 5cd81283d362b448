# fretsaw_app (Document, Engine, undo: Qt without widgets) and the editor.
find_package(Qt6 6.4 REQUIRED COMPONENTS Core Gui)

add_library(fretsaw_app STATIC
  Commands.cpp Commands.h
  Document.cpp Document.h
  Engine.cpp Engine.h
  ExportNames.cpp ExportNames.h
  LabelDelta.cpp LabelDelta.h
  Marks.cpp Marks.h
  MaskView.cpp MaskView.h)
set_target_properties(fretsaw_app PROPERTIES AUTOMOC ON)
target_link_libraries(fretsaw_app PUBLIC fretsaw_core Qt6::Core Qt6::Gui PRIVATE fretsaw_warnings)
include(ui/ui.cmake)
