// The worker thread, its mailbox and the way back to the GUI thread.
// No knowledge of undo or of what a request is for.
#include "app/Engine.h"

#include <QMetaObject>
#include <QThread>
#include <algorithm>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <stop_token>
#include <thread>
#include <utility>
#include <variant>
#include <vector>

#include "app/ErrorText.h"
#include "app/GiveWay.h"
#include "core/image/Error.h"

namespace fretsaw::app {
namespace {

struct SetImage {
    std::shared_ptr<const Image<Rgba8>> image;
};
struct SetRect {
    std::optional<Rect> rect;
};
using Message = std::variant<SetImage, LabelPatch, SetRect>;

/// What the worker has to say; which fields count depends on the kind.
struct Outcome {
    enum class Kind { Previewed, Finished, Failed, Cancelled, StateLost } kind;
    quint64 revision = 0;
    std::shared_ptr<const MaskFrame> frame = nullptr;
    QString message = {};
    std::uint64_t generation = 0;  ///< of the image it belongs to
};
using Kind = Outcome::Kind;

}  // namespace

// Both threads meet in the members below mutex_, and nowhere else. Answers lie in an outbox; Qt only carries
// the wake-up, so every pixel crosses under a mutex that the thread sanitizer sees.
class Engine::Worker {
public:
    Worker(Engine& engine, SegmenterFactory factory)
        : engine_(engine), factory_(std::move(factory)), thread_([this] { run(); }) {}

    ~Worker() {
        {
            const std::lock_guard lock(mutex_);
            quit_ = true;
            running_.request_stop();
        }
        wake_.notify_one();
        thread_.join();
    }

    // -- GUI thread ----------------------------------------------------------------------------------
    void setImage(std::shared_ptr<const Image<Rgba8>> image) {
        {
            const std::lock_guard lock(mutex_);
            ++generation_;
            running_.request_stop();
            request_.reset();
            messages_.clear();
            messages_.emplace_back(SetImage{std::move(image)});
        }
        wake_.notify_one();
    }

    void post(Message message) {
        {
            const std::lock_guard lock(mutex_);
            messages_.push_back(std::move(message));
        }
        wake_.notify_one();
    }

    void request(SolveRequest request) {
        {
            const std::lock_guard lock(mutex_);
            if (isAnsweredLocked(request.revision)) return;
            if (request.stopRunning || previewed_) running_.request_stop();
            request_ = std::move(request);
            messagesBeforeRequest_ = messages_.size();
        }
        wake_.notify_one();
    }

    void cancel() {
        const std::lock_guard lock(mutex_);
        running_.request_stop();
        if (!request_) return;
        publishLocked({Kind::Cancelled, request_->revision}, generation_);
        request_.reset();
    }

    void setFetchesMasks(bool fetches) {
        const std::lock_guard lock(mutex_);
        fetchesMasks_ = fetches;
    }

    bool busy() const {
        const std::lock_guard lock(mutex_);
        return request_ || solving_ || !outbox_.empty();
    }

    /// Everything published since the last call, oldest first, and the newest progress.
    struct Mail {
        std::vector<Outcome> outcomes;
        std::optional<double> progress;
    };
    Mail collect() {
        const std::lock_guard lock(mutex_);
        wakePosted_ = false;
        return {std::exchange(outbox_, {}), std::exchange(progress_, std::nullopt)};
    }

    std::uint64_t generation() const {
        const std::lock_guard lock(mutex_);
        return generation_;
    }

private:
    struct Job {
        std::deque<Message> messages;
        std::optional<SolveRequest> request;
        std::stop_token stop;
        std::uint64_t generation = 0;
    };

    // -- worker thread -------------------------------------------------------------------------------
    void run() {
        giveWay(kComputingNiceness);  // oneTBB's threads are made from here
        while (std::optional<Job> job = waitForJob()) {
            takeMessages(*job);
            if (job->request) solve(*job);
        }
        segmenter_.reset();  // on the thread that used it
    }

