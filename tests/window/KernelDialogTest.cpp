// The window for a kernel of one's own, with a runner that needs no GPU; and that it is offered only when
// asked. What kernels compute is tested in tests/cuda.
#include "app/ui/background/KernelDialog.h"

#include <gtest/gtest.h>

#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <thread>

#include "app/Settings.h"
#include "app/ui/background/BackgroundPanel.h"
#include "app/ui/background/CodeEdit.h"
#include "core/cuda/ChooseBackend.h"
#include "tests/window/WindowParts.h"

namespace fretsaw::ui {
namespace {

struct KernelDialogTest : WindowParts {
    app::KernelOutcome answer(const app::KernelTask& task, const std::stop_token& stop) {
        if (task.text == "slow")
            while (!stop.stop_requested()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
        if (stop.stop_requested()) return {};
        if (task.text == "wrong") return {nullptr, "Line 1, column 3: no.", 1, 3};
        if (task.text == "lost") throw OutOfMemory(1 << 20);
        auto numbers = std::make_shared<Image<float>>(task.size);
        (*numbers)(1, 0) = 1;
        return {numbers, {}, 0, 0};
    }

    KernelDialog dialog{settings, {40, 30}, [this](const app::KernelTask& task, const std::stop_token& stop) {
                            return answer(task, stop);
                        }};
    CodeEdit& text = *dialog.findChild<CodeEdit*>("kernelText");
    QPushButton& open = *dialog.findChild<QPushButton*>("kernelOpen");
    QPushButton& save = *dialog.findChild<QPushButton*>("kernelSave");
    QLabel& problem = *dialog.findChild<QLabel*>("kernelProblem");

    void runText(const QString& kernel) {
        text.setPlainText(kernel);
        dialog.run();
        EXPECT_TRUE(dialog.isRunning());
        ASSERT_TRUE(test::waitFor([&] { return !dialog.isRunning(); }));
    }
};

TEST_F(KernelDialogTest, IsOfferedOnlyWhenAskedFor) {
    auto& button = *window.findChild<QPushButton*>("ownKernel");
    EXPECT_TRUE(button.isHidden());
    QAction& offered = *window.actions()[ActionId::OwnKernels];
    EXPECT_FALSE(offered.isChecked());
    offered.trigger();
    EXPECT_FALSE(button.isHidden());
    EXPECT_TRUE(settings.ownKernels());
    button.click();
    auto* opened = window.findChild<KernelDialog*>("kernelDialog");
    ASSERT_NE(opened, nullptr);
    EXPECT_TRUE(opened->isVisible());
    offered.trigger();
    EXPECT_TRUE(button.isHidden());
    EXPECT_FALSE(settings.ownKernels());
}

TEST_F(KernelDialogTest, BeginsWithAKernelAndRemembersTheLast) {
    EXPECT_TRUE(text.toPlainText().contains("generate_image(float* image, int width, int height)"));
    EXPECT_FALSE(open.isEnabled());
    runText("mine");
    EXPECT_EQ(settings.kernelText(), "mine");
    const KernelDialog again(settings, {8, 8}, app::runKernel);
    EXPECT_EQ(again.findChild<CodeEdit*>("kernelText")->toPlainText(), "mine");
}

TEST_F(KernelDialogTest, ItsPictureCanBeOpenedAndSaved) {
    QSignalSpy opened(&dialog, &KernelDialog::openWanted), saved(&dialog, &KernelDialog::saveWanted);
    runText("fine");
    EXPECT_TRUE(problem.isHidden());
    open.click();
    save.click();
    ASSERT_EQ(opened.size(), 1);
    ASSERT_EQ(saved.size(), 1);
    const auto picture = opened[0][0].value<app::PictureSource>();
    EXPECT_EQ(picture.size, (Size{40, 30}));
    EXPECT_TRUE(picture.linear);
    std::vector<Rgb32f> first;
    EXPECT_TRUE(picture.render({}, {}, [&](ImageView<const Rgb32f> rows, int top) {
        if (top == 0) first.assign(rows.row(0), rows.row(0) + 2);
    }));
    EXPECT_EQ(first, (std::vector<Rgb32f>{{0, 0, 0}, {1, 1, 1}}));
}

TEST_F(KernelDialogTest, ErrorsAreMarkedAndTheLastPictureStays) {
    runText("fine");
    runText("wrong");
    EXPECT_FALSE(problem.isHidden());
    EXPECT_EQ(problem.text(), "Line 1, column 3: no.");
    EXPECT_FALSE(text.extraSelections().isEmpty());
    EXPECT_TRUE(open.isEnabled());
    runText("lost");
    EXPECT_FALSE(problem.text().isEmpty());
    EXPECT_TRUE(text.extraSelections().isEmpty());
}

TEST_F(KernelDialogTest, CanBeStopped) {
    text.setPlainText("slow");
    dialog.run();
    dialog.stop();
    ASSERT_TRUE(test::waitFor([&] { return !dialog.isRunning(); }));
    EXPECT_FALSE(open.isEnabled());
    EXPECT_TRUE(problem.isHidden());
}

TEST_F(KernelDialogTest, WithoutAGpuItSaysWhy) {
    if (chooseBackend(BackendWish::Auto).use.gpu) GTEST_SKIP() << "There is a GPU.";
    const app::KernelOutcome outcome = app::runKernel({"__global__ void generate_image() {}", {8, 8}}, {});
    EXPECT_EQ(outcome.numbers, nullptr);
    EXPECT_FALSE(outcome.problem.empty());
}

}  // namespace
}  // namespace fretsaw::ui
