// Renders recipes: the seam between programs and backends.
// What a recipe is stands in PictureRecipe.h, the maths of its pixels in core/pixel.
#pragma once

#include <memory>
#include <optional>
#include <stop_token>

#include "core/generate/PictureRecipe.h"
#include "core/image/Frame.h"
#include "core/image/Image.h"
#include "core/image/Progress.h"
#include "core/image/Rgb32f.h"

namespace fretsaw {

/// Of a whole picture; wider or higher ones are refused.
inline constexpr int kLargestPicture = 65536;
/// Farther columns and rows than this are refused, as floats could not tell neighbours apart.
inline constexpr int kFarthestPixel = 1 << 22;
/// Memory of a simulation; recipes that need more are refused.
inline constexpr std::uint64_t kLargestSimulation = std::uint64_t{512} << 20;

/// Whether a picture of this recipe is made of numbers of any size, proportional to light; otherwise its
/// values are sRGB, 0 … 1.
[[nodiscard]] bool isRaw(const PictureRecipe& recipe);
/// Memory that rendering takes besides the picture: a simulation's, else 0.
[[nodiscard]] std::uint64_t workingBytes(const PictureRecipe& recipe, Size size);
/// What seamless tiling changes in this recipe at this size, as sentences: rounded numbers of cells, …
/// Empty where the recipe is not tiled or nothing changes.
[[nodiscard]] std::vector<std::string> tilingChanges(const PictureRecipe& recipe, Size size);

/// What formulas see of the open document; either may be missing.
struct DocumentPictures {
    std::shared_ptr<const Image<Rgba8>> photo;
    std::shared_ptr<const Frame<std::uint8_t>> mask;  ///< 255 object, 0 ground
};

/// Renders one recipe at a time; keeps a simulation between calls, so that a picture may be asked for in
/// pieces. Used by one thread at a time.
class Generator {
public:
    virtual ~Generator() = default;

    /// From now on formulas see these; null: nothing, so that mask(x, y) is 0, dist(x, y) is 1 and img(x, y)
    /// is mid-grey. Distances are computed when a formula first asks for them, and kept as long as the mask
    /// is the same object.
    virtual void setDocument(std::shared_ptr<const DocumentPictures> document) { (void)document; }

    /// The pixels of `region` in a picture of `size`, into `pixels`, which has the region's size. The region
    /// may lie outside of the picture: patterns go on, and seamless ones repeat. The same recipe and size
    /// give the same bits for a pixel in every region, on every machine, thread count and backend. False:
    /// stopped, within some milliseconds; then `pixels` are unspecified. Throws InvalidArgument (sizes, an
    /// offset too far out for so fine a pattern, a pattern too fine to tile), OutOfMemory.
    [[nodiscard]] virtual bool renderInto(const PictureRecipe& recipe, Size size, Rect region,
                                          ImageView<Rgb32f> pixels, const std::stop_token& stop = {},
                                          const Progress& progress = {}) = 0;

    /// The same as levels of sRGB, where this generator computes on a device: in its memory, for a screen
    /// that it draws too. null: it does not, or not this picture (a raw one, too little memory), or it was
    /// stopped; whoever was not stopped asks for the pixels then.
    [[nodiscard]] virtual std::shared_ptr<const Frame<Rgba8>> renderOnDevice(const PictureRecipe& recipe,
                                                                             Size size, Rect region,
                                                                             const std::stop_token& stop) {
        (void)recipe, (void)size, (void)region, (void)stop;
        return nullptr;
    }

    /// The same into a new picture; std::nullopt: stopped.
    [[nodiscard]] std::optional<Image<Rgb32f>> render(const PictureRecipe& recipe, Size size, Rect region,
                                                      const std::stop_token& stop = {},
                                                      const Progress& progress = {});
};

/// The backend that runs on every machine. threads: 0 = as many as the machine has.
[[nodiscard]] std::unique_ptr<Generator> makeCpuGenerator(int threads = 0);

}  // namespace fretsaw
