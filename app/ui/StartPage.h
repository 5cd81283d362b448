// What the window shows before a photo is open: where to drop one, what was open before, a scene to try.
// It opens nothing itself.
#pragma once

#include <QStringList>
#include <QWidget>

class QAbstractButton;
class QLabel;

namespace fretsaw::ui {

/// GUI thread.
class StartPage : public QWidget {
    Q_OBJECT

public:
    explicit StartPage(QWidget* parent = nullptr);

    /// Shows these files, newest first, with their stored thumbnails.
    void setRecentFiles(const QStringList& paths);
    /// Highlights the drop area while something that can be opened hovers over the window.
    void setDropHighlighted(bool highlighted);

signals:
    void openClicked();
    void sceneClicked();
    void recentClicked(const QString& path);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    [[nodiscard]] QAbstractButton* makeTile(const QString& path);
    void showTilesThatFit();

    QWidget* dropArea_;
    QLabel* recentTitle_;
    QWidget* recentRow_;
    QList<QAbstractButton*> tiles_;
};

}  // namespace fretsaw::ui