    std::optional<Job> waitForJob() {
        std::unique_lock lock(mutex_);
        const auto isAwaited = [this] { return quit_ || request_ || !messages_.empty(); };
        if (unfetched_ && !isAwaited()) {
            lock.unlock();
            fetch(*std::exchange(unfetched_, nullptr));
            lock.lock();
        }
        wake_.wait(lock, isAwaited);
        if (quit_) return std::nullopt;
        Job job;
        job.generation = generation_;
        running_ = std::stop_source();
        job.stop = running_.get_token();
        if (!request_) {
            job.messages.swap(messages_);
            return job;
        }
        // What was posted after the request belongs to the next one.
        const auto end = messages_.begin() + static_cast<std::ptrdiff_t>(messagesBeforeRequest_);
        job.messages.assign(std::make_move_iterator(messages_.begin()), std::make_move_iterator(end));
        messages_.erase(messages_.begin(), end);
        job.request = std::exchange(request_, std::nullopt);
        solving_ = true;
        previewed_ = false;
        runningRevision_ = job.request->revision;
        return job;
    }

    void takeMessages(Job& job) {
        for (std::size_t i = 0; i < job.messages.size(); ++i) {
            try {
                take(job.messages[i]);
            } catch (...) {
                const quint64 revision = job.request ? job.request->revision : 0;
                const std::lock_guard lock(mutex_);
                ready_ = false;
                solving_ = false;
                publishLocked({Kind::StateLost}, job.generation);
                publishLocked({Kind::Failed, revision, nullptr, currentErrorText()}, job.generation);
                job.request.reset();
            }
        }
    }

    void take(Message& message) {
        if (auto* set = std::get_if<SetImage>(&message)) {
            ready_ = false;
            unfetched_ = nullptr;
            if (set->image == nullptr) {
                segmenter_.reset();
                return;
            }
            if (segmenter_ == nullptr) segmenter_ = factory_();
            segmenter_->setImage(std::move(set->image));
            ready_ = true;
        } else if (!ready_) {
            return;  // no image, or one that was not taken: the document sends everything again
        } else if (auto* patch = std::get_if<LabelPatch>(&message)) {
            segmenter_->apply(*patch);
        } else {
            segmenter_->setRect(std::get<SetRect>(message).rect);
        }
    }

    void solve(const Job& job) {
        const SolveRequest& request = *job.request;
        if (!ready_) return publish({Kind::Cancelled, request.revision}, job.generation);
        try {
            segmenter_->setPreview([&](std::shared_ptr<const Mask> mask) {
                if (fetchesMasks()) fetch(*mask);
                SegmentResult coarse;
                coarse.changed = mask->bounds();
                coarse.mask = std::move(mask);
                publishPreview({request.revision, request.params, std::move(coarse)}, job.generation);
            });
            std::optional<SegmentResult> result =
                segmenter_->segment(request.params, job.stop,
                                    [&](double fraction) { publishProgress(fraction, job.generation); });
            if (!result) return publish({Kind::Cancelled, request.revision}, job.generation);
            if (fetchesMasks())
                fetch(*result->mask);
            else
                unfetched_ = result->mask;
            auto frame = std::make_shared<const MaskFrame>(
                MaskFrame{request.revision, request.params, *std::move(result)});
            publish({Kind::Finished, request.revision, std::move(frame)}, job.generation);
        } catch (...) {
            publish({Kind::Failed, request.revision, nullptr, currentErrorText()}, job.generation);
        }
    }

    bool fetchesMasks() const {
        const std::lock_guard lock(mutex_);
        return fetchesMasks_;
    }

    /// What fails here fails again for whoever needs the mask, and is reported there.
    static void fetch(const Mask& mask) {
        try {
            static_cast<void>(mask.view());
        } catch (const Error&) {
        }
    }

    void publish(Outcome outcome, std::uint64_t generation) {
        const std::lock_guard lock(mutex_);
        solving_ = false;
        publishLocked(std::move(outcome), generation);
    }

    void publishPreview(MaskFrame frame, std::uint64_t generation) {
        const std::lock_guard lock(mutex_);
        const quint64 revision = frame.revision;
        publishLocked({Kind::Previewed, revision, std::make_shared<const MaskFrame>(std::move(frame))},
                      generation);
        previewed_ = true;
        if (request_) running_.request_stop();
    }

