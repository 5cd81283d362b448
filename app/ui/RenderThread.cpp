// The thread's loop: changes, frame, the way back from OpenGL's memory to an image.
// Shaders and textures are FrameRenderer's.
#include "app/ui/RenderThread.h"

#include <QCoreApplication>
#include <QOpenGLFramebufferObject>
#include <chrono>
#include <cstring>
#include <limits>
#include <utility>

#include "app/GiveWay.h"

namespace fretsaw::ui {
namespace {

constexpr auto kRetry = std::chrono::milliseconds(500);  // after memory ran out

}  // namespace

/// Where OpenGL draws, and the image of it.
class RenderThread::Target {
public:
    /// Bound afterwards; true where it is a new one.
    bool bind(QOpenGLContext& context, QSize size) {
        const bool isNew = buffer_ == nullptr || buffer_->size() != size;
        if (isNew) {
            gl_ = context.functions();
            buffer_ = std::make_unique<QOpenGLFramebufferObject>(size);
            image_ = QImage(size, QImage::Format_RGB32);
        }
        buffer_->bind();
        return isNew;
    }
    /// With the part that was drawn read back; waits until it is there.
    const QImage& read(const QRegion& area) {
        for (const QRect& part : area) {
            rows_.resize(static_cast<std::size_t>(part.width()) * static_cast<std::size_t>(part.height()));
            gl_->glPixelStorei(GL_PACK_ALIGNMENT, 4);
            gl_->glReadPixels(part.x(), image_.height() - part.y() - part.height(), part.width(),
                              part.height(), GL_BGRA, GL_UNSIGNED_BYTE, rows_.data());
            const std::size_t width = static_cast<std::size_t>(part.width());
            for (int y = 0; y < part.height(); ++y) {  // OpenGL's rows go up
                auto* row = reinterpret_cast<quint32*>(image_.scanLine(part.y() + y)) + part.x();
                std::memcpy(row, rows_.data() + static_cast<std::size_t>(part.height() - 1 - y) * width,
                            width * sizeof(quint32));
            }
        }
        return image_;
    }

private:
    QOpenGLFunctions* gl_ = nullptr;
    std::unique_ptr<QOpenGLFramebufferObject> buffer_;
    QImage image_;
    std::vector<quint32> rows_;
};

RenderThread::RenderThread(std::function<void()> wake) : wake_(std::move(wake)) {
    surface_.create();  // only the GUI thread may
    thread_ = std::thread([this] { run(); });
}

RenderThread::~RenderThread() {
    {
        const std::lock_guard lock(mutex_);
        quit_ = true;
    }
    wakeThread_.notify_one();
    thread_.join();
}

void RenderThread::change(Change change) {
    {
        const std::lock_guard lock(mutex_);
        if (failed_) return;
        job_.changes.push_back(std::move(change));
    }
    wakeThread_.notify_one();
}

void RenderThread::request(const CanvasFrame& frame, bool complete) {
    {
        const std::lock_guard lock(mutex_);
        if (failed_) return;
        job_.frame = frame;
        job_.complete = job_.complete || complete;
    }
    wakeThread_.notify_one();
}

void RenderThread::wait() {
    std::unique_lock lock(mutex_);
    drawn_.wait(lock, [this] { return failed_ || (!job_.frame && !isDrawing_); });
}

std::optional<RenderThread::Result> RenderThread::collect() {
    const std::lock_guard lock(mutex_);
    return std::exchange(result_, std::nullopt);
}

void RenderThread::publish(Result result) {
    bool isFirst = false;
    {
        const std::lock_guard lock(mutex_);
        failed_ = !result.failure.isEmpty();
        if (failed_) job_ = {};
        isFirst = !result_;
        if (result_) result.area += result_->area;
        result_ = std::move(result);
    }
    drawn_.notify_all();
    if (isFirst) wake_();
}

/// hasMoreToDo: does not wait for anything new; later: only for a while.
RenderThread::Job RenderThread::waitForJob(bool hasMoreToDo, bool later) {
    std::unique_lock lock(mutex_);
    isDrawing_ = false;
    drawn_.notify_all();
    const auto isCalled = [this] { return quit_ || job_.frame || !job_.changes.empty(); };
    if (later)
        wakeThread_.wait_for(lock, kRetry, isCalled);
    else if (!hasMoreToDo)
        wakeThread_.wait(lock, isCalled);
    isDrawing_ = job_.frame.has_value();
    return std::exchange(job_, {});
}

bool RenderThread::isQuitting() {
    const std::lock_guard lock(mutex_);
    return quit_;
}

void RenderThread::run() {
    app::giveWay(app::kDrawingNiceness);
    try {
        QOpenGLContext context;
        context.setFormat(surface_.requestedFormat());
        if (context.create() && context.makeCurrent(&surface_)) return draw(context);
        publish({{},
                 {},
                 {},
                 QCoreApplication::translate(
                     "fretsaw::ui::Canvas",
                     "OpenGL cannot draw into memory here, so the picture cannot be shown.")});
    } catch (const std::exception& error) {
        publish({{}, {}, {}, QString::fromUtf8(error.what())});
    }
}

void RenderThread::draw(QOpenGLContext& context) {
    Drawing drawing;
    if (const QString problem = drawing.renderer.initialize(context); !problem.isEmpty())
        return publish({{}, {}, {}, problem});
    Target target;
    using Uploads = FrameRenderer::Uploads;
    Uploads uploads = Uploads::Complete;
    bool canWarmUp = false;
    while (true) {
        Job job = waitForJob(uploads == Uploads::Unfinished || canWarmUp, uploads == Uploads::OutOfMemory);
        if (isQuitting()) break;
        for (const Change& change : job.changes) change(drawing);
        if (job.frame) drawing.frame = std::move(job.frame);
        // New frames first, then what the last one lacks, then the programs that a later one may need.
        if (drawing.frame && (job.frame || uploads != Uploads::Complete)) {
            if (target.bind(context, drawing.frame->size)) drawing.renderer.damageAll();
            const double uploadMs =
                job.complete ? std::numeric_limits<double>::infinity() : FrameRenderer::kUploadMs;
            const auto painted = drawing.renderer.paint(*drawing.frame, uploadMs);
            uploads = painted.uploads;
            canWarmUp = uploads == Uploads::Complete;
            if (!painted.area.isEmpty())
                publish({target.read(painted.area), painted.area, *drawing.frame, {}});
        } else {
            uploads = Uploads::Complete;
            canWarmUp = drawing.frame && drawing.renderer.warmUpNext(*drawing.frame);
        }
    }
    drawing.renderer.release();
}

}  // namespace fretsaw::ui
