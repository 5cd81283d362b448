// Puts image, mask, labels and background into textures, tile by tile, a few milliseconds at a time.
// No shader and no widget here: it says which tiles to draw where, Scene draws them.
#include "app/ui/Presenter.h"

#include <QElapsedTimer>
#include <QRegion>
#include <cstdlib>

namespace fretsaw::ui {
namespace {

// No power of two: Mesa's software drawing compiles every shader once more for textures of such sizes.
constexpr int kDefaultEdge = 1000;
constexpr int kPreviewEdge = 512;
constexpr int kRoughEdge = 2048;                                  // 2 ms to upload
constexpr std::int64_t kStepPixels = 512 * 1024;                  // image pixels read in one upload step
constexpr std::int64_t kTextureBudget = std::int64_t{768} << 20;  // bytes; tiles out of view go first

}  // namespace

void Presenter::initialize(QOpenGLExtraFunctions& gl) {
    gl_ = &gl;
    gl.glGetIntegerv(GL_MAX_TEXTURE_SIZE, &largestEdge_);
    stale_ = true;
}

void Presenter::release() {
    if (gl_ == nullptr) return;
    for (auto& [key, tile] : tiles_) freeTile(tile);
    tiles_.clear();
    freeTile(preview_);
    freeRough();
    directMasks_.release();
    directBackgrounds_.release();
    gl_ = nullptr;
}

void Presenter::setPlanes(Planes planes) {
    planes_ = std::move(planes);
    stale_ = true;
}

void Presenter::setMask(std::shared_ptr<const Mask> mask, Rect dirty) {
    if (planes_.mask == nullptr && planes_.image != nullptr) dirty = planes_.image->bounds();
    planes_.mask = std::move(mask);
    if (planes_.mask != nullptr) markAll(dirty, &Tile::mask);
}

void Presenter::disableInterop(std::string reason) {
    directBackgrounds_.disable(reason);
    directMasks_.disable(std::move(reason));
    if (planes_.image != nullptr) markAll(planes_.image->bounds(), &Tile::mask);
}

void Presenter::markLabels(Rect dirty) {
    markAll(dirty, &Tile::labels);
}

void Presenter::setBackground(app::RenderedPicture background) {
    planes_.background = std::move(background);
    const bool isCoarse = planes_.background.isCoarse || planes_.background.pixels == nullptr;
    for (auto& [key, tile] : tiles_) {
        tile.background.dirty = tile.texels;
        // What was there is drawn until it has been replaced, unless a coarse one replaces it at once.
        tile.background.complete = tile.background.complete && !isCoarse;
    }
}

void Presenter::markAll(Rect dirty, Plane Tile::*plane) {
    if (stale_ || dirty.empty()) return;
    for (auto& [key, tile] : tiles_) markTile(tile, key.level, dirty, plane);
    markTile(preview_, previewLevel_, dirty, plane);
}

void Presenter::markTile(Tile& tile, int level, Rect dirty, Plane Tile::*plane) {
    Rect& marked = (tile.*plane).dirty;
    marked = marked.united(TileGrid::texelsOf(dirty, level).intersected(tile.texels));
}

void Presenter::restart() {
    for (auto& [key, tile] : tiles_) freeTile(tile);
    tiles_.clear();
    freeTile(preview_);
    freeRough();
    const int edge = std::min(largestEdge_, wantedEdge_ > 0 ? wantedEdge_ : kDefaultEdge);
    grid_ = TileGrid(planes_.image->size(), edge);
    const int previewEdge = std::min(kPreviewEdge, edge);
    previewLevel_ = 0;
    while (std::max(grid_.levelSize(previewLevel_).width, grid_.levelSize(previewLevel_).height) >
           previewEdge)
        ++previewLevel_;
    preview_ = makeTile({previewLevel_, 0, 0}, Quality::Sample);
    stale_ = false;
}

Presenter::Tile Presenter::makeTile(TileKey key, Quality quality) {
    Tile tile;
    tile.quality = quality;
    tile.texels = quality == Quality::Sample ? Rect::of(grid_.levelSize(key.level)) : grid_.texelRect(key);
    allocate(tile.image, tile.texels, GL_RGBA8, GL_RGBA, GL_LINEAR);
    allocate(tile.mask, tile.texels, GL_R8, GL_RED, GL_LINEAR);
    allocate(tile.labels, tile.texels, GL_R8UI, GL_RED_INTEGER, GL_NEAREST);
    tile.background.dirty = tile.texels;
    return tile;
}

void Presenter::allocate(Plane& plane, Rect texels, GLint internalFormat, GLenum format, GLint filter) {
    gl_->glGenTextures(1, &plane.texture);
    gl_->glBindTexture(GL_TEXTURE_2D, plane.texture);
    gl_->glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, filter);
    gl_->glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, filter);
    gl_->glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 0);
    gl_->glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    gl_->glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
    gl_->glTexImage2D(GL_TEXTURE_2D, 0, internalFormat, texels.width, texels.height, 0, format,
                      GL_UNSIGNED_BYTE, nullptr);
    plane.dirty = texels;
}

