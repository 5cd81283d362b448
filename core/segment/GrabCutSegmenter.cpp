// Checks parameters, chooses between coarse and full size, assembles results.
// No pixels but for comparing masks.
#include "core/segment/GrabCutSegmenter.h"

#include <algorithm>
#include <chrono>
#include <string>
#include <type_traits>
#include <utility>

#include "core/image/Error.h"
#include "core/segment/Choice.h"
#include "core/segment/Coarse.h"
#include "core/segment/GrabCut.h"
#include "core/segment/LocalChanges.h"

namespace fretsaw {
namespace {

void check(const SegmentParams& params) {
    if (params.iterations < 0 || params.iterations > 100)
        throw InvalidArgument("The number of iterations must be from 0 to 100.");
    if (params.gamma && !(*params.gamma >= 0 && *params.gamma <= 1000))
        throw InvalidArgument("Gamma, the weight of edges, must be from 0 to 1000.");
    if (params.components && (*params.components < 1 || *params.components > pixel::kMaxComponents))
        throw InvalidArgument("The number of colour components must be from 1 to 16.");
    if (params.models == Models::Given && !params.given.models)
        throw InvalidArgument("Colour models were asked for by Models::Given, but none are there.");
    for (const int pixels : {params.cleanUp.fillHolesPx, params.cleanUp.dropIslandsPx})
        if (pixels < 0 || pixels > CleanUp::kMostPixels)
            throw InvalidArgument("Sizes of holes and islands must be from 0 to 1,000,000,000 pixels.");
}

/// The pixels of a rectangle, of any sign and place, that lie in the picture.
Rect clipped(Rect rect, Size size) {
    const auto clip = [](std::int64_t at, std::int64_t length, int limit) {
        const std::int64_t a = std::min(at, at + length), b = std::max(at, at + length);
        return std::pair{static_cast<int>(std::clamp<std::int64_t>(a, 0, limit)),
                         static_cast<int>(std::clamp<std::int64_t>(b, 0, limit))};
    };
    const auto [left, right] = clip(rect.x, rect.width, size.width);
    const auto [top, bottom] = clip(rect.y, rect.height, size.height);
    return {left, top, right - left, bottom - top};
}

class GrabCutSegmenter final : public Segmenter {
public:
    GrabCutSegmenter(NamedBackend backend, std::optional<NamedBackend> reserve)
        : backend_(std::move(backend)), reserve_(std::move(reserve)) {}

    void setImage(std::shared_ptr<const Image<Rgba8>> image) override {
        fine_.reset();
        coarse_.reset();
        last_ = {};
        shown_ = nullptr;
        kept_.reset();
        unseen_ = cleaned_ = {};
        local_.forget();
        box_.reset();
        image_ = nullptr;
        if (!image || image->empty()) throw InvalidArgument("The picture has no pixels.");
        onReserve_ = broken_;
        news_.clear();
        withReserve([&] { fine_.emplace(backend().make, image); });
        image_ = std::move(image);
    }

    void apply(const LabelPatch& patch) override {
        requireImage();
        checkFits(patch, fine_->size());
        local_.note(fine_->labels(), patch);
        kept_.reset();
        fine_->apply(patch);
        if (!coarse_ || patch.empty()) return;
        try {
            sendToCoarse(patch.rect, {});
        } catch (const OutOfMemory&) {
            coarse_.reset();  // made anew when it is needed
        }
    }

    void setRect(std::optional<Rect> rect) override {
        requireImage();
        if (rect) {
            rect = clipped(*rect, fine_->size());
            if (rect->empty()) throw InvalidArgument("The rectangle holds no pixel of the picture.");
        }
        if (rect != box_) {
            local_.forget();
            kept_.reset();
        }
        box_ = rect;
        fine_->setBox(box_);
        if (coarse_) boxToCoarse();
    }

    std::optional<SegmentResult> segment(const SegmentParams& params, std::stop_token stop,
                                         const Progress& progress) override {
        const auto begin = std::chrono::steady_clock::now();
        requireImage();
        check(params);
        if (stop.stop_requested()) return std::nullopt;
        double reported = 0;  // a second run begins with nothing
        const Progress rising = [&](double part) {
            if (part >= reported) report(progress, reported = part);
        };
        if (params.localChanges) local_.secure();
        const auto made = withReserve([&] { return make(params, stop, rising); });
        if (!made) return std::nullopt;
        SegmentResult result = finish(*made, params);
        if (!news_.empty()) result.warnings.push_back(std::exchange(news_, {}));
        result.totalMs =
            std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
        return result;
    }

    void setPreview(Preview preview) override { preview_ = std::move(preview); }

private:
    void requireImage() const {
        if (!fine_) throw InvalidArgument("There is no picture to segment.");
    }

