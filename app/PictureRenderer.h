// The thread that computes generated pictures for the screen: takes recipes from the GUI thread, publishes
// pixels. No widgets and no document; what it computes with is a Generator made by the caller.
#pragma once

#include <QObject>
#include <QString>
#include <functional>
#include <memory>

#include "core/generate/Background.h"
#include "core/image/Frame.h"

namespace fretsaw::app {

/// What this machine and FRETSAW_BACKEND want pictures to be computed with. Asking for a GPU takes a while:
/// not for the GUI thread.
[[nodiscard]] std::unique_ptr<Generator> makeUsualGenerator();

/// Opaque sRGB, in host memory or on the device that computed it.
using Picture = Frame<Rgba8>;

struct PictureRequest {
    PictureRecipe recipe;
    Placement placement;
    std::shared_ptr<const DocumentPictures> document = nullptr;  ///< what formulas read

    friend bool operator==(const PictureRequest&, const PictureRequest&) = default;
};

/// A whole picture of `size`.
[[nodiscard]] inline PictureRequest wholePicture(PictureRecipe recipe, Size size) {
    return {std::move(recipe), {size, Rect::of(size)}, nullptr};
}

/// A finished picture on its way to the screen.
struct RenderedPicture {
    quint64 id = 0;  ///< of the request
    std::shared_ptr<const Picture> pixels;
    bool isCoarse = false;  ///< of fewer pixels than the region: the full one follows
    double ms = 0;          ///< that computing it took
};

/// Owns one worker thread and one Generator on it. All methods: GUI thread; none waits for the worker, but
/// for the destructor, which stops the running work first. Signals are emitted on the GUI thread, from its
/// event loop. Of requests the latest wins. Where a picture would take longer than some milliseconds, a
/// coarse one comes first, and that is finished even if a newer request waits, so that the screen keeps up
/// with a slider; everything else stops at once.
class PictureRenderer : public QObject {
    Q_OBJECT

public:
    /// Called on the worker thread, before the first picture.
    using GeneratorFactory = std::function<std::unique_ptr<Generator>()>;

    explicit PictureRenderer(GeneratorFactory factory, QObject* parent = nullptr);
    ~PictureRenderer() override;

    /// Returns its id. It ends in a rendered() that is not coarse, or in failed(), unless a newer request or
    /// cancel() came before; a coarse picture may still arrive then, but never after a newer one's.
    quint64 request(PictureRequest request);
    /// Forgets the waiting request and stops the running one; nothing more is signalled for them.
    void cancel();
    /// A request is waiting, running, or its answer has not been signalled yet.
    [[nodiscard]] bool busy() const;

signals:
    void rendered(const fretsaw::app::RenderedPicture& picture);
    /// message: a sentence for people.
    void failed(quint64 id, const QString& message);
    void busyChanged(bool busy);

private:
    class Worker;

    void deliver();
    void updateBusy();

    std::unique_ptr<Worker> worker_;
    bool busy_ = false;
};

}  // namespace fretsaw::app
