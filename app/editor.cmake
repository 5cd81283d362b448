# fretsaw_app (Document, Engine) and the editor.
include(ui/ui.cmake)