    [[nodiscard]] const NamedBackend& backend() const { return onReserve_ ? *reserve_ : backend_; }

    /// work(); where the backend fails in it, once more on the reserve.
    template <typename Work>
    std::invoke_result_t<const Work&> withReserve(const Work& work) {
        if (!reserve_ || onReserve_) return work();
        try {
            return work();
        } catch (const BackendError& error) {
            takeReserve(std::string(error.what()) + " The CPU goes on; nothing is lost.");
            broken_ = true;
        } catch (const OutOfMemory& error) {
            takeReserve("The GPU cannot take this picture, so the CPU does. " + std::string(error.what()));
        }
        return work();
    }

    void takeReserve(std::string news) {
        if (fine_) fine_->moveTo(reserve_->make, image_);
        coarse_.reset();  // made anew when it is needed
        kept_.reset();
        onReserve_ = true;
        reserve_->use.reason = news;
        news_ = std::move(news);
    }

    /// A mask on its way from the cut to the screen.
    struct Made {
        GrabCutResult cut;
        CleanMask settled;  ///< what learning and local changes go on from
        Rect changed;       ///< where it may differ from that of the last result
        std::shared_ptr<const MaskDelta> local;
        CleanMask shown;
        bool kept = false;  ///< nothing but `shown` is new
    };
    std::optional<Made> make(const SegmentParams& params, const std::stop_token& stop,
                             const Progress& progress) {
        std::optional<Made> made = keepsCut(params) ? kept_ : cutAnew(params, stop, progress);
        if (!made) return std::nullopt;
        auto shown = cleaned(made->settled, params.cleanUp, stop);
        if (!shown) return std::nullopt;
        made->shown = std::move(*shown);
        return made;
    }

    /// Only the rules of clean-up may be others than those of the last result.
    [[nodiscard]] bool keepsCut(const SegmentParams& params) const {
        return params.models == Models::Given && kept_ && params.given.local == kept_->local &&
               asChosen(params.given.models, params) == kept_->cut.models;
    }

    std::optional<Made> cutAnew(const SegmentParams& params, const std::stop_token& stop,
                                const Progress& progress) {
        auto cut = run(params, stop, progress);
        if (!cut) return std::nullopt;
        unseen_ = unseen_.united(cut->changed);
        // What local changes read cannot be lost with a device later, when no reserve can do it again.
        const bool isRead = params.localChanges || (params.models == Models::Given && params.given.local);
        if (isRead) static_cast<void>(cut->mask->view());
        return localized(*std::move(cut), params, stop);
    }

    std::optional<CleanMask> cleaned(const CleanMask& mask, const CleanUp& rules,
                                     const std::stop_token& stop) {
        if (!rules.any()) return mask;
        return fine_->cleaned(mask.mask, rules, stop);
    }

    /// What is shown before the result of a large picture.
    void preview(const std::shared_ptr<const Mask>& mask, const SegmentParams& params,
                 const std::stop_token& stop) {
        if (const auto clean = cleaned({mask}, params.cleanUp, stop)) preview_(clean->mask);
    }

    std::optional<GrabCutResult> run(const SegmentParams& params, const std::stop_token& stop,
                                     const Progress& progress) {
        if (params.models == Models::Given)
            return fine_->cutWith(asChosen(params.given.models, params), stop, progress);
        if (params.models == Models::Frozen && last_.models)
            return fine_->cutWith(asChosen(last_.models, params), stop, progress);
        std::optional<GrabCut::Previous> previous;
        if (!params.fresh && last_.models && params.models == Models::Refit) {
            previous = painted(params, stop);
            if (!previous) return std::nullopt;
        }
        const bool anew = !previous;
        auto cut = learnAtBestSize(params, std::move(previous), stop, progress);
        const bool mayWeaken = anew && box_ && params.start == Start::Fretsaw && !params.gamma;
        if (!cut || cut->foregroundPixels > 0 || !mayWeaken) return cut;
        return learnWithWeakerEdges(std::move(*cut), params, stop, progress);
    }

    std::optional<GrabCutResult> learnAtBestSize(const SegmentParams& params,
                                                 std::optional<GrabCut::Previous> previous,
                                                 const std::stop_token& stop, const Progress& progress) {
        if (params.start == Start::Fretsaw && fine_->size().area() > kCoarsePixels)
            return learnCoarse(params, std::move(previous), stop, progress);
        return learn(*fine_, previous, params, stop, progress);
    }

