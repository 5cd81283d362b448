// The status bar: zoom, the pixel under the pointer, hint or work in progress, the last solve, the backend.
// It shows what it is told and knows no document.
#pragma once

#include <QStatusBar>
#include <QString>

class QLabel;
class QToolButton;

namespace fretsaw::ui {

/// GUI thread. Empty texts leave no gap and no separator.
class StatusLine : public QStatusBar {
    Q_OBJECT

public:
    explicit StatusLine(QWidget* parent = nullptr);

    void setZoom(double zoom);  ///< device pixels per image pixel; ≤ 0: nothing to say
    void setPixel(const QString& text);
    void setHint(const QString& text);
    /// While text is not empty it takes the hint's place, with a mark that cancels the work.
    void setWork(const QString& text);
    void setSolve(const QString& text, const QString& details);
    void setBackend(const QString& text);

signals:
    void cancelClicked();

private:
    void refreshHint();

    QLabel* zoom_;
    QLabel* pixel_;
    QLabel* work_;
    QToolButton* cancel_;
    QLabel* hint_;
    QLabel* solve_;
    QLabel* backend_;
    QString hintText_;
};

}  // namespace fretsaw::ui