    void publishProgress(double fraction, std::uint64_t generation) {
        const std::lock_guard lock(mutex_);
        if (generation != generation_) return;
        progress_ = fraction;
        wakeGuiLocked();
    }

    // -- both, with the mutex held -------------------------------------------------------------------
    /// The answer is being computed, or lies in the outbox.
    bool isAnsweredLocked(quint64 revision) const {
        if (solving_) return runningRevision_ == revision && !running_.stop_requested();
        return std::any_of(outbox_.begin(), outbox_.end(), [&](const Outcome& o) {
            return o.kind == Kind::Finished && o.revision == revision && o.generation == generation_;
        });
    }

    void publishLocked(Outcome outcome, std::uint64_t generation) {
        outcome.generation = generation;
        outbox_.push_back(std::move(outcome));
        wakeGuiLocked();
    }

    void wakeGuiLocked() {
        if (std::exchange(wakePosted_, true)) return;
        QMetaObject::invokeMethod(&engine_, &Engine::deliver, Qt::QueuedConnection);
    }

    Engine& engine_;

    mutable std::mutex mutex_;
    std::condition_variable wake_;
    bool quit_ = false;
    std::deque<Message> messages_;
    std::optional<SolveRequest> request_;
    std::size_t messagesBeforeRequest_ = 0;
    bool solving_ = false;
    quint64 runningRevision_ = 0;
    bool previewed_ = false;  ///< the running solve has shown a coarse mask
    bool fetchesMasks_ = false;
    std::stop_source running_;
    std::uint64_t generation_ = 0;  ///< counts images
    std::vector<Outcome> outbox_;
    std::optional<double> progress_;
    bool wakePosted_ = false;

    // Worker thread only.
    SegmenterFactory factory_;
    std::unique_ptr<Segmenter> segmenter_;
    bool ready_ = false;                     ///< the segmenter has an image and every patch since
    std::shared_ptr<const Mask> unfetched_;  ///< may still lie on a device alone

    std::thread thread_;  ///< last: it uses all of the above
};

Engine::Engine(SegmenterFactory factory, QObject* parent)
    : QObject(parent), worker_(std::make_unique<Worker>(*this, std::move(factory))) {}

Engine::~Engine() = default;

void Engine::setImage(std::shared_ptr<const Image<Rgba8>> image) {
    Q_ASSERT(QThread::currentThread() == thread());
    worker_->setImage(std::move(image));
    updateBusy();
}

void Engine::apply(LabelPatch patch) {
    Q_ASSERT(QThread::currentThread() == thread());
    worker_->post(std::move(patch));
}

void Engine::setRect(std::optional<Rect> rect) {
    Q_ASSERT(QThread::currentThread() == thread());
    worker_->post(SetRect{rect});
}

void Engine::request(SolveRequest request) {
    Q_ASSERT(QThread::currentThread() == thread());
    worker_->request(std::move(request));
    updateBusy();
}

void Engine::cancel() {
    Q_ASSERT(QThread::currentThread() == thread());
    worker_->cancel();
}

void Engine::setFetchesMasks(bool fetches) {
    Q_ASSERT(QThread::currentThread() == thread());
    worker_->setFetchesMasks(fetches);
}

bool Engine::busy() const {
    Q_ASSERT(QThread::currentThread() == thread());
    return worker_->busy();
}

void Engine::deliver() {
    Worker::Mail mail = worker_->collect();
    if (mail.progress) emit progressed(*mail.progress);
    for (const Outcome& outcome : mail.outcomes) {
        if (outcome.generation != worker_->generation()) continue;
        switch (outcome.kind) {
            case Kind::Previewed:
                emit previewed(outcome.frame);
                break;
            case Kind::Finished:
                emit finished(outcome.frame);
                break;
            case Kind::Failed:
                emit failed(outcome.revision, outcome.message);
                break;
            case Kind::Cancelled:
                emit cancelled(outcome.revision);
                break;
            case Kind::StateLost:
                emit stateLost();
        }
    }
    updateBusy();
}

void Engine::updateBusy() {
    const bool now = worker_->busy();
    if (std::exchange(busy_, now) != now) emit busyChanged(now);
}

}  // namespace fretsaw::app
