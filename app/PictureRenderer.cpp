// The worker's loop: one request at a time, coarse first, then band by band.
// No pixel is computed here.
#include "app/PictureRenderer.h"

#include <QElapsedTimer>
#include <QThread>
#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <regex>
#include <string>
#include <thread>
#include <utility>

#include "app/ErrorText.h"
#include "app/GiveWay.h"
#include "core/cuda/ChooseBackend.h"
#include "core/generate/Formula.h"

namespace fretsaw::app {
namespace {

constexpr double kQuickMs = 6;        // a frame at 60 Hz has 16: upload and drawing need the rest
constexpr double kFirstGuess = 5000;  // pixels a millisecond, before anything was measured
constexpr auto kIdle = std::chrono::milliseconds(40);  // two frames drawn without a GPU
constexpr int kCoarsest = 16;
constexpr std::int64_t kBandPixels = 1 << 20;  // 12 MiB of floats

/// A simulation is another one at each size, and what counts pixels has another range.
bool looksAlikeAtAnySize(const PictureRecipe& recipe) {
    static const std::regex pixels(R"(\b(px|py|w|h)\b)");
    return recipe.info().byTiles && !isRaw(recipe) &&
           !(recipe.formula() && std::regex_search(recipe.formula()->text(), pixels));
}

}  // namespace

std::unique_ptr<Generator> makeUsualGenerator() {
    return makeGenerator(chooseBackend(environmentWish().value_or(BackendWish::Auto)));
}

// Both threads meet in the members below mutex_, and nowhere else.
class PictureRenderer::Worker {
public:
    Worker(PictureRenderer& owner, GeneratorFactory factory)
        : owner_(owner), factory_(std::move(factory)), thread_([this] { run(); }) {}

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
    quint64 request(PictureRequest request) {
        quint64 id = 0;
        {
            const std::lock_guard lock(mutex_);
            id = ++lastId_;
            request_ = std::move(request);
            if (!quick_) running_.request_stop();
        }
        wake_.notify_one();
        return id;
    }

    void cancel() {
        const std::lock_guard lock(mutex_);
        ++lastId_;
        oldestWanted_ = lastId_;
        request_.reset();
        outbox_ = {};
        running_.request_stop();
    }

    bool busy() const {
        const std::lock_guard lock(mutex_);
        return request_ || (working_ && runningId_ >= oldestWanted_) || !outbox_.empty();
    }

    struct Mail {
        std::optional<RenderedPicture> picture;
        std::optional<std::pair<quint64, QString>> failure;
        [[nodiscard]] bool empty() const { return !picture && !failure; }
    };
    Mail collect() {
        const std::lock_guard lock(mutex_);
        wakePosted_ = false;
        return std::exchange(outbox_, {});
    }

private:
    struct Job {
        quint64 id = 0;
        PictureRequest request;
        std::stop_token stop;
    };

    // -- worker thread -------------------------------------------------------------------------------
    void run() {
        giveWay(kComputingNiceness);  // oneTBB's threads are made from here
        while (std::optional<Job> job = waitForJob()) {
            try {
                if (generator_ == nullptr) generator_ = factory_();
                render(*job);
            } catch (...) {
                publishFailure(job->id, currentErrorText());
            }
            finish();
        }
        generator_.reset();  // on the thread that used it
    }

    std::optional<Job> waitForJob() {
        std::unique_lock lock(mutex_);
        wake_.wait(lock, [this] { return quit_ || request_; });
        if (quit_) return std::nullopt;
        running_ = std::stop_source();
        working_ = true;
        runningId_ = lastId_;
        Job job{lastId_, *std::move(request_), running_.get_token()};
        request_.reset();
        return job;
    }

    void render(const Job& job) {
        const auto& [recipe, placement, document] = job.request;
        generator_->setDocument(document);
        PlacedPicture full(*generator_, recipe, placement);
        const bool canBeCoarse = looksAlikeAtAnySize(recipe);
        setQuick(canBeCoarse);
        if (renderOnDevice(job) || job.stop.stop_requested()) return;
        const int divisor = canBeCoarse ? coarseDivisor(recipe, full.cost()) : 1;
        if (divisor > 1) {
            renderCoarse(job, divisor);
            waitUntilIdle();
        }
        setQuick(canBeCoarse && divisor == 1);
        if (job.stop.stop_requested()) return;
        QElapsedTimer clock;
        clock.start();
        auto pixels = renderAll(full, placement.region.size(), job.stop);
        if (!pixels) return;
        const double ms = static_cast<double>(clock.nsecsElapsed()) / 1e6;
        note(recipe, full.cost(), ms);
        publish({job.id, hostFrame(*std::move(pixels)), false, ms});
    }

    /// Whether the picture stays on the device that computes it; then it is there sooner than any coarse one.
    bool renderOnDevice(const Job& job) {
        const auto& [recipe, placement, document] = job.request;
        if (placement.repeats) return false;
        QElapsedTimer clock;
        clock.start();
        auto pixels = generator_->renderOnDevice(recipe, placement.picture, placement.region, job.stop);
        if (!pixels) return false;
        publish({job.id, std::move(pixels), false, static_cast<double>(clock.nsecsElapsed()) / 1e6});
        return true;
    }

