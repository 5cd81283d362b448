// Text, limits, Run, and what came of it.
// Nothing is computed here but the small picture that is shown.
#include "app/ui/background/KernelDialog.h"

#include <QCheckBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>
#include <algorithm>

#include "app/Aside.h"
#include "app/Settings.h"
#include "app/ui/NumberField.h"
#include "app/ui/background/CodeEdit.h"
#include "core/image/Rgb32f.h"

namespace fretsaw::ui {
namespace {

constexpr int kLargestSide = 16384;
constexpr int kPreviewSide = 320, kLines = 14, kColumns = 78;

constexpr char kFirstText[] =
    "__global__ void generate_image(float* image, int width, int height)\n"
    "{\n"
    "    int x = blockIdx.x * blockDim.x + threadIdx.x;\n"
    "    int y = blockIdx.y * blockDim.y + threadIdx.y;\n"
    "    if (x < width && y < height)\n"
    "        image[y * width + x] = sqrtf(float(x) * y);\n"
    "}\n";

/// Not larger than the preview's place; every n-th pixel.
QImage smallPicture(const Image<float>& numbers) {
    const int step = (std::max(numbers.width(), numbers.height()) + kPreviewSide - 1) / kPreviewSide;
    QImage small((numbers.width() + step - 1) / step, (numbers.height() + step - 1) / step,
                 QImage::Format_Grayscale8);
    for (int y = 0; y < small.height(); ++y)
        for (int x = 0; x < small.width(); ++x)
            small.scanLine(y)[x] = app::levelOfLight(numbers(x * step, y * step));
    return small;
}

NumberField* makeSide(int pixels, const QString& name) {
    auto* box = new NumberField;
    box->setDecimals(0);
    box->setRange(1, kLargestSide);
    box->setValue(pixels);
    box->setSuffix(" px");
    box->setAccessibleName(name);
    return box;
}

}  // namespace

KernelDialog::KernelDialog(app::Settings& settings, Size size, app::KernelRunner runner, QWidget* parent)
    : QDialog(parent),
      settings_(settings),
      runner_(std::move(runner)),
      text_(new CodeEdit(CodeEdit::Words::Plain)),
      width_(makeSide(size.width, tr("Width"))),
      height_(makeSide(size.height, tr("Height"))),
      seconds_(new NumberField),
      fit_(new QCheckBox(tr("Numbers over the largest"))),
      preview_(new QLabel),
      problem_(new QLabel),
      run_(new QPushButton(tr("Run"))),
      open_(new QPushButton(tr("Open as image"))),
      save_(new QPushButton(tr("Save as…"))) {
    setObjectName("kernelDialog");
    setWindowTitle(tr("CUDA kernel of your own"));
    text_->setObjectName("kernelText");
    text_->setAccessibleName(tr("Kernel"));
    const QString last = settings.kernelText();
    text_->setPlainText(last.isEmpty() ? QString::fromLatin1(kFirstText) : last);
    text_->setMinimumSize(text_->fontMetrics().horizontalAdvance('0') * kColumns,
                          text_->fontMetrics().lineSpacing() * kLines);
    problem_->setObjectName("kernelProblem");
    problem_->setWordWrap(true);
    problem_->hide();
    preview_->setObjectName("kernelPreview");
    preview_->setAccessibleName(tr("Picture of the kernel"));
    preview_->setAlignment(Qt::AlignCenter);
    preview_->hide();
    auto* column = new QVBoxLayout(this);
    column->addWidget(text_, 1);
    column->addWidget(problem_);
    addFields();
    column->addWidget(preview_);
    addButtons();
    connect(text_, &CodeEdit::forced, this, &KernelDialog::run);
    connect(text_, &CodeEdit::left, this, &QDialog::close);
    connect(text_, &CodeEdit::textChanged, this, [this] { text_->unmark(); });
    setRunning(false);
}

KernelDialog::~KernelDialog() {
    stop_.request_stop();
}

void KernelDialog::addFields() {
    seconds_->setRange(0.1, 600);
    seconds_->setDecimals(1);
    seconds_->setValue(2);
    seconds_->setSuffix(tr(" s"));
    seconds_->setAccessibleName(tr("Time limit"));
    seconds_->setToolTip(tr("A kernel that runs longer is ended."));
    fit_->setChecked(true);
    fit_->setToolTip(tr("Otherwise 0 is black and 1 is white."));
    auto* size = new QHBoxLayout;
    size->addWidget(width_);
    size->addWidget(new QLabel("×"));
    size->addWidget(height_);
    size->addStretch(1);
    auto* form = new QFormLayout;
    form->setLabelAlignment(Qt::AlignRight);
    form->addRow(tr("Size"), size);
    auto* limit = new QHBoxLayout;
    limit->addWidget(seconds_);
    limit->addStretch(1);
    form->addRow(tr("Time limit"), limit);
    form->addRow({}, fit_);
    static_cast<QVBoxLayout*>(layout())->addLayout(form);
}

void KernelDialog::addButtons() {
    run_->setObjectName("kernelRun");
    run_->setToolTip(tr("Compiles and runs it: Ctrl+Enter. It cannot harm this program."));
    open_->setObjectName("kernelOpen");
    open_->setToolTip(tr("Opens it as a photo to cut."));
    save_->setObjectName("kernelSave");
    save_->setToolTip(tr("PNG, TIFF or OpenEXR."));
    save_->setAccessibleName(tr("Save as"));
    for (QPushButton* button : {run_, open_, save_}) button->setAutoDefault(false);
    auto* row = new QHBoxLayout;
    row->addWidget(run_);
    row->addStretch(1);
    row->addWidget(open_);
    row->addWidget(save_);
    static_cast<QVBoxLayout*>(layout())->addLayout(row);
    connect(run_, &QPushButton::clicked, this, [this] { running_ ? stop() : run(); });
    connect(open_, &QPushButton::clicked, this, [this] { emit openWanted(source()); });
    connect(save_, &QPushButton::clicked, this, [this] { emit saveWanted(source()); });
}

void KernelDialog::run() {
    if (running_) return;
    const app::KernelTask task{text_->toPlainText().toStdString(),
                               {static_cast<int>(width_->value()), static_cast<int>(height_->value())},
                               seconds_->value(),
                               fit_->isChecked()};
    settings_.setKernelText(text_->toPlainText());
    stop_ = std::stop_source();
    text_->unmark();
    say({});
    setRunning(true);
    app::runAside(
        this, [task, runner = runner_, stop = stop_.get_token()] { return runner(task, stop); },
        [this](const app::Outcome<app::KernelOutcome>& outcome) {
            setRunning(false);
            if (outcome.value) return take(*outcome.value);
            say(outcome.error);
        });
}

void KernelDialog::stop() {
    stop_.request_stop();
}

void KernelDialog::take(const app::KernelOutcome& outcome) {
    say(QString::fromStdString(outcome.problem));
    if (outcome.line > 0) text_->mark(outcome.line, std::max(outcome.column, 1));
    if (!outcome.numbers) return;
    numbers_ = outcome.numbers;
    preview_->setPixmap(QPixmap::fromImage(smallPicture(*numbers_)));
    preview_->show();
    setRunning(false);
}

void KernelDialog::setRunning(bool running) {
    running_ = running;
    run_->setText(running ? tr("Stop") : tr("Run"));
    open_->setEnabled(numbers_ != nullptr);
    save_->setEnabled(numbers_ != nullptr);
}

void KernelDialog::say(const QString& sentence) {
    problem_->setText(sentence);
    problem_->setVisible(!sentence.isEmpty());
}

app::PictureSource KernelDialog::source() const {
    return app::sourceOf(numbers_, "kernel", tr("Kernel").toStdString());
}

}  // namespace fretsaw::ui