    /// A rectangle is dragged around something, however small or faint it is; where smoothness has outweighed
    /// all of it, edges count less and less until the mask is not empty, and not at all in the end.
    std::optional<GrabCutResult> learnWithWeakerEdges(GrabCutResult empty, SegmentParams params,
                                                      const std::stop_token& stop, const Progress& progress) {
        std::optional<GrabCutResult> cut = std::move(empty);
        struct Silenced {  // a preview was shown
            explicit Silenced(Preview& preview) : told(preview) { std::swap(told, kept); }
            ~Silenced() { std::swap(told, kept); }
            Preview &told, kept;
        } const silenced(preview_);
        for (double gamma = kNearRecipe.gamma; gamma > 0 && cut && cut->foregroundPixels == 0;) {
            unseen_ = unseen_.united(cut->changed);
            gamma = gamma > 1 ? gamma / 8 : 0;
            params.gamma = gamma;
            cut = learnAtBestSize(params, std::nullopt, stop, progress);
        }
        return cut;
    }

    /// Going on keeps the recipe of the last models: a stroke never changes which run of a rectangle won.
    static std::optional<GrabCutResult> learn(GrabCut& grid, const std::optional<GrabCut::Previous>& previous,
                                              const SegmentParams& params, const std::stop_token& stop,
                                              const Progress& progress) {
        if (!previous) return learnAnew(grid, params, stop, progress);
        return grid.learnOn({previous->mask, asChosen(previous->models, params)}, params, stop, progress);
    }

    /// Where going on begins: the mask of the present labels under the last models. So a result does not
    /// depend on which masks were computed while the labels were being painted, and the first of them all to
    /// be ready on a large picture is this one. std::nullopt: stopped.
    std::optional<GrabCut::Previous> painted(const SegmentParams& params, const std::stop_token& stop) {
        const auto cut = fine_->cutWith(last_.models, stop, {});
        if (!cut) return std::nullopt;
        unseen_ = unseen_.united(cut->changed);
        if (!staysLocal(params)) return GrabCut::Previous{cut->mask, cut->models};
        const auto clean = local_.masked(cut->mask, stop);
        if (!clean) return std::nullopt;
        return GrabCut::Previous{clean->mask, cut->models};
    }

    std::optional<GrabCutResult> learnCoarse(const SegmentParams& params,
                                             std::optional<GrabCut::Previous> previous,
                                             const std::stop_token& stop, const Progress& progress) {
        constexpr double kCoarseShare = 0.25;
        if (!makeCoarse(stop)) return std::nullopt;
        if (previous) {
            if (preview_ && previous->mask != last_.mask) preview(previous->mask, params, stop);
            previous->mask = hostFrame(coarseMask(previous->mask->view(), coarse_->size()));
        }
        const auto found = learn(*coarse_, previous, params, stop,
                                 [&](double part) { report(progress, kCoarseShare * part); });
        if (!found) return std::nullopt;
        if (preview_ && !previous)
            preview(hostFrame(enlargedMask(found->mask->view(), fine_->size())), params, stop);

        auto exact = fine_->cutWith(found->models, stop, [&](double part) {
            report(progress, kCoarseShare + (1 - kCoarseShare) * part);
        });
        if (!exact) return std::nullopt;
        exact->iterations = found->iterations;
        exact->learntFromFrame = found->learntFromFrame;
        exact->modelMs += found->modelMs;
        exact->solveMs += found->solveMs;
        return exact;
    }

    /// False: stopped; there is no coarse grid then.
    bool makeCoarse(const std::stop_token& stop) {
        if (coarse_) return true;
        const Size size = coarseSize(fine_->size());
        auto picture = fine_->coarsePicture(size, stop);
        if (!picture) return false;
        try {
            coarse_.emplace(backend().make, std::make_shared<const Image<Rgba8>>(std::move(*picture)));
            boxToCoarse();
            if (sendToCoarse(Rect::of(fine_->size()), stop)) return true;
        } catch (...) {
            coarse_.reset();
            throw;
        }
        coarse_.reset();
        return false;
    }

    bool sendToCoarse(Rect changed, const std::stop_token& stop) {
        const Rect cells = coarseRect(changed, fine_->size(), coarse_->size());
        const auto labels = coarseLabels(fine_->labels(), coarse_->size(), cells, stop);
        if (!labels) return false;
        coarse_->apply({cells, {}, {labels->data(), labels->data() + labels->size().area()}});
        return true;
    }

    void boxToCoarse() {
        if (box_)
            coarse_->setBox(coarseRect(*box_, fine_->size(), coarse_->size()));
        else
            coarse_->setBox(std::nullopt);
    }

    [[nodiscard]] bool staysLocal(const SegmentParams& params) const {
        const bool continues =
            params.models == Models::Frozen || (params.models == Models::Refit && !params.fresh);
        return params.localChanges && continues && local_.applies();
    }

