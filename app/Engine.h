// The thread that computes: takes patches and requests from the GUI thread, publishes results.
// No widgets and no pixels of its own; what it computes with is a Segmenter made by the caller.
#pragma once

#include <QObject>
#include <QString>
#include <functional>
#include <memory>

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

/// Owns one worker thread and one Segmenter on it. All methods: GUI thread; none waits for the worker, but for
/// the destructor, which stops the running work first. Signals arrive on the GUI thread (queued).
/// Patches are never dropped and keep their order; of requests the latest wins.
class Engine : public QObject {
    Q_OBJECT

public:
    using SegmenterFactory = std::function<std::unique_ptr<Segmenter>()>;

    explicit Engine(SegmenterFactory factory, QObject* parent = nullptr);
    ~Engine() override;

    void setImage(std::shared_ptr<const Image<Rgba8>> image);  ///< null: no image; stops the running work
    void apply(LabelPatch patch);
    void setRect(std::optional<Rect> rect);
    void request(SolveRequest request);
    /// Stops the running solve and forgets the waiting request; patches stay. The old mask stays.
    void cancel();
    [[nodiscard]] bool busy() const;

signals:
    void finished(std::shared_ptr<const fretsaw::app::MaskFrame> frame);
    void failed(quint64 revision, const QString& message);   ///< the document is as it was
    void cancelled(quint64 revision);
    void progressed(double fraction);
    void busyChanged(bool busy);

private:
    class Worker;
    std::unique_ptr<Worker> worker_;
};

}  // namespace fretsaw::app
