// Gives the tests of a program an application object: made before the first test, gone after the last.
// No tests here.
#pragma once

#include <gtest/gtest.h>

#include <memory>

namespace fretsaw::test {

/// `Application` is QCoreApplication or a child of it. To be added before main() begins, once a program.
template <typename Application>
class ApplicationEnvironment : public testing::Environment {
public:
    using Prepare = void (*)();

    /// prepare: done just before the application is made.
    explicit ApplicationEnvironment(Prepare prepare = [] {}) : prepare_(prepare) {}
    void SetUp() override {
        prepare_();
        application_ = std::make_unique<Application>(argc_, argv_);
    }
    void TearDown() override { application_.reset(); }

private:
    Prepare prepare_;
    int argc_ = 1;
    char name_[8] = "fretsaw";
    char* argv_[2] = {name_, nullptr};
    std::unique_ptr<Application> application_;
};

}  // namespace fretsaw::test