    void renderCoarse(const Job& job, int divisor) {
        const Placement placement = reduced(job.request.placement, divisor);
        PlacedPicture coarse(*generator_, job.request.recipe, placement);
        setQuick(true);
        try {
            QElapsedTimer clock;
            clock.start();
            auto pixels = renderAll(coarse, placement.region.size(), job.stop);
            if (!pixels) return;
            const double ms = static_cast<double>(clock.nsecsElapsed()) / 1e6;
            note(job.request.recipe, coarse.cost(), ms);
            publish({job.id, hostFrame(*std::move(pixels)), true, ms});
        } catch (const std::exception&) {
            // What is too fine for the coarse picture may suit the full one; else that says why.
        }
    }

    /// std::nullopt: stopped. Throws InvalidArgument where there is nothing to render.
    static std::optional<Image<Rgba8>> renderAll(PlacedPicture& picture, Size size,
                                                 const std::stop_token& stop) {
        if (size.empty()) throw InvalidArgument("The region is empty.");
        auto pixels = Image<Rgba8>::uninitialized(size);
        const int most = static_cast<int>(std::clamp<std::int64_t>(kBandPixels / size.width, 1, size.height));
        auto band = Image<Rgb32f>::uninitialized({size.width, most});
        for (int top = 0; top < size.height; top += most) {
            const Rect part{0, top, size.width, std::min(most, size.height - top)};
            if (!picture.renderInto(part, band.view().sub(Rect::of(part.size())), stop)) return std::nullopt;
            for (int y = 0; y < part.height; ++y)
                std::transform(band.row(y), band.row(y) + part.width, pixels.row(top + y), rgba8From);
        }
        return pixels;
    }

    /// By how much to divide the sides, so that the picture is likely to be there within kQuickMs.
    int coarseDivisor(const PictureRecipe& recipe, std::int64_t cost) {
        if (measured_ != recipe.info().key) {
            measured_ = recipe.info().key;
            pixelsPerMs_ = kFirstGuess;
        }
        const double affordable = pixelsPerMs_ * kQuickMs;
        int divisor = 1;
        while (divisor<kCoarsest&& static_cast<double>(cost)> affordable * divisor * divisor) divisor *= 2;
        return divisor;
    }

    void note(const PictureRecipe& recipe, std::int64_t pixels, double ms) {
        if (measured_ == recipe.info().key) pixelsPerMs_ = static_cast<double>(pixels) / std::max(ms, 0.05);
    }

    /// Lets the window draw the coarse picture with all that the machine has; a slider may move meanwhile.
    void waitUntilIdle() {
        std::unique_lock lock(mutex_);
        wake_.wait_for(lock, kIdle, [this] { return quit_ || request_; });
    }

    /// The running work is so short that a newer request waits for it.
    void setQuick(bool quick) {
        const std::lock_guard lock(mutex_);
        quick_ = quick;
        if (!quick && request_) running_.request_stop();
    }

    void publish(RenderedPicture picture) {
        const std::lock_guard lock(mutex_);
        if (picture.id < oldestWanted_) return;
        outbox_ = {std::move(picture), std::nullopt};  // what nobody has seen of older ones is freed here
        wakeGuiLocked();
    }

    void publishFailure(quint64 id, const QString& message) {
        const std::lock_guard lock(mutex_);
        if (id < oldestWanted_ || request_) return;
        outbox_.failure = {id, message};
        wakeGuiLocked();
    }

    void finish() {
        const std::lock_guard lock(mutex_);
        working_ = false;
        quick_ = false;
        wakeGuiLocked();  // no longer busy
    }

    void wakeGuiLocked() {
        if (std::exchange(wakePosted_, true)) return;
        QMetaObject::invokeMethod(&owner_, &PictureRenderer::deliver, Qt::QueuedConnection);
    }

    PictureRenderer& owner_;

    mutable std::mutex mutex_;
    std::condition_variable wake_;
    bool quit_ = false;
    std::optional<PictureRequest> request_;
    quint64 lastId_ = 0, runningId_ = 0;
    quint64 oldestWanted_ = 0;  ///< answers to requests before this are dropped
    bool working_ = false, quick_ = false;
    std::stop_source running_;
    Mail outbox_;
    bool wakePosted_ = false;

    // Worker thread only.
    GeneratorFactory factory_;
    std::unique_ptr<Generator> generator_;
    std::string measured_;  ///< the generator that pixelsPerMs_ is about
    double pixelsPerMs_ = kFirstGuess;

    std::thread thread_;  ///< last: it uses all of the above
};

PictureRenderer::PictureRenderer(GeneratorFactory factory, QObject* parent)
    : QObject(parent), worker_(std::make_unique<Worker>(*this, std::move(factory))) {}

PictureRenderer::~PictureRenderer() = default;

quint64 PictureRenderer::request(PictureRequest request) {
    Q_ASSERT(QThread::currentThread() == thread());
    const quint64 id = worker_->request(std::move(request));
    updateBusy();
    return id;
}

void PictureRenderer::cancel() {
    Q_ASSERT(QThread::currentThread() == thread());
    worker_->cancel();
    updateBusy();
}

bool PictureRenderer::busy() const {
    Q_ASSERT(QThread::currentThread() == thread());
    return worker_->busy();
}

void PictureRenderer::deliver() {
    const Worker::Mail mail = worker_->collect();
    if (mail.picture) emit rendered(*mail.picture);
    if (mail.failure) emit failed(mail.failure->first, mail.failure->second);
    updateBusy();
}

void PictureRenderer::updateBusy() {
    const bool now = worker_->busy();
    if (std::exchange(busy_, now) != now) emit busyChanged(now);
}

}  // namespace fretsaw::app
