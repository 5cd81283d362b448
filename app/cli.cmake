# fretsaw-cli: core and io, no widgets.
