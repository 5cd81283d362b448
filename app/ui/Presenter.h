// Puts image, mask, labels and background into textures, tile by tile, a few milliseconds at a time.
// No shader and no widget here: it says which tiles to draw where, Scene draws them.
#pragma once

#include <QOpenGLExtraFunctions>
#include <QPoint>
#include <QPointF>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "app/PictureRenderer.h"
#include "app/ui/DirectMasks.h"
#include "app/ui/Reduce.h"
#include "app/ui/TileGrid.h"
#include "core/image/Image.h"
#include "core/segment/Labels.h"

namespace fretsaw::ui {

/// The truth in memory from which textures are made at any time. image null: no picture.
struct Planes {
    std::shared_ptr<const Image<Rgba8>> image;
    std::shared_ptr<const Mask> mask;  ///< null: none yet
    ImageView<const Label> labels;     ///< empty: none
    app::RenderedPicture background;   ///< without pixels: none
};

/// A tile, or a part of one, ready to be drawn.
struct DrawnTile {
    Rect imageRect;      ///< image pixels to show
    QPoint texelOrigin;  ///< texel of its level at the texture's corner
    int level = 0;
    GLuint image = 0, mask = 0, labels = 0;
    bool hasLabels = false;  ///< any but None may be in it
    GLuint background = 0;   ///< 0: there is none
    QPointF roughness;       ///< image pixels a texel of a background that is of the whole picture; else 0
};

/// Textures of one picture. Tiles are filled when they come into view, from coarse to fine, within the time
/// given; meanwhile the nearest coarser picture stands in. One thread; all methods but mark…() and planes
/// need the context of initialize() to be current.
class Presenter {
public:
    /// 0 for the default; otherwise tiles of the next picture are no larger (tests).
    void setMaxTextureEdge(int edgePx) { wantedEdge_ = edgePx; }
    /// Before initialize(): how masks that lie on a device are copied to textures, if not by CUDA (tests).
    void setInterop(DirectMasks::Factory factory) { directMasks_ = DirectMasks(std::move(factory)); }
    /// The same for backgrounds.
    void setColourInterop(DirectPictures::Factory factory) {
        directBackgrounds_ = DirectPictures(std::move(factory));
    }
    /// How backgrounds have come to the screen so far.
    [[nodiscard]] const MaskPath& backgroundPath() const { return directBackgrounds_.path(); }
    /// Masks and backgrounds come through host memory from now on.
    void disableInterop(std::string reason);
    [[nodiscard]] const MaskPath& maskPath() const { return directMasks_.path(); }
    void initialize(QOpenGLExtraFunctions& gl);
    /// Frees every texture; initialize() may follow with another context.
    void release();
    [[nodiscard]] bool isInitialized() const { return gl_ != nullptr; }

    /// A new picture (or none): all textures are dropped with the next prepare().
    void setPlanes(Planes planes);
    /// Another mask of the same picture; `dirty` is where it differs from the one before.
    void setMask(std::shared_ptr<const Mask> mask, Rect dirty);
    /// The label plane, which changes in place: markLabels() says where.
    void setLabels(ImageView<const Label> labels) { planes_.labels = labels; }
    void markLabels(Rect dirty);
    /// What the object stands before: of the picture's size, or a coarse one for as long as that takes.
    void setBackground(app::RenderedPicture background);
    [[nodiscard]] const Planes& planes() const { return planes_; }

    struct Prepared {
        Rect changed;           ///< image pixels whose textures changed
        bool complete = false;  ///< nothing is left to upload for this view
    };
    /// Uploads what the view needs: changed labels first, then the mask, then the background, if it is to be
    /// seen, then missing tiles; stops once budgetMs are used up (at least one step of about a millisecond is
    /// done). Throws OutOfMemory, BackendError.
    Prepared prepare(Rect visible, double zoom, double budgetMs, bool withBackground = false);
    /// What to draw where: together all that is visible, and nothing twice.
    [[nodiscard]] std::vector<DrawnTile> tiles(Rect visible, double zoom);

private:
    struct Plane {
        GLuint texture = 0;
        Rect dirty;             ///< texels of the level still to upload
        bool complete = false;  ///< has been filled once
    };
    struct Tile {
        Quality quality = Quality::Average;
        Rect texels;
        Plane image, mask, labels;
        Plane background;        ///< without a texture until it is needed
        bool hasLabels = false;  ///< some were uploaded since the whole was last
        std::uint64_t lastUsed = 0;
        [[nodiscard]] bool complete() const { return image.complete && mask.complete && labels.complete; }
        [[nodiscard]] std::int64_t bytes() const {
            return texels.area() * (background.texture != 0 ? 10 : 6);
        }
    };

    /// The whole background in one texture, for wherever a tile's own is not there yet.
    struct Rough {
        GLuint texture = 0;
        Size size;
        quint64 id = 0;  ///< of the picture that it shows
    };

    void restart();
    Tile makeTile(TileKey key, Quality quality);
    void allocate(Plane& plane, Rect texels, GLint internalFormat, GLenum format, GLint filter);
    void freeTile(Tile& tile);
    void evict();
    void markTile(Tile& tile, int level, Rect dirty, Plane Tile::*plane);
    void markAll(Rect dirty, Plane Tile::*plane);
    Rect uploadStep(Tile& tile, int level, Plane Tile::*plane);
    GLenum fillStaging(Tile& tile, int level, Plane Tile::*plane, Rect part);
    bool uploadRough();
    void freeRough();
    /// What is dirty of these tiles' masks, all at once from the device; only directMasks_.reads() the mask.
    /// Returns image pixels that changed, or std::nullopt where it failed.
    std::optional<Rect> fillMasks(const std::vector<std::pair<Tile*, int>>& tilesWithLevels);
    /// All that is dirty of a tile's background, from the device, likewise.
    std::optional<Rect> fillBackground(Tile& tile, int level);
    Rect finish(Tile& tile, int level, Plane Tile::*plane, Rect part);
    [[nodiscard]] DrawnTile drawn(TileKey key, const Tile& tile) const;

    QOpenGLExtraFunctions* gl_ = nullptr;
    int wantedEdge_ = 0;
    GLint largestEdge_ = 0;
    Planes planes_;
    bool stale_ = true;  ///< planes are not those that the textures were made from
    TileGrid grid_;
    std::map<TileKey, Tile> tiles_;
    int previewLevel_ = 0;
    Tile preview_;  ///< the whole picture, rough, there from the first frame on
    Rough rough_;
    std::uint64_t frame_ = 0;
    Buffer<std::uint8_t> staging_;
    DirectMasks directMasks_{cuda::makeGlInterop};
    DirectPictures directBackgrounds_{cuda::makeColourInterop};
};

}  // namespace fretsaw::ui
