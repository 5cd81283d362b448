// Gives the tests of this room an event loop.
// No tests here.
#include <gtest/gtest.h>

#include <QCoreApplication>
#include <memory>

namespace {

class Application : public testing::Environment {
public:
    void SetUp() override { application_ = std::make_unique<QCoreApplication>(argc_, argv_); }
    void TearDown() override { application_.reset(); }

private:
    int argc_ = 1;
    char name_[9] = "test_app";
    char* argv_[2] = {name_, nullptr};
    std::unique_ptr<QCoreApplication> application_;
};

const auto* const kApplication = testing::AddGlobalTestEnvironment(new Application);

}  // namespace
