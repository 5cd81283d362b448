// A thread that draws frames of the canvas into memory with OpenGL, so that no event waits for a frame.
// No widgets here; pixels come and go as immutable images and copies.
#pragma once

#include <QImage>
#include <QOffscreenSurface>
#include <QRegion>
#include <QString>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

#include "app/ui/FrameRenderer.h"

namespace fretsaw::ui {

/// For drawing without a GPU, where a frame takes 20 ms and the first of its kind 100, because its program is
/// compiled then. All methods: GUI thread.
class RenderThread {
public:
    /// What a change changes, on the thread.
    struct Drawing {
        FrameRenderer renderer;
        Image<Label> labels;               ///< a copy of the document's, which goes on changing
        std::optional<CanvasFrame> frame;  ///< the last one wanted; none before one of this picture is
    };
    using Change = std::function<void(Drawing&)>;

    struct Result {
        QImage image;       ///< the whole canvas, without what lies over the picture
        QRegion area;       ///< where it differs from the result before
        CanvasFrame frame;  ///< what it shows
        QString failure;    ///< why nothing can be drawn; no other field counts then
    };

    /// wake: called on the thread when a result can be collected.
    explicit RenderThread(std::function<void()> wake);
    ~RenderThread();

    /// Done in this order, before the next frame.
    void change(Change change);
    /// Frames wanted before and not yet begun are left out. complete: with every texture that it needs.
    void request(const CanvasFrame& frame, bool complete);
    /// Waits until the frame last requested is drawn.
    void wait();
    /// What has been drawn since the last call; nothing where nothing has.
    [[nodiscard]] std::optional<Result> collect();

private:
    struct Job {
        std::vector<Change> changes;
        std::optional<CanvasFrame> frame;
        bool complete = false;
    };
    class Target;

    void run();
    void draw(QOpenGLContext& context);
    Job waitForJob(bool hasMoreToDo, bool later);
    bool isQuitting();
    void publish(Result result);

    std::function<void()> wake_;
    QOffscreenSurface surface_;

    std::mutex mutex_;
    std::condition_variable wakeThread_, drawn_;
    Job job_;
    bool isDrawing_ = false, failed_ = false, quit_ = false;
    std::optional<Result> result_;

    std::thread thread_;  ///< last: it uses all of the above
};

}  // namespace fretsaw::ui
