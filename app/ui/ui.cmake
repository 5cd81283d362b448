# fretsaw_ui: widgets and the canvas.