void Presenter::freeTile(Tile& tile) {
    for (Plane* plane : {&tile.image, &tile.mask, &tile.labels, &tile.background})
        if (plane->texture != 0) {
            directMasks_.forget(plane->texture);
            directBackgrounds_.forget(plane->texture);
            gl_->glDeleteTextures(1, &plane->texture);
        }
    tile = {};
}

void Presenter::freeRough() {
    if (rough_.texture != 0) {
        directBackgrounds_.forget(rough_.texture);
        gl_->glDeleteTextures(1, &rough_.texture);
    }
    rough_ = {};
}

/// False: it was that of the present background already.
bool Presenter::uploadRough() {
    const app::RenderedPicture& background = planes_.background;
    if (rough_.texture != 0 && rough_.id == background.id) return false;
    const Rect all = background.pixels->bounds();
    int level = 0;
    const auto texels = [&] { return TileGrid::texelsOf(all, level); };
    while (std::max(texels().width, texels().height) > std::min(kRoughEdge, static_cast<int>(largestEdge_)))
        ++level;
    const bool isDirect = directBackgrounds_.reads(background.pixels.get());
    Image<Rgba8> rough;
    if (!isDirect) {
        rough = Image<Rgba8>::uninitialized(texels().size());
        reduceColours(background.pixels->view(), level, texels(), Quality::Sample, rough.data());
    }
    freeRough();
    Plane plane;
    allocate(plane, texels(), GL_RGBA8, GL_RGBA, GL_LINEAR);
    rough_ = {plane.texture, texels().size(), background.id};
    if (!isDirect) {
        gl_->glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, rough.width(), rough.height(), GL_RGBA, GL_UNSIGNED_BYTE,
                             rough.data());
        return true;
    }
    const cuda::GlInterop::Part part{rough_.texture, 0, 0, texels(), level, false};
    if (directBackgrounds_.fill(*background.pixels, {&part, 1})) return true;
    freeRough();
    return uploadRough();  // from host memory
}

void Presenter::evict() {
    std::int64_t bytes = 0;
    for (const auto& [key, tile] : tiles_) bytes += tile.bytes();
    while (bytes > kTextureBudget) {
        const auto oldest = std::min_element(tiles_.begin(), tiles_.end(), [](const auto& a, const auto& b) {
            return a.second.lastUsed < b.second.lastUsed;
        });
        if (oldest->second.lastUsed == frame_) return;  // what is on the screen stays, whatever it takes
        bytes -= oldest->second.bytes();
        freeTile(oldest->second);
        tiles_.erase(oldest);
    }
}

