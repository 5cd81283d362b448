// The undo command and the limit of the history.
// No painting and no solving here.
#include "app/Commands.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace fretsaw::app {

namespace {

constexpr int kFirstBackgroundField = 1000;

/// The index of the only true one, plus `first`; −1 where none or several are.
int onlyOne(const std::vector<bool>& differs, int first) {
    if (std::count(differs.begin(), differs.end(), true) != 1) return -1;
    return first + static_cast<int>(std::find(differs.begin(), differs.end(), true) - differs.begin());
}

}  // namespace

std::size_t Step::bytes() const {
    const bool local = cutAfter && cutAfter != cutBefore && cutAfter->record.local;
    std::size_t total = sizeof(Step) + labels.bytes() + (local ? cutAfter->record.local->bytes() : 0);
    if (backgroundAfter != backgroundBefore) {
        const PictureRecipe& recipe = backgroundAfter->recipe;
        total += sizeof(Background) + recipe.info().parameters.size() * sizeof(float) +
                 recipe.colours().size() * sizeof(ColourStop);
    }
    return total;
}

int changedField(const SegmentParams& a, const SegmentParams& b) {
    return onlyOne(
        {a.start != b.start, a.model != b.model, a.iterations != b.iterations, a.gamma != b.gamma,
         a.components != b.components, a.seed != b.seed, a.localChanges != b.localChanges,
         a.cleanUp.keepConnected != b.cleanUp.keepConnected, a.cleanUp.fillHolesPx != b.cleanUp.fillHolesPx,
         a.cleanUp.dropIslandsPx != b.cleanUp.dropIslandsPx},
        0);
}

int changedField(const Background& a, const Background& b) {
    if (a.recipe.info().key != b.recipe.info().key || a.recipe.seed() != b.recipe.seed()) return -1;
    const bool otherText = a.recipe.formula() && a.recipe.formula()->text() != b.recipe.formula()->text();
    std::vector<bool> differs{a.size != b.size,
                              a.fit != b.fit,
                              a.scale != b.scale,
                              a.offsetX != b.offsetX || a.offsetY != b.offsetY,
                              a.recipe.colours() != b.recipe.colours(),
                              otherText};
    if (otherText) return onlyOne(differs, kFirstBackgroundField);  // its parameters follow from the text
    const auto& parameters = a.recipe.info().parameters;
    if (b.recipe.info().parameters.size() != parameters.size()) return -1;
    for (int i = 0; i < static_cast<int>(parameters.size()); ++i)
        differs.push_back(a.recipe.valueAt(i) != b.recipe.valueAt(i));
    return onlyOne(differs, kFirstBackgroundField);
}

bool sameCut(SegmentParams a, const SegmentParams& b) {
    a.localChanges = b.localChanges;
    a.cleanUp = b.cleanUp;
    return a == b;
}

StepCommand::StepCommand(StepTarget& target, Step step, const QString& text, int mergeId)
    : QUndoCommand(text), target_(target), step_(std::move(step)), mergeId_(mergeId) {}

void StepCommand::undo() {
    target_.applyStep(step_, false);
}

void StepCommand::redo() {
    if (std::exchange(done_, false)) return;
    target_.applyStep(step_, true);
}

bool StepCommand::mergeWith(const QUndoCommand* other) {
    // QUndoStack asks only for commands with the same id, and only parameters and backgrounds have one.
    const auto& next = static_cast<const StepCommand*>(other)->step_;
    step_.paramsAfter = next.paramsAfter;
    step_.backgroundAfter = next.backgroundAfter;
    step_.cutAfter = next.cutAfter;
    setObsolete(step_.paramsBefore == step_.paramsAfter && *step_.backgroundBefore == *step_.backgroundAfter);
    return true;
}

void History::push(Step step, const QString& text, int field) {
    dropOldSteps(step.bytes());
    if (field != lastField_) ++mergeId_;
    lastField_ = field;
    stack_.push(new StepCommand(target_, std::move(step), text, field < 0 ? -1 : mergeId_));
}

/// QUndoStack cannot drop its oldest commands, but it deletes obsolete ones that it passes: so it runs back
/// and forth once while applyStep() does nothing.
void History::dropOldSteps(std::size_t incomingBytes) {
    const int index = stack_.index();  // what lies beyond goes with the push
    std::size_t total = incomingBytes;
    int drop = index;
    while (drop > 0 && total + stepAt(drop - 1).bytes() <= limit_) total += stepAt(--drop).bytes();
    if (drop == 0) return;

    const bool blocked = stack_.blockSignals(true);
    dropping_ = true;
    const int clean = stack_.cleanIndex();
    stack_.setIndex(0);
    for (int i = 0; i < drop; ++i) const_cast<QUndoCommand*>(stack_.command(i))->setObsolete(true);
    stack_.setIndex(index);
    stack_.resetClean();
    if (clean >= drop) {
        stack_.setIndex(clean - drop);
        stack_.setClean();
        stack_.setIndex(index - drop);
    }
    dropping_ = false;
    stack_.blockSignals(blocked);
}

const Step& History::stepAt(int index) const {
    return static_cast<const StepCommand*>(stack_.command(index))->step();
}

std::size_t History::bytes() const {
    std::size_t total = 0;
    for (int i = 0; i < stack_.count(); ++i) total += stepAt(i).bytes();
    return total;
}

}  // namespace fretsaw::app
