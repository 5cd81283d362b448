// Gives the tests of the window an application that keeps its settings to itself.
// No tests here.
#include <gtest/gtest.h>

#include <QApplication>
#include <memory>

#include "app/ui/Canvas.h"

namespace {

class Application : public testing::Environment {
public:
    void SetUp() override {
        QSurfaceFormat::setDefaultFormat(fretsaw::ui::Canvas::defaultSurfaceFormat());
        application_ = std::make_unique<QApplication>(argc_, argv_);
        QApplication::setApplicationName("fretsaw");
    }
    void TearDown() override { application_.reset(); }

private:
    int argc_ = 1;
    char name_[12] = "test_window";
    char* argv_[2] = {name_, nullptr};
    std::unique_ptr<QApplication> application_;
};

const auto* const kApplication = testing::AddGlobalTestEnvironment(new Application);

}  // namespace
