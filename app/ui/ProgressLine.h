// The thin line above the status bar that shows how far long work is. The mark that cancels it is in the
// status bar below.
#pragma once

#include <QWidget>

class QTimer;

namespace fretsaw::ui {

/// A line of 2 px across the window; it takes its room always, so that nothing moves when work begins. Work
/// shorter than a quarter of a second never shows. GUI thread.
class ProgressLine : public QWidget {
    Q_OBJECT

public:
    explicit ProgressLine(QWidget* parent = nullptr);

    void begin();
    void setFraction(double fraction);  ///< 0…1; ignored before begin()
    void end();
    [[nodiscard]] bool isShowing() const { return showing_; }

signals:
    void showingChanged(bool showing);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    bool showing_ = false;
    double fraction_ = 0;
    QTimer* delay_;
};

}  // namespace fretsaw::ui