Presenter::Prepared Presenter::prepare(Rect visible, double zoom, double budgetMs, bool withBackground) {
    if (planes_.image == nullptr) return {{}, true};
    QElapsedTimer clock;
    clock.start();
    const auto inTime = [&] { return static_cast<double>(clock.nsecsElapsed()) < budgetMs * 1e6; };
    gl_->glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
    gl_->glPixelStorei(GL_UNPACK_ROW_LENGTH, 0);
    ++frame_;
    Prepared result;
    constexpr Plane Tile::*kPlanes[] = {&Tile::labels, &Tile::mask, &Tile::image};
    if (stale_) {
        restart();
        result.changed = planes_.image->bounds();
        // Without the rough picture there would be nothing to see: it is small and comes whatever the time.
        for (const auto plane : kPlanes)
            while (!(preview_.*plane).complete) uploadStep(preview_, previewLevel_, plane);
    }

    const std::vector<TileKey> keys = grid_.tilesIn(grid_.levelFor(zoom), visible);
    std::vector<std::pair<Tile*, int>> shown;
    for (const TileKey key : keys) {
        const auto found = tiles_.find(key);
        if (found != tiles_.end() && found->second.complete()) shown.emplace_back(&found->second, key.level);
    }
    // The rough picture is brought up to date when it has to stand in.
    if (shown.size() < keys.size()) shown.insert(shown.begin(), {&preview_, previewLevel_});
    const auto work = [&](Tile& tile, int level, Plane Tile::*plane) {
        while (!(tile.*plane).dirty.empty()) {
            result.changed = result.changed.united(uploadStep(tile, level, plane));
            if (!inTime()) return false;
        }
        return true;
    };
    if (directMasks_.reads(planes_.mask.get()))
        result.changed = result.changed.united(fillMasks(shown).value_or(Rect{}));
    // What a person just painted comes first, then what the program found, then what is not there yet.
    result.complete = true;
    for (const auto plane : {&Tile::labels, &Tile::mask})
        for (const auto& [tile, level] : shown)
            result.complete = result.complete && work(*tile, level, plane);
    const bool hasBackground = withBackground && planes_.background.pixels != nullptr;
    const bool hasFullBackground = hasBackground && !planes_.background.isCoarse;
    const auto isStandIn = [&](const auto& one) { return !one.first->background.complete; };
    if (hasBackground && (shown.size() < keys.size() || std::any_of(shown.begin(), shown.end(), isStandIn)) &&
        uploadRough())
        result.changed = planes_.image->bounds();
    if (hasFullBackground)
        for (const auto& [tile, level] : shown)
            if (tile != &preview_) result.complete = result.complete && work(*tile, level, &Tile::background);
    for (const TileKey key : keys) {
        auto found = tiles_.find(key);
        if (found == tiles_.end() && result.complete)
            found = tiles_.emplace(key, makeTile(key, Quality::Average)).first;
        if (found == tiles_.end()) continue;
        found->second.lastUsed = frame_;
        for (const auto plane : kPlanes)
            result.complete = result.complete && work(found->second, key.level, plane);
        if (hasFullBackground)
            result.complete = result.complete && work(found->second, key.level, &Tile::background);
    }
    evict();
    gl_->glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
    return result;
}

Rect Presenter::uploadStep(Tile& tile, int level, Plane Tile::*which) {
    Plane& plane = tile.*which;
    if (which == &Tile::mask && directMasks_.reads(planes_.mask.get()))
        if (const std::optional<Rect> changed = fillMasks({{&tile, level}})) return *changed;
    if (plane.texture == 0) allocate(plane, tile.texels, GL_RGBA8, GL_RGBA, GL_LINEAR);
    if (which == &Tile::background && directBackgrounds_.reads(planes_.background.pixels.get()))
        if (const std::optional<Rect> changed = fillBackground(tile, level)) return *changed;
    // Whole rows from the top, as many as fit into one step.
    const int readLevel = tile.quality == Quality::Sample ? 0 : level;
    const std::int64_t rowPixels = static_cast<std::int64_t>(plane.dirty.width) << (2 * readLevel);
    const int rows =
        static_cast<int>(std::clamp<std::int64_t>(kStepPixels / rowPixels, 1, plane.dirty.height));
    const Rect part{plane.dirty.x, plane.dirty.y, plane.dirty.width, rows};

    const GLenum format = fillStaging(tile, level, which, part);
    gl_->glBindTexture(GL_TEXTURE_2D, plane.texture);
    gl_->glTexSubImage2D(GL_TEXTURE_2D, 0, part.x - tile.texels.x, part.y - tile.texels.y, part.width,
                         part.height, format, GL_UNSIGNED_BYTE, staging_.data());
    return finish(tile, level, which, part);
}

/// The texels of a part; returns their format.
GLenum Presenter::fillStaging(Tile& tile, int level, Plane Tile::*which, Rect part) {
    const bool isColour = which == &Tile::image || which == &Tile::background;
    const std::int64_t bytes = part.area() * (isColour ? 4 : 1);
    if (staging_.size() < bytes) staging_ = Buffer<std::uint8_t>::uninitialized(bytes);
    if (isColour) {
        const auto source = which == &Tile::image ? planes_.image->view() : planes_.background.pixels->view();
        reduceColours(source, level, part, tile.quality, reinterpret_cast<Rgba8*>(staging_.data()));
        return GL_RGBA;
    }
    if (which == &Tile::mask) {
        if (planes_.mask != nullptr)
            reduceMask(planes_.mask->view(), level, part, tile.quality, staging_.data());
        else
            std::fill_n(staging_.data(), bytes, std::uint8_t{0});
        return GL_RED;
    }
    const auto none = static_cast<std::uint8_t>(Label::None);
    if (!planes_.labels.empty())
        reduceLabels(planes_.labels, level, part, tile.quality, staging_.data());
    else
        std::fill_n(staging_.data(), bytes, none);
    if (tile.labels.dirty == tile.texels) tile.hasLabels = false;
    tile.hasLabels = tile.hasLabels || std::any_of(staging_.begin(), staging_.begin() + bytes,
                                                   [&](std::uint8_t l) { return l != none; });
    return GL_RED_INTEGER;
}

