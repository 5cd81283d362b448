// Undo: what one step of the history holds, the command that applies it, and the stack with its limit.
// No painting and no solving; Document does both.
#pragma once

#include <QUndoCommand>
#include <QUndoStack>
#include <cstddef>
#include <memory>
#include <optional>

#include "app/LabelDelta.h"
#include "core/generate/Background.h"
#include "core/segment/Segmenter.h"

namespace fretsaw::app {

/// The mask that belongs to one position of the history, as what it can be computed from again. Shared by the
/// step that leads to the position and the one that leaves it, and by all positions with the same cut; filled
/// when a result arrives.
struct Cut {
    CutRecord record;      ///< without models: no result was seen in this position
    bool blank = false;    ///< no mask was on the screen when this position came to be
    quint64 revision = 0;  ///< of the request whose result belongs here
};

/// One action of a person: both ends of everything that it changed.
struct Step {
    LabelDelta labels;
    std::optional<Rect> rectBefore, rectAfter;
    SegmentParams paramsBefore, paramsAfter;
    std::shared_ptr<const Background> backgroundBefore, backgroundAfter;  ///< never null
    std::shared_ptr<Cut> cutBefore, cutAfter;

    /// Memory that only this step holds, in bytes.
    [[nodiscard]] std::size_t bytes() const;
};

/// What steps are applied to.
class StepTarget {
public:
    virtual ~StepTarget() = default;
    virtual void applyStep(const Step& step, bool forward) = 0;
};

/// One step in a QUndoStack. The action has already been carried out when it is pushed.
class StepCommand : public QUndoCommand {
public:
    /// mergeId: successive commands with the same id ≥ 0 become one (a slider being dragged); −1: never.
    StepCommand(StepTarget& target, Step step, const QString& text, int mergeId = -1);

    void undo() override;
    void redo() override;
    [[nodiscard]] int id() const override { return mergeId_; }
    bool mergeWith(const QUndoCommand* other) override;
    [[nodiscard]] const Step& step() const { return step_; }

private:
    StepTarget& target_;
    Step step_;
    int mergeId_;
    bool done_ = true;  ///< the first redo() comes from the push
};

/// The only field that a person chose otherwise, as an id for History::push(); −1: none or several.
[[nodiscard]] int changedField(const SegmentParams& a, const SegmentParams& b);
/// The same; −1 also for another generator and for another seed, as each throw of the dice is a step.
[[nodiscard]] int changedField(const Background& a, const Background& b);
/// Both mean the same cut of the labels that are there: they differ at most in what is done with it, and with
/// strokes to come.
[[nodiscard]] bool sameCut(SegmentParams a, const SegmentParams& b);

/// The steps of one document: a QUndoStack of StepCommands with a limit on memory.
class History {
public:
    static constexpr std::size_t kDefaultLimitBytes = std::size_t{256} << 20;

    /// target outlives the history.
    explicit History(StepTarget& target) : target_(target) {}

    /// field ≥ 0: successive steps of the same field become one, until endMerging(). −1: a step of its own.
    void push(Step step, const QString& text, int field = -1);
    void endMerging() { lastField_ = -1; }
    void clear() { stack_.clear(); }

    [[nodiscard]] QUndoStack& stack() { return stack_; }
    /// True while steps run over the stack to let the oldest go: applyStep() must do nothing then.
    [[nodiscard]] bool isDropping() const { return dropping_; }

    void setLimitBytes(std::size_t bytes) { limit_ = bytes; }
    [[nodiscard]] std::size_t limitBytes() const { return limit_; }
    [[nodiscard]] std::size_t bytes() const;  ///< held by all steps, undone ones too

private:
    void dropOldSteps(std::size_t incomingBytes);
    const Step& stepAt(int index) const;

    StepTarget& target_;
    QUndoStack stack_;
    std::size_t limit_ = kDefaultLimitBytes;
    int lastField_ = -1;
    int mergeId_ = 0;
    bool dropping_ = false;
};

}  // namespace fretsaw::app
