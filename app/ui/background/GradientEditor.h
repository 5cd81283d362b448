// A bar of colours with its stops: added, dragged, removed and coloured.
// It knows nothing of what the colours are for.
#pragma once

#include <QWidget>
#include <vector>

#include "core/generate/Generators.h"

namespace fretsaw::ui {

/// Mouse: drag a stop; drag it off the bar to remove it; click the bar to add one, double-click a stop for
/// its colour. Keys, for the selected stop: arrows move it by 1 % (Shift: 0.1 %), with Ctrl select another,
/// Insert adds one after it, Delete removes it, Enter opens the colours. One stop always stays. GUI thread.
class GradientEditor : public QWidget {
    Q_OBJECT

public:
    static constexpr std::size_t kMost = 8;  ///< stops, as recipes have it

    explicit GradientEditor(QWidget* parent = nullptr);

    /// Shows stops from elsewhere; emits nothing.
    void showStops(const std::vector<ColourStop>& stops);
    [[nodiscard]] const std::vector<ColourStop>& stops() const { return stops_; }
    [[nodiscard]] std::size_t selected() const { return selected_; }

    [[nodiscard]] QSize sizeHint() const override { return {200, kBarPx + kHandlePx + 2}; }
    [[nodiscard]] QSize minimumSizeHint() const override { return {120, kBarPx + kHandlePx + 2}; }

signals:
    void stopsChanged(const std::vector<fretsaw::ColourStop>& stops);

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

private:
    static constexpr int kBarPx = 24, kHandlePx = 14;

    [[nodiscard]] double xOf(float position) const;
    [[nodiscard]] float positionAt(double x) const;
    [[nodiscard]] int stopAt(QPointF point) const;  ///< −1: none
    [[nodiscard]] QColor colourAt(float position) const;
    void select(std::size_t index);
    void add(float position);
    void remove(std::size_t index);
    void move(float position);
    void chooseColour();
    void describe();
    void changed();

    std::vector<ColourStop> stops_{{0, 0}};
    std::size_t selected_ = 0;
    std::vector<ColourStop> beforeDrag_;  ///< empty: no drag
    bool draggedOff_ = false;
    double grip_ = 0;  ///< from the middle of the stop to the pointer
};

}  // namespace fretsaw::ui
