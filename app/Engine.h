// The thread that computes: takes patches and requests from the GUI thread, publishes results.
// No widgets and no pixels of its own; what it computes with is a Segmenter made by the caller.
#pragma once

#include <QObject>
#include <QString>
#include <functional>
#include <memory>
#include <optional>

#include "core/image/Image.h"
#include "core/segment/Segmenter.h"

namespace fretsaw::app {

/// What the GUI wants next. revision: the document's, so that stale answers can be told.
struct SolveRequest {
    quint64 revision = 0;
    SegmentParams params;
    /// A newer request stops the running one (a new stroke, release) instead of letting it finish (dragging,
    /// which would otherwise starve the display).
    bool stopRunning = false;
};

/// A finished mask on its way to the screen. Immutable.
struct MaskFrame {
    quint64 revision = 0;
    SegmentParams params;  ///< of the request
    SegmentResult result;
};

/// Owns one worker thread and one Segmenter on it. All methods: GUI thread; none waits for the worker, but
/// for the destructor, which stops the running work first. Signals are emitted on the GUI thread, from its
/// event loop. Patches are never dropped and keep their order; of requests the latest wins. A request is
/// answered with exactly what was posted before it.
class Engine : public QObject {
    Q_OBJECT

public:
    /// Called on the worker thread, before the first image and again for an image after setImage(nullptr).
    using SegmenterFactory = std::function<std::unique_ptr<Segmenter>()>;

    explicit Engine(SegmenterFactory factory, QObject* parent = nullptr);
    ~Engine() override;

    /// Stops the running work; whatever was posted or computed for the image before is dropped without a
    /// signal. null: no image, and the memory of the segmenter is given back.
    void setImage(std::shared_ptr<const Image<Rgba8>> image);
    void apply(LabelPatch patch);
    void setRect(std::optional<Rect> rect);
    /// Ends in exactly one of finished, failed, cancelled - or in none, where a newer request took its place
    /// before it was begun, or the image changed. One with the revision of the running one is that same
    /// request and is not begun again.
    void request(SolveRequest request);
    /// Stops the running solve and forgets the waiting request; patches stay. The old mask stays.
    void cancel();
    /// Masks that a device made are copied to host memory on the worker thread, so that they are not lost
    /// with it: usually once there is nothing else to do, or else, for windows that cannot show them as they
    /// are, before they are signalled.
    void setFetchesMasks(bool fetches);
    /// A request is waiting, running, or its answer has not been signalled yet.
    [[nodiscard]] bool busy() const;

signals:
    /// A coarse mask of the whole picture, ahead of finished(): no models, not certified. While a newer
    /// request waits, the running one is stopped after it, so that the screen keeps up with a drag.
    void previewed(std::shared_ptr<const fretsaw::app::MaskFrame> frame);
    void finished(std::shared_ptr<const fretsaw::app::MaskFrame> frame);
    /// message: a sentence for people. revision: of the request, or 0 where image or labels were not taken.
    void failed(quint64 revision, const QString& message);
    void cancelled(quint64 revision);
    /// The segmenter could not take an image or a patch, so it no longer knows the labels: before the next
    /// request, send image, labels and rectangle again. Precedes failed().
    void stateLost();
    void progressed(double fraction);  ///< of the running solve, 0…1
    void busyChanged(bool busy);

private:
    class Worker;

    void deliver();
    void updateBusy();

    std::unique_ptr<Worker> worker_;
    bool busy_ = false;
};

}  // namespace fretsaw::app
