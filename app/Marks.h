// What a person has said about a picture: the label plane and the rectangle, and whether that is enough to
// cut. No history and no engine here.
#pragma once

#include <QCoreApplication>
#include <QString>
#include <optional>

#include "core/image/Image.h"
#include "core/segment/Labels.h"
#include "core/segment/Stroke.h"

namespace fretsaw::app {

/// Labels and rectangle of one picture, with counts kept so that missing() is cheap. A value of the GUI
/// thread.
class Marks {
    Q_DECLARE_TR_FUNCTIONS(fretsaw::app::Marks)

public:
    Marks() = default;
    /// Nothing marked. Throws OutOfMemory.
    explicit Marks(Size size);

    [[nodiscard]] Size size() const { return labels_.size(); }
    [[nodiscard]] Rect bounds() const { return labels_.bounds(); }
    [[nodiscard]] ImageView<const Label> labels() const { return labels_.view(); }
    [[nodiscard]] std::optional<Rect> rect() const { return rect_; }

    /// paintStroke() on the plane. Throws what it throws; the plane is then as before.
    LabelPatch paint(const Stroke& stroke);
    /// Throws InvalidArgument where the patch leaves the plane.
    void apply(const LabelPatch& patch);
    /// rect: within bounds() and not empty, or none. True where it is another one.
    bool setRect(std::optional<Rect> rect);

    /// What a mask still needs, as a sentence for people; empty where one can be cut.
    [[nodiscard]] QString missing() const;

private:
    void count(const LabelPatch& patch);
    bool holdsOnly(bool (*predicate)(Label), Rect area) const;

    Image<Label> labels_;
    LabelCounts counts_;
    std::optional<Rect> rect_;
};

[[nodiscard]] constexpr bool isBackground(Label l) {
    return l == Label::SureBackground || l == Label::ProbableBackground;
}
[[nodiscard]] constexpr bool isForeground(Label l) {
    return l == Label::SureForeground || l == Label::ProbableForeground;
}

}  // namespace fretsaw::app
