// The picture that the panel makes, small; by itself or nine times, to see the seams.
// It renders nothing: a PictureRenderer does.
#pragma once

#include <QElapsedTimer>
#include <QImage>
#include <QTimer>
#include <QWidget>
#include <optional>

#include "app/PictureRenderer.h"

namespace fretsaw::ui {

/// As wide as its column, as high as the picture's shape wants within limits. Nothing is rendered while it is
/// hidden. GUI thread.
class PicturePreview : public QWidget {
    Q_OBJECT

public:
    explicit PicturePreview(app::PictureRenderer::GeneratorFactory factory, QWidget* parent = nullptr);

    /// size: of the whole picture; the preview has its shape. document: what a formula reads, or null.
    void show(const PictureRecipe& recipe, Size size, std::shared_ptr<const DocumentPictures> document);
    void request();             ///< the same picture again
    void setTiled(bool tiled);  ///< three by three
    /// Lets the evolution run, in real time, from where the recipe is.
    void setPlaying(bool playing);
    [[nodiscard]] bool isPlaying() const { return clock_.isActive(); }
    /// The recipe as it is on the screen: at the moment to which playing has come.
    [[nodiscard]] PictureRecipe recipeNow() const;
    /// What is on the screen, once: device pixels; null before the first.
    [[nodiscard]] const QImage& image() const { return image_; }
    [[nodiscard]] bool isBusy() const { return renderer_->busy(); }

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] bool hasHeightForWidth() const override { return true; }
    [[nodiscard]] int heightForWidth(int width) const override;

signals:
    /// Playing has come so far beyond the recipe, in seconds; 0: it has ended.
    void played(double seconds);
    /// Empty: a picture came.
    void failed(const QString& message);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    [[nodiscard]] QSize pictureSize() const;

    app::PictureRenderer* renderer_;
    std::optional<PictureRecipe> recipe_;  ///< none: nothing was shown yet
    std::shared_ptr<const DocumentPictures> document_;
    Size shape_{16, 9};
    QImage image_;
    bool tiled_ = false;
    QTimer clock_;
    QElapsedTimer playing_;
};

}  // namespace fretsaw::ui