std::optional<Rect> Presenter::fillMasks(const std::vector<std::pair<Tile*, int>>& tilesWithLevels) {
    std::vector<cuda::GlInterop::Part> parts;
    for (const auto& [tile, level] : tilesWithLevels) {
        const Rect dirty = tile->mask.dirty;
        if (!dirty.empty())
            parts.push_back({tile->mask.texture, dirty.x - tile->texels.x, dirty.y - tile->texels.y, dirty,
                             level, tile->quality == Quality::Average});
    }
    Rect changed;
    if (parts.empty()) return changed;
    if (!directMasks_.fill(*planes_.mask, parts)) return std::nullopt;
    for (const auto& [tile, level] : tilesWithLevels)
        if (const Rect dirty = tile->mask.dirty; !dirty.empty())
            changed = changed.united(finish(*tile, level, &Tile::mask, dirty));
    return changed;
}

std::optional<Rect> Presenter::fillBackground(Tile& tile, int level) {
    const Rect dirty = tile.background.dirty;
    const cuda::GlInterop::Part part{
        tile.background.texture,         dirty.x - tile.texels.x, dirty.y - tile.texels.y, dirty, level,
        tile.quality == Quality::Average};
    if (!directBackgrounds_.fill(*planes_.background.pixels, {&part, 1})) return std::nullopt;
    return finish(tile, level, &Tile::background, dirty);
}

/// The first rows of what was dirty have been written. Returns the image pixels that look different.
Rect Presenter::finish(Tile& tile, int level, Plane Tile::*which, Rect part) {
    Plane& plane = tile.*which;
    plane.dirty.y += part.height;
    plane.dirty.height -= part.height;
    if (plane.dirty.empty()) {
        plane.dirty = {};
        const bool before = tile.complete() && (which != &Tile::background || plane.complete);
        plane.complete = true;
        // What becomes complete replaces its stand-in everywhere at once.
        if (!before && tile.complete()) {
            return Rect{tile.texels.x << level, tile.texels.y << level, tile.texels.width << level,
                        tile.texels.height << level}
                .intersected(planes_.image->bounds());
        }
    }
    if (!tile.complete()) return {};
    return Rect{part.x << level, part.y << level, part.width << level, part.height << level}.intersected(
        planes_.image->bounds());
}

DrawnTile Presenter::drawn(TileKey key, const Tile& tile) const {
    const Size size = planes_.image->size();
    DrawnTile drawn;
    drawn.imageRect = tile.quality == Quality::Sample ? Rect::of(size) : grid_.imageRect(key);
    drawn.texelOrigin = {tile.texels.x, tile.texels.y};
    drawn.level = key.level;
    drawn.image = tile.image.texture;
    drawn.mask = tile.mask.texture;
    drawn.labels = tile.labels.texture;
    drawn.hasLabels = tile.hasLabels;
    if (planes_.background.pixels == nullptr) return drawn;
    if (tile.background.complete) {
        drawn.background = tile.background.texture;
    } else if (rough_.texture != 0) {
        drawn.background = rough_.texture;
        drawn.roughness = {static_cast<double>(size.width) / rough_.size.width,
                           static_cast<double>(size.height) / rough_.size.height};
    }
    return drawn;
}

std::vector<DrawnTile> Presenter::tiles(Rect visible, double zoom) {
    std::vector<DrawnTile> result;
    if (planes_.image == nullptr || stale_) return result;
    QRegion uncovered(visible.x, visible.y, visible.width, visible.height);
    const auto show = [&](TileKey key, const Tile& tile) {
        if (!tile.complete() || uncovered.isEmpty()) return;
        DrawnTile shown = drawn(key, tile);
        const Rect r = shown.imageRect;
        const QRect all(r.x, r.y, r.width, r.height);
        for (const QRect& part : uncovered& all) {
            shown.imageRect = {part.x(), part.y(), part.width(), part.height()};
            result.push_back(shown);
        }
        uncovered -= all;
    };
    const int level = grid_.levelFor(zoom);
    for (const TileKey key : grid_.tilesIn(level, visible))
        if (const auto found = tiles_.find(key); found != tiles_.end()) show(key, found->second);
    // Where they are missing other levels stand in, the most similar first, and the rough picture at last.
    std::vector<std::pair<int, TileKey>> others;
    for (const auto& [key, tile] : tiles_)
        if (key.level != level) others.emplace_back(std::abs(key.level - level), key);
    std::sort(others.begin(), others.end());
    for (const auto& [rank, key] : others) show(key, tiles_.at(key));
    show({previewLevel_, 0, 0}, preview_);
    return result;
}

}  // namespace fretsaw::ui
