// A window to write a CUDA kernel in, run it, and use its picture.
// The kernel runs in a process of its own; opening and saving are others'.
#pragma once

#include <QDialog>
#include <QImage>
#include <stop_token>

#include "app/KernelRun.h"
#include "app/PictureSource.h"

class QCheckBox;
class QLabel;
class QPushButton;

namespace fretsaw::app {
class Settings;
}  // namespace fretsaw::app

namespace fretsaw::ui {

class CodeEdit;
class NumberField;

/// Not modal: it can stay open beside the work. One kernel at a time. GUI thread.
class KernelDialog : public QDialog {
    Q_OBJECT

public:
    /// settings outlive the dialog. size: at first.
    KernelDialog(app::Settings& settings, Size size, app::KernelRunner runner, QWidget* parent = nullptr);
    ~KernelDialog() override;

    void run();   ///< Nothing while one runs.
    void stop();  ///< The last picture stays.
    [[nodiscard]] bool isRunning() const { return running_; }

signals:
    void openWanted(const fretsaw::app::PictureSource& picture);
    void saveWanted(const fretsaw::app::PictureSource& picture);

private:
    void addFields();
    void addButtons();
    void take(const app::KernelOutcome& outcome);
    void setRunning(bool running);
    void say(const QString& sentence);
    [[nodiscard]] app::PictureSource source() const;

    app::Settings& settings_;
    app::KernelRunner runner_;
    CodeEdit* text_;
    NumberField *width_, *height_, *seconds_;
    QCheckBox* fit_;
    QLabel *preview_, *problem_;
    QPushButton *run_, *open_, *save_;
    std::shared_ptr<const Image<float>> numbers_;
    std::stop_source stop_;
    bool running_ = false;
};

}  // namespace fretsaw::ui
