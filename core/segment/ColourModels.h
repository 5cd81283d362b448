// Placeholder replaced by the segment room.
#pragma once
namespace fretsaw { struct ColourModels; }
