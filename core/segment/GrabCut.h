// The GrabCut loop on one pixel grid: learn models, cut, learn again, until no label changes.
// Written once over SegmentBackend. Coarse-first and the bookkeeping of results are GrabCutSegmenter's.
#pragma once

#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

#include "core/segment/SegmentBackend.h"
#include "core/segment/Segmenter.h"
#include "core/segment/StartModels.h"

namespace fretsaw {

/// What a cut of one grid gives; see SegmentResult.
struct GrabCutResult {
    std::shared_ptr<const Mask> mask;
    Rect changed;  ///< holds all in which mask may differ from that of the last result
    std::shared_ptr<const ColourModels> models;
    int iterations = 0;
    double unitsPerNat = 0;
    std::int64_t energy = 0;
    Cut cut;
    std::int64_t foregroundPixels = 0;
    bool learntFromFrame = false;
    double modelMs = 0, solveMs = 0;
};

/// One picture, its labels and rectangle, and the graph with its flow. The same answers warm and cold: after
/// a stopped or failed call the graph is filled anew. Used by one thread at a time.
class GrabCut {
public:
    /// Takes the picture to a new backend. Throws OutOfMemory.
    GrabCut(const SegmentBackendFactory& factory, std::shared_ptr<const Image<Rgba8>> image);

    /// Takes the same picture to another backend; labels and box stay. Throws OutOfMemory, and nothing has
    /// changed.
    void moveTo(const SegmentBackendFactory& factory, std::shared_ptr<const Image<Rgba8>> image);

    /// Throws InvalidArgument where the patch does not fit.
    void apply(const LabelPatch& patch);
    /// box lies within the picture.
    void setBox(std::optional<Rect> box);
    [[nodiscard]] const std::optional<Rect>& box() const { return box_; }
    [[nodiscard]] ImageView<const Label> labels() const { return labels_.view(); }
    /// Of the labels as they count, with the rectangle applied.
    [[nodiscard]] LabelCounts countLabels() const;
    [[nodiscard]] Size size() const { return labels_.size(); }
    /// As SegmentBackend's.
    std::optional<Image<Rgba8>> coarsePicture(Size cells, const std::stop_token& stop) {
        return backend_->coarsePicture(cells, stop);
    }

    /// A mask and models to go on from.
    struct Previous {
        std::shared_ptr<const Mask> mask;
        std::shared_ptr<const ColourModels> models;
    };
    /// Iterates from a new start. Throws InvalidArgument where there is nothing to separate, OutOfMemory.
    /// std::nullopt: stopped.
    std::optional<GrabCutResult> learn(const Recipe& recipe, const SegmentParams& params,
                                       const std::stop_token& stop, const Progress& progress);
    /// Iterates from `previous`, with the recipe of its models.
    std::optional<GrabCutResult> learnOn(const Previous& previous, const SegmentParams& params,
                                         const std::stop_token& stop, const Progress& progress);
    /// One cut with these models. Where the graph holds them already, only changed labels are work.
    std::optional<GrabCutResult> cutWith(std::shared_ptr<const ColourModels> models,
                                         const std::stop_token& stop, const Progress& progress);
    /// SegmentBackend::cleaned(), by the present labels and rectangle. std::nullopt: stopped.
    std::optional<CleanMask> cleaned(const std::shared_ptr<const Mask>& mask, const CleanUp& rules,
                                     const std::stop_token& stop);

private:
    /// What the graph was made for.
    struct EdgeKey {
        ColourSpace space = ColourSpace::Rgb;
        double gamma = -1;
        friend bool operator==(const EdgeKey&, const EdgeKey&) = default;
    };

    bool prepareEdges(const Recipe& recipe, const std::stop_token& stop);
    bool sendLabels();
    bool fillGraph(const ColourModels& models, const std::stop_token& stop);
    bool updateGraph(const DataCosts& costs, const std::stop_token& stop);
    [[nodiscard]] StartInput startInput(const Recipe& recipe, const std::stop_token& stop) const;
    [[nodiscard]] Rect learntRect(const Recipe& recipe) const;
    [[nodiscard]] bool probableLabelsSayNothing() const;
    std::optional<GrabCutResult> iterate(ColourModels models, const SegmentParams& params,
                                         const std::stop_token& stop, const Progress& progress,
                                         GrabCutResult result);
    std::optional<ColourModels> refit(const ColourModels& models, const std::stop_token& stop);
    std::optional<MaskChange> cut(std::shared_ptr<const ColourModels> models, const std::stop_token& stop,
                                  const Progress& progress, GrabCutResult& result);
    void takeMask(GrabCutResult& result);
    [[nodiscard]] Image<Label> effectiveLabels(Rect where) const;
    template <typename Use>
    bool forChangedBands(const Use& use);

    std::unique_ptr<SegmentBackend> backend_;
    Image<Label> labels_;
    std::optional<Rect> box_;
    std::vector<Rect> changed_;            ///< where the backend's labels may be out of date
    std::optional<Contrast> contrast_[3];  ///< by ColourSpace
    std::optional<EdgeKey> edges_;
    std::shared_ptr<const ColourModels> graphModels_;  ///< null: terminals are missing or incomplete
    std::int64_t graphConstant_ = 0;
    Rect maskChanged_;  ///< where the backend's mask may differ from that of the last result
};

}  // namespace fretsaw
