// The interface between programs and backends: image, labels and rectangle go in, a mask comes out.
// Nothing here knows whether a CPU or a GPU does the work.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "core/image/Image.h"
#include "core/image/Progress.h"
#include "core/segment/CleanUp.h"
#include "core/segment/ColourModels.h"
#include "core/segment/Labels.h"
#include "core/segment/MaskDelta.h"

namespace fretsaw {

/// How the first models are found. Fretsaw: the half start (background fitted outside the rectangle, the
/// half of the box that it explains worst starts as foreground), deterministic clustering, edges in Lab.
/// OpenCv: k-means++ with `seed`, edges in RGB, as cv::grabCut does.
enum class Start : std::uint8_t { Fretsaw, OpenCv };

/// Refit: learn models and iterate; continuing, from the mask of the present labels under the models of the
/// last result. Frozen: keep the models of the last result (while painting; without one, learn). Given: take
/// `given` (undo, reopening). So a result depends on picture, labels, rectangle, parameters and the models of
/// the last result alone, never on which masks were computed in between.
enum class Models : std::uint8_t { Refit, Frozen, Given };

/// What a mask is made of again, with the picture, its labels, its rectangle and the rules of clean-up. Undo
/// records and sessions keep it.
struct CutRecord {
    std::shared_ptr<const ColourModels> models;
    int iterations = 0;  ///< by which they were found
    /// Where the mask, before the rules, differs from the minimum cut by local changes; null: nowhere.
    std::shared_ptr<const MaskDelta> local;
    friend bool operator==(const CutRecord&, const CutRecord&) = default;
};

/// model, gamma and components: where they are not said, the recipe (core/segment/Recipe.h) or the models
/// that are taken say them.
struct SegmentParams {
    Start start = Start::Fretsaw;
    std::optional<DataTerm> model;
    int iterations = 5;  ///< 0…100, at most; the loop ends early when no label changes. 0: cut once.
    std::optional<double> gamma;    ///< 0…1000, weight of edges
    std::optional<int> components;  ///< 1…16 Gaussians a side, when models are learnt anew
    std::uint64_t seed = 0;         ///< of k-means++; Start::Fretsaw needs none
    Models models = Models::Refit;
    CutRecord given;    ///< for Models::Given; its local changes count, whatever is chosen here
    bool fresh = true;  ///< Refit only: start anew instead of continuing from the last models and mask
    /// Strokes change the mask only where it hangs together with them (core/segment/LocalChanges.h): Frozen
    /// and Refit, where it continues, change the last mask that was not Frozen. A change of the rectangle is
    /// none of a stroke: after it, the next mask is its cut.
    bool localChanges = false;
    /// Applied to every mask at the end. Learning and local changes go on from the mask before, so that other
    /// rules on the same cut (Models::Given) cost the clean-up alone.
    CleanUp cleanUp;
    friend bool operator==(const SegmentParams&, const SegmentParams&) = default;
};

/// What computed a result, for people.
struct BackendUse {
    bool gpu = false;
    std::string device;  ///< "Intel Xeon …", "NVIDIA H200"; empty: not known
    std::string reason;  ///< one sentence: why this one
};

/// An immutable answer. mask: 255 foreground, 0 background, size of the image: the minimum cut, local changes
/// only where that was asked, then cleaned up by the rules. energy, flow, cut and certified are of the cut.
struct SegmentResult {
    std::shared_ptr<const Mask> mask;
    Rect changed;  ///< holds all in which mask differs from this segmenter's previous one; at first all
    std::shared_ptr<const ColourModels> models;
    int iterations = 0;  ///< executed when the models were learnt; 0 where they were kept
    /// Where the mask before the rules differs from the minimum cut; null: nowhere, or (Frozen) not asked.
    std::shared_ptr<const MaskDelta> local;
    std::int64_t cleanedPixels = 0;  ///< that the rules of clean-up changed
    double unitsPerNat = 0;          ///< scale of integer energies
    std::int64_t energy = 0;         ///< data + edges of the cut, unclamped, in units
    std::int64_t flow = 0;           ///< of the last solve
    std::int64_t cut = 0;            ///< its capacity in the last solve's graph
    bool certified = false;          ///< flow == cut: it is a minimum cut
    std::int64_t foregroundPixels = 0;
    double modelMs = 0, solveMs = 0, totalMs = 0;
    BackendUse backend;
    std::vector<std::string> warnings;  ///< sentences for people: "The mask is empty.", …

    /// Of every result but those with Models::Frozen.
    [[nodiscard]] CutRecord record() const { return {models, iterations, local}; }
};

/// Segments one image at a time and keeps its state between calls: edges are computed once an image, a solve
/// after a patch starts from the last flow. Used by one thread at a time. Results do not depend on the
/// number of threads, on earlier cancelled calls, or on whether a solve was warm or cold.
class Segmenter {
public:
    virtual ~Segmenter() = default;

    /// Forgets everything and takes a new image, which must not be empty. Labels become None, the rectangle
    /// none. Throws OutOfMemory (the segmenter then has no image), InvalidArgument.
    virtual void setImage(std::shared_ptr<const Image<Rgba8>> image) = 0;
    /// Applies one action to the label plane. Throws InvalidArgument where it does not fit.
    virtual void apply(const LabelPatch& patch) = 0;
    /// The rectangle, clipped to the image here; std::nullopt: none. Throws InvalidArgument where nothing of
    /// it lies inside the image (the previous one stays).
    virtual void setRect(std::optional<Rect> rect) = 0;
    /// Computes the mask for the present labels, rectangle and params.
    /// std::nullopt: stopped; the next call gives what a fresh segmenter would give. Polls `stop` at least
    /// every few milliseconds. Throws InvalidArgument (parameters; labels from which nothing can be cut, with
    /// a hint what to add), OutOfMemory. After a throw the state is as before the call.
    virtual std::optional<SegmentResult> segment(const SegmentParams& params, std::stop_token stop,
                                                 const Progress& progress) = 0;

    /// A mask of the whole image (0 and 255) that is soon replaced by the exact one.
    using Preview = std::function<void(std::shared_ptr<const Mask> mask)>;
    /// Called on the thread of segment(), from within it, at most once: where models are learnt anew on a
    /// smaller copy of the picture, with their mask, enlarged; where learning continues there, with the mask
    /// of the present labels under the old models, if no result has shown it yet. Must not throw. Empty:
    /// nobody is told. Segmenters without such a stage never call it.
    virtual void setPreview(Preview preview) { static_cast<void>(preview); }
};

/// The backend that runs on every machine. threads: 0 = as many as the machine has.
[[nodiscard]] std::unique_ptr<Segmenter> makeCpuSegmenter(int threads = 0);

}  // namespace fretsaw
