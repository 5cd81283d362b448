// Puts the parts of the background's tab together.
// Nothing is computed, read or written here.
#include "app/ui/background/BackgroundPanel.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>
#include <utility>

#include "app/KernelRun.h"
#include "app/Settings.h"
#include "app/ui/Icons.h"
#include "app/ui/background/BackgroundEditor.h"
#include "app/ui/background/FormulaEditor.h"
#include "app/ui/background/GradientEditor.h"
#include "app/ui/background/KernelDialog.h"
#include "app/ui/background/PanelWidgets.h"
#include "app/ui/background/ParameterFields.h"
#include "app/ui/background/PictureLists.h"
#include "app/ui/background/PicturePreview.h"
#include "app/ui/background/Randomise.h"
#include "app/ui/background/SeedFields.h"
#include "app/ui/background/SizeFields.h"

namespace fretsaw::ui {
namespace {

QLabel* makeNote(const QString& name) {
    auto* note = new QLabel;
    note->setObjectName(name);
    note->setProperty("note", true);
    note->setWordWrap(true);
    return note;
}

QPushButton* makeButton(const QString& text, const QString& name, const QString& tip) {
    auto* button = new QPushButton(text);
    button->setObjectName(name);
    button->setAccessibleName(text);
    button->setToolTip(tip);
    button->setFocusPolicy(Qt::TabFocus);
    return button;
}

/// Widgets side by side.
QWidget* makeRow(std::initializer_list<QWidget*> widgets) {
    auto* area = new QWidget;
    auto* row = new QHBoxLayout(area);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(8);
    for (QWidget* widget : widgets)
        if (widget)
            row->addWidget(widget);
        else
            row->addStretch(1);
    return area;
}

}  // namespace

BackgroundPanel::BackgroundPanel(app::Document& document, app::Settings& settings,
                                 const app::PictureRenderer::GeneratorFactory& factory, QWidget* parent)
    : SidePanel(tr("Background"), parent),
      settings_(settings),
      factory_(factory),
      editor_(new BackgroundEditor(document, this)),
      saver_(new PictureSaver(settings, this)),
      thumbnails_(new RecipeThumbnails(kThumbnailSize * devicePixelRatioF(), this)),
      preview_(new PicturePreview(factory)) {
    setObjectName("backgroundPanel");
    addPreview();
    addSection(tr("Presets"))->addWidget(new PresetList(*editor_, *thumbnails_));
    addGenerator();
    addColours();
    auto* parameters = new ParameterFields(*editor_);
    connect(parameters, &ParameterFields::rebuilt, this, &BackgroundPanel::connectNumberFields);
    addSection(tr("Settings"))->addWidget(parameters);
    addSection(tr("Size and place"))->addWidget(new SizeFields(*editor_));
    addRecipe();
    finish(makeButtons());
    connect(editor_, &BackgroundEditor::changed, this, &BackgroundPanel::refresh);
    refresh();
}

void BackgroundPanel::addPreview() {
    back_ = makeIconButton("back", "historyBack", tr("Back to the picture before"));
    forward_ = makeIconButton("forward", "historyForward", tr("Forward to the picture after"));
    play_ = makeIconButton("play", "play", tr("Play the evolution"),
                           tr("It goes round once in its loop. What you stop at is the picture."));
    play_->setCheckable(true);
    auto* tiles = makeIconButton("tiles", "tiles", tr("Three by three"), tr("Shows whether tiles join."));
    tiles->setCheckable(true);
    auto* randomise =
        makeButton(tr("Randomise"), "randomise", tr("Changes everything that is not locked, by chance."));
    randomise->setIcon(themedIcon("randomise"));
    previewNote_ = makeNote("previewNote");
    addWidget(preview_);
    addWidget(previewNote_);
    addWidget(makeRow({back_, forward_, play_, tiles, nullptr, randomise}));

    connect(back_, &QToolButton::clicked, editor_, &BackgroundEditor::back);
    connect(forward_, &QToolButton::clicked, editor_, &BackgroundEditor::forward);
    connect(play_, &QToolButton::toggled, this, &BackgroundPanel::setPlaying);
    connect(tiles, &QToolButton::toggled, preview_, &PicturePreview::setTiled);
    connect(randomise, &QPushButton::clicked, editor_, &BackgroundEditor::randomise);
    connect(preview_, &PicturePreview::failed, this, [this](const QString& message) {
        if (std::exchange(failure_, message) != message) refresh();
    });
}

void BackgroundPanel::addGenerator() {
    about_ = makeNote("about");
    QVBoxLayout* section = addSection(tr("Generator"));
    section->addWidget(new GeneratorList(*editor_, *thumbnails_));
    section->addWidget(about_);
    auto* formula = new FormulaEditor(*editor_);
    section->addWidget(formula);
    connect(formula, &FormulaEditor::forced, preview_, &PicturePreview::request);
    connect(formula, &FormulaEditor::left, this, &BackgroundPanel::left);
    section->addWidget(new SeedFields(*editor_));
}

void BackgroundPanel::addColours() {
    auto* gradient = new GradientEditor;
    gradient->setObjectName("gradient");
    addSection(tr("Colours"), makeLock(*editor_, kColoursKey, tr("Colours")))->addWidget(gradient);
    connect(gradient, &GradientEditor::stopsChanged, this, [this](const std::vector<ColourStop>& stops) {
        editor_->changeRecipe([&](PictureRecipe& recipe) { recipe.setColours(stops); });
    });
    const auto show = [this, gradient] { gradient->showStops(editor_->recipe().colours()); };
    connect(editor_, &BackgroundEditor::changed, gradient, show);
    show();
}

void BackgroundPanel::addRecipe() {
    auto* copy = makeButton(tr("Copy"), "copyRecipe", tr("The whole picture as one line of text."));
    auto* paste = makeButton(tr("Paste"), "pasteRecipe", tr("Makes the picture of a recipe's line."));
    problem_ = makeNote("problem");
    problem_->hide();
    QVBoxLayout* section = addSection(tr("Recipe"));
    section->addWidget(makeRow({copy, paste}));
    section->addWidget(problem_);
    connect(copy, &QPushButton::clicked, this, &BackgroundPanel::copyRecipe);
    connect(paste, &QPushButton::clicked, this, &BackgroundPanel::pasteRecipe);
    connect(editor_, &BackgroundEditor::changed, problem_, &QWidget::hide);
}

QWidget* BackgroundPanel::makeButtons() {
    auto* use = makeButton(tr("Use as background"), "useAsBackground",
                           tr("Shows it behind the object. From then on every change is seen at once."));
    auto* open = makeButton(tr("Open as image"), "openAsImage", tr("Opens it as a photo to cut."));
    auto* save = makeButton(tr("Save as…"), "savePicture", tr("PNG, TIFF or OpenEXR, of the size above."));
    save->setAccessibleName(tr("Save as"));
    auto* area = new QWidget;
    auto* rows = new QVBoxLayout(area);
    rows->setContentsMargins(16, 12, 16, 12);
    rows->setSpacing(8);
    rows->addWidget(use);
    rows->addWidget(makeRow({open, save}));
    ownKernel_ = makeButton(tr("CUDA kernel…"), "ownKernel", tr("Runs a kernel that you write."));
    ownKernel_->setAccessibleName(tr("CUDA kernel"));
    rows->addWidget(ownKernel_);
    setOwnKernels(settings_.ownKernels());
    connect(ownKernel_, &QPushButton::clicked, this, &BackgroundPanel::openKernel);
    connect(use, &QPushButton::clicked, this, [this] {
        editor_->use();
        emit viewWanted();
    });
    connect(open, &QPushButton::clicked, this, [this] { emit openWanted(source()); });
    connect(save, &QPushButton::clicked, this, [this] { saver_->saveAs(source()); });
    connect(saver_, &PictureSaver::busyChanged, save,
            [this, save] { save->setEnabled(!saver_->isWriting()); });
    return area;
}

void BackgroundPanel::setOwnKernels(bool offered) {
    ownKernel_->setVisible(offered);
    if (!offered && kernel_) kernel_->close();
}

void BackgroundPanel::openKernel() {
    if (!kernel_) {
        kernel_ = new KernelDialog(settings_, editor_->size(), app::runKernel, this);
        kernel_->setAttribute(Qt::WA_DeleteOnClose);
        connect(kernel_, &KernelDialog::openWanted, this, &BackgroundPanel::openWanted);
        connect(kernel_, &KernelDialog::saveWanted, saver_, &PictureSaver::saveAs);
    }
    kernel_->show();
    kernel_->raise();
    kernel_->activateWindow();
}

app::PictureSource BackgroundPanel::source() const {
    return app::sourceOf(editor_->recipe(), editor_->size(), editor_->pictures(), factory_);
}

bool BackgroundPanel::isBusy() const {
    return !thumbnails_->isIdle() || preview_->isBusy();
}

void BackgroundPanel::copyRecipe() const {
    QGuiApplication::clipboard()->setText(QString::fromStdString(editor_->recipe().text()));
}

void BackgroundPanel::pasteRecipe() {
    try {
        const QString line = QGuiApplication::clipboard()->text().trimmed();
        if (line.isEmpty()) throw InvalidArgument(tr("The clipboard holds no text.").toStdString());
        editor_->show(PictureRecipe::parse(line.toStdString()));
        problem_->hide();
    } catch (const InvalidArgument& e) {
        problem_->setText(QString::fromUtf8(e.what()));
        problem_->show();
    }
}

void BackgroundPanel::setPlaying(bool playing) {
    play_->setIcon(themedIcon(playing ? "pause" : "play"));
    const PictureRecipe now = preview_->recipeNow();
    preview_->setPlaying(playing);
    if (!playing) editor_->changeRecipe([&](PictureRecipe& recipe) { recipe = now; });
}

void BackgroundPanel::refresh() {
    const PictureRecipe& recipe = editor_->recipe();
    preview_->show(recipe, editor_->size(), editor_->pictures());
    back_->setEnabled(editor_->history().canGoBack());
    forward_->setEnabled(editor_->history().canGoForward());
    play_->setEnabled(recipe.info().has("evolution"));
    if (!play_->isEnabled()) play_->setChecked(false);
    about_->setText(QString::fromStdString(recipe.info().about));
    QStringList notes;
    if (!failure_.isEmpty()) notes << failure_;
    try {
        for (const std::string& change : tilingChanges(recipe, editor_->size()))
            notes << QString::fromStdString(change);
    } catch (const InvalidArgument& e) {
        if (failure_.isEmpty()) notes << QString::fromUtf8(e.what());
    }
    previewNote_->setText(notes.join("\n"));
    previewNote_->setVisible(!notes.isEmpty());
}

}  // namespace fretsaw::ui
