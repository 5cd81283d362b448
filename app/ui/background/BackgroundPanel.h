// The tab for what the object stands before: choosing, changing, using and saving a generated picture.
// Its parts have files of their own; what they change is the BackgroundEditor's.
#pragma once

#include <QPointer>

#include "app/PictureRenderer.h"
#include "app/ui/SidePanel.h"
#include "app/ui/background/PictureSaver.h"

class QLabel;
class QPushButton;
class QToolButton;

namespace fretsaw::app {
class Document;
}

namespace fretsaw::ui {

class BackgroundEditor;
class PicturePreview;
class KernelDialog;
class RecipeThumbnails;

/// GUI thread.
class BackgroundPanel : public SidePanel {
    Q_OBJECT

public:
    /// document and settings outlive the panel. factory: makes what previews and files are computed with.
    BackgroundPanel(app::Document& document, app::Settings& settings,
                    const app::PictureRenderer::GeneratorFactory& factory, QWidget* parent = nullptr);

    [[nodiscard]] BackgroundEditor& editor() { return *editor_; }
    [[nodiscard]] PictureSaver& saver() { return *saver_; }
    [[nodiscard]] PicturePreview& preview() { return *preview_; }

    /// Small pictures are being made.
    [[nodiscard]] bool isBusy() const;

    /// Whether kernels of one's own are offered.
    void setOwnKernels(bool offered);

    void copyRecipe() const;  ///< to the clipboard
    void pasteRecipe();       ///< from there; what is wrong with it is said in the panel

signals:
    /// The background is in use now, and should be seen.
    void viewWanted();
    /// This picture is to be cut itself.
    void openWanted(const fretsaw::app::PictureSource& picture);

private:
    [[nodiscard]] app::PictureSource source() const;
    void addPreview();
    void addGenerator();
    void addColours();
    void addRecipe();
    QWidget* makeButtons();
    void openKernel();
    void setPlaying(bool playing);
    void refresh();

    app::Settings& settings_;
    app::PictureRenderer::GeneratorFactory factory_;
    BackgroundEditor* editor_;
    PictureSaver* saver_;
    RecipeThumbnails* thumbnails_;
    PicturePreview* preview_;
    QPointer<KernelDialog> kernel_;
    QPushButton* ownKernel_ = nullptr;
    QToolButton *back_ = nullptr, *forward_ = nullptr, *play_ = nullptr;
    QLabel *previewNote_ = nullptr, *about_ = nullptr, *problem_ = nullptr;
    QString failure_;  ///< of the preview
};

}  // namespace fretsaw::ui
