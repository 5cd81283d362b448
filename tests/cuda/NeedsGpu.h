// Tests that need a GPU say so here: without one they skip with the reason, or fail where one is required.
// Nothing about what is computed.
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

#include "core/cuda/Context.h"
#include "core/image/Error.h"

namespace fretsaw::test {

/// Why no GPU can be used here; empty where one can.
inline std::string whyNoGpu() {
    try {
        const cuda::Context context;
        return {};
    } catch (const Error& error) {
        return error.what();
    }
}

/// FRETSAW_REQUIRE_GPU=1: a machine that must have a GPU does not pass by skipping.
inline bool gpuRequired() {
    const char* value = std::getenv("FRETSAW_REQUIRE_GPU");
    return value != nullptr && std::string(value) == "1";
}

/// In SetUp: skips the test where there is a reason to, or fails it where a GPU is required.
inline void skipFor(const char* what, const std::string& reason) {
    if (reason.empty()) return;
    if (gpuRequired()) FAIL() << "FRETSAW_REQUIRE_GPU=1, but: " << reason;
    GTEST_SKIP() << what << ": " << reason;
}

/// Every test of a class that derives from this needs a GPU.
class GpuTest : public testing::Test {
protected:
    void SetUp() override {
        static const std::string reason = whyNoGpu();
        skipFor("No GPU", reason);
    }
};

}  // namespace fretsaw::test