    /// The mask of a cut with local changes only, where the parameters want that. std::nullopt: stopped.
    std::optional<Made> localized(GrabCutResult cut, const SegmentParams& params,
                                  const std::stop_token& stop) {
        Made made{std::move(cut), {}, unseen_.united(uncut_), nullptr, {}, false};
        const auto& mask = made.cut.mask;
        made.settled = {mask, made.cut.foregroundPixels};
        if (params.models == Models::Given && params.given.local) {
            auto flipped = Image<std::uint8_t>::copyOf(mask->view());
            made.settled.foreground += flip(flipped.view(), *params.given.local);
            made.settled.mask = hostFrame(std::move(flipped));
            made.local = params.given.local;
            made.changed = mask->bounds();
        } else if (staysLocal(params)) {
            auto masked = local_.masked(mask, stop);
            if (!masked) return std::nullopt;
            made.settled = std::move(*masked);
            made.changed = changedFromBase_.united(local_.changed());
            if (params.models != Models::Frozen) {
                auto delta = differenceOf(mask->view(), made.settled.mask->view(), stop);
                if (!delta) return std::nullopt;
                if (!delta->spans.empty()) made.local = std::make_shared<const MaskDelta>(std::move(*delta));
            }
        }
        return made;
    }

    SegmentResult finish(const Made& made, const SegmentParams& params) {
        SegmentResult result = assemble(made.cut);
        result.mask = made.shown.mask;
        const Rect all = result.mask->bounds();
        const Rect cleaned = std::exchange(cleaned_, made.shown.where).united(made.shown.where);
        result.changed = changeOf(shown_.get(), *result.mask, made.changed.united(cleaned));
        result.foregroundPixels = made.shown.foreground;
        result.cleanedPixels = made.shown.cleaned;
        result.local = made.local;
        if (params.models == Models::Given) result.iterations = params.given.iterations;
        if (made.shown.foreground == 0) result.warnings.emplace_back("The mask is empty.");
        if (made.shown.foreground == all.area())
            result.warnings.emplace_back("The mask is the whole picture.");

        last_ = {made.settled.mask, result.models};
        shown_ = result.mask;
        if (made.kept) return result;
        unseen_ = {};
        const bool isCut = made.settled.mask == made.cut.mask;
        uncut_ = isCut ? Rect{} : all;
        changedFromBase_ = isCut ? all : local_.changed();
        kept_.reset();
        if (params.models != Models::Frozen) {
            local_.settle(made.settled);
            changedFromBase_ = {};
            keep(made);
        }
        return result;
    }

    void keep(const Made& made) {
        kept_ = made;
        kept_->kept = true;
        kept_->changed = {};
        kept_->cut.modelMs = kept_->cut.solveMs = 0;
        kept_->cut.learntFromFrame = false;  // has been said
    }

    SegmentResult assemble(const GrabCutResult& cut) const {
        SegmentResult result;
        result.models = cut.models;
        result.iterations = cut.iterations;
        result.unitsPerNat = cut.unitsPerNat;
        result.energy = cut.energy;
        result.flow = cut.cut.flow;
        result.cut = cut.cut.capacity;
        result.certified = result.flow == result.cut;
        result.modelMs = cut.modelMs;
        result.solveMs = cut.solveMs;
        result.backend = backend().use;
        if (cut.learntFromFrame)
            result.warnings.emplace_back(
                "Next to nothing lies outside the rectangle: its border was taken for background.");
        return result;
    }

    NamedBackend backend_;
    std::optional<NamedBackend> reserve_;
    bool onReserve_ = false;
    bool broken_ = false;  ///< the first backend, for good
    std::string news_;     ///< for the next result
    std::shared_ptr<const Image<Rgba8>> image_;
    std::optional<GrabCut> fine_, coarse_;
    std::optional<Rect> box_;
    GrabCut::Previous last_;             ///< of the last result, before the rules of clean-up
    std::shared_ptr<const Mask> shown_;  ///< after them
    Rect cleaned_;                       ///< where shown_ may differ from last_.mask
    std::optional<Made> kept_;           ///< the last result, while its labels are the present ones
    Rect unseen_;                        ///< holds all in which the cut may differ from the last result's
    Rect uncut_;                         ///< holds all in which last_.mask may differ from its cut
    Rect changedFromBase_;  ///< holds all in which last_.mask may differ from the mask settled last
    LocalChanges local_;
    Preview preview_;
};

}  // namespace

std::unique_ptr<Segmenter> makeGrabCutSegmenter(NamedBackend backend, std::optional<NamedBackend> reserve) {
    return std::make_unique<GrabCutSegmenter>(std::move(backend), std::move(reserve));
}

}  // namespace fretsaw
