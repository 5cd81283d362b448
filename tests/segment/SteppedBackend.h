// A backend whose every call is a step at which a test can stop it or make it fail, and a small editing
// session on it. No expectations here.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <utility>

#include "core/cpu/CpuBackend.h"
#include "core/segment/GrabCutSegmenter.h"
#include "tests/segment/SegmentTools.h"

namespace fretsaw::test {

/// Counts the steps of a run, and stops it at one of them or lets it fail there.
struct Breaker {
    int left = -1;  ///< steps until the break; below 0: never
    int steps = 0;
    std::stop_source source;
    std::function<void()> fail;  ///< throws; empty: the run is stopped

    void arm(int at) {
        left = at;
        steps = 0;
        source = {};
    }
    void step() {
        ++steps;
        if (left >= 0 && left-- == 0) fail ? fail() : static_cast<void>(source.request_stop());
    }
};

/// The CPU backend; every call is a step.
class CountingBackend : public SegmentBackend {
public:
    CountingBackend(std::unique_ptr<SegmentBackend> to, Breaker& breaker)
        : to_(std::move(to)), breaker_(breaker) {}

    std::optional<Image<Rgba8>> coarsePicture(Size cells, std::stop_token stop) override {
        breaker_.step();
        return to_->coarsePicture(cells, stop);
    }
    std::optional<Contrast> contrast(ColourSpace space, std::stop_token stop) override {
        breaker_.step();
        return to_->contrast(space, stop);
    }
    bool setEdges(ColourSpace space, const pixel::EdgeScale& scale, std::stop_token stop) override {
        breaker_.step();
        return to_->setEdges(space, scale, stop);
    }
    void setLabels(Rect where, ImageView<const Label> labels) override {
        breaker_.step();
        to_->setLabels(where, labels);
    }
    std::optional<Samples> sample(PixelSet set, ColourSpace space, Rect where, int most,
                                  std::stop_token stop) override {
        breaker_.step();
        return to_->sample(set, space, where, most, stop);
    }
    void setSamples(std::span<const Colour> colours) override {
        breaker_.step();
        to_->setSamples(colours);
    }
    SampleSums sumsByCentre(std::span<const pixel::Centre> centres) override {
        breaker_.step();
        return to_->sumsByCentre(centres);
    }
    SampleSums sumsByPart(const pixel::Mixture& mixture, bool weighted) override {
        breaker_.step();
        return to_->sumsByPart(mixture, weighted);
    }
    std::optional<MaskChange> startMask(const UnlabelledRule& rule, std::stop_token stop) override {
        breaker_.step();
        return to_->startMask(rule, stop);
    }
    void setMask(std::shared_ptr<const Mask> mask) override {
        breaker_.step();
        to_->setMask(std::move(mask));
    }
    [[nodiscard]] std::shared_ptr<const Mask> mask() override {
        breaker_.step();
        return to_->mask();
    }
    std::optional<ClassSums> sums(const ClassMixtures& mixtures, bool weighted, Rect where,
                                  std::stop_token stop) override {
        breaker_.step();
        return to_->sums(mixtures, weighted, where, stop);
    }
    std::optional<std::int64_t> setTerminals(const DataCosts& costs, std::stop_token stop) override {
        breaker_.step();
        return to_->setTerminals(costs, stop);
    }
    std::optional<std::int64_t> updateTerminals(Rect where, ImageView<const Label> labels,
                                                const DataCosts& costs, std::stop_token stop) override {
        breaker_.step();
        return to_->updateTerminals(where, labels, costs, stop);
    }
    std::optional<Cut> solve(std::stop_token stop, const Progress& progress) override {
        breaker_.step();
        return to_->solve(stop, progress);
    }
    MaskChange takeMask() override {
        breaker_.step();
        return to_->takeMask();
    }
    std::optional<CleanMask> cleaned(const std::shared_ptr<const Mask>& mask, const CleanUp& rules,
                                     std::stop_token stop) override {
        breaker_.step();
        return to_->cleaned(mask, rules, stop);
    }

private:
    std::unique_ptr<SegmentBackend> to_;
    Breaker& breaker_;
};

/// The calls of a small editing session; state says how far it is.
class Session {
public:
    /// reserve: see makeGrabCutSegmenter(). factory: of the backend that is stepped; empty: the CPU's.
    explicit Session(const Picture& image, Rect box, Breaker& breaker,
                     std::optional<NamedBackend> reserve = std::nullopt, SegmentBackendFactory factory = {})
        : segmenter_(makeGrabCutSegmenter(
              {[&breaker, factory = std::move(factory)](Picture of) {
                   breaker.step();
                   auto to = factory ? factory(std::move(of)) : cpu::makeCpuBackend(std::move(of), 1);
                   return std::make_unique<CountingBackend>(std::move(to), breaker);
               },
               {true, "Fake", "It is a test."}},
              std::move(reserve))) {
        segmenter_->setImage(image);
        segmenter_->setRect(box);
    }

    static constexpr int kSteps = 4;
    /// What comes before a call: nothing, a stroke, another stroke, another rectangle.
    void edit(int step) {
        if (step == 1) segmenter_->apply(fill({20, 14, 7, 6}, Label::SureBackground));
        if (step == 2) segmenter_->apply(fill({10, 10, 5, 9}, Label::ProbableForeground));
        if (step == 3) segmenter_->setRect(Rect{4, 4, 38, 27});
    }
    static SegmentParams params(int step) {
        SegmentParams p;
        p.iterations = 2;
        p.cleanUp = {step == 2, 6, 9};
        if (step == 1) p.models = Models::Frozen;
        if (step == 2) p.fresh = false;
        if (step == 3) p.start = Start::OpenCv;
        return p;
    }
    Segmenter& segmenter() { return *segmenter_; }

private:
    std::unique_ptr<Segmenter> segmenter_;
};

}  // namespace fretsaw::test
