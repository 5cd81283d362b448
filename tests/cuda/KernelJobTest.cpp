// A person's own kernel in a process of its own: what is said of it, and that it ends. Without a GPU other
// programs play the process's part.
#include "core/cuda/KernelJob.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <thread>

#include "core/cuda/Nvrtc.h"
#include "core/image/Error.h"
#include "tests/common/TemporaryFolder.h"

namespace fretsaw::cuda {
namespace {

using testing::HasSubstr;

struct KernelJob : testing::Test {
    /// A program that does this instead.
    std::string program(const std::string& body) const {
        const std::string path = temporary.file("helper");
        std::ofstream(path) << "#!/bin/sh\necho $$ > " << temporary.file("pid") << "\n" << body << "\n";
        chmod(path.c_str(), 0700);
        return path;
    }
    std::string errorOf(const std::string& body, const KernelLimits& limits = {}) const {
        try {
            (void)runKernel(program(body), "text", {4, 3}, limits);
        } catch (const Error& error) {
            return error.what();
        }
        return "no error";
    }
    /// The program's process is gone, after at most some seconds.
    [[nodiscard]] bool isGone() const {
        std::string pid;
        std::ifstream(temporary.file("pid")) >> pid;
        for (int i = 0; i < 500; ++i) {
            if (!std::filesystem::exists("/proc/" + pid)) return true;
            std::this_thread::sleep_for(std::chrono::milliseconds(10));
        }
        return false;
    }
    const test::TemporaryFolder temporary;
};

TEST_F(KernelJob, GetsTheTextAndGivesThePicture) {
    const auto picture =
        runKernel(program("cat > " + temporary.file("request") +
                          "; echo starting >&4; echo compiling >&4; echo running >&4\n"
                          "printf '\\000\\000\\200\\077\\000\\000\\000\\100' >&3; echo done >&4"),
                  "first\nsecond", {4, 3});
    ASSERT_TRUE(picture);
    EXPECT_EQ(picture->size(), (Size{4, 3}));
    EXPECT_EQ((*picture)(0, 0), 1.0f);
    EXPECT_EQ((*picture)(1, 0), 2.0f);
    EXPECT_EQ((*picture)(3, 2), 0.0f);
    const test::Bytes request = test::readBytes(temporary.file("request"));
    EXPECT_EQ(std::string(request.begin(), request.end()), "4 3\nfirst\nsecond");
}

TEST_F(KernelJob, EndsWhatTakesTooLongAndSaysWhat) {
    KernelLimits limits;
    limits.runSeconds = 0.2;
    EXPECT_THAT(errorOf("echo starting >&4; echo compiling >&4; echo running >&4; exec sleep 100", limits),
                HasSubstr("The kernel took longer than 0.2 s"));
    EXPECT_TRUE(isGone());
    limits.compileSeconds = 0.1;
    EXPECT_THAT(errorOf("echo compiling >&4; exec sleep 100", limits), HasSubstr("The compiler took longer"));
    limits.startSeconds = 0.1;
    EXPECT_THAT(errorOf("exec sleep 100", limits), HasSubstr("The GPU took longer"));
    EXPECT_TRUE(isGone());
}

TEST_F(KernelJob, CanBeStopped) {
    std::stop_source stop;
    std::thread later([&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(100));
        stop.request_stop();
    });
    EXPECT_FALSE(
        runKernel(program("echo running >&4; exec sleep 100"), "", {4, 3}, {30, 30, 60}, stop.get_token()));
    later.join();
    EXPECT_TRUE(isGone());
}

TEST_F(KernelJob, EveryEndHasAMessage) {
    EXPECT_THAT(errorOf("echo failed The pointer was bad. >&4"), HasSubstr("The pointer was bad."));
    EXPECT_THAT(errorOf("exit 7"), HasSubstr("code 7"));
    EXPECT_THAT(errorOf("echo running >&4; kill -SEGV $$"), HasSubstr("no result"));
    EXPECT_THAT(errorOf("echo something else >&4"), HasSubstr("else"));
    EXPECT_THROW((void)runKernel("/nowhere/helper", "", {4, 3}), BackendError);
    EXPECT_THROW((void)runKernel(program(""), "", {0, 3}), InvalidArgument);
    try {
        (void)runKernel(program("printf 'wrong-text 3 14 name unk' >&4; echo nown >&4; sleep 1"), "", {4, 3});
        ADD_FAILURE() << "no error";
    } catch (const CompileError& error) {
        EXPECT_EQ(error.line(), 3);
        EXPECT_EQ(error.column(), 14);
        EXPECT_EQ(error.reason(), "name unknown");
    }
}

TEST_F(KernelJob, NoProcessIsLeftOver) {
    EXPECT_EQ(errorOf("trap '' TERM INT HUP; echo failed it >&4; while :; do sleep 1; done"), "it");
    EXPECT_TRUE(isGone());
}

TEST_F(KernelJob, ErrorsInTheTextHaveTheirLine) {
    std::string helper;
    try {
        (void)Nvrtc::ofThisMachine();
        helper = kernelHelper();
    } catch (const BackendError& error) {
        GTEST_SKIP() << error.what();
    }
    const auto error = [&](const std::string& text) {
        try {
            (void)runKernel(helper, text, {64, 48});
        } catch (const CompileError& wrong) {
            return wrong;
        }
        return CompileError(-1, -1, "no error");
    };
    const CompileError unknown = error(
        "__global__ void generate_image(float* image, int width, int height) {\n  image[0] = foo;\n}\n");
    EXPECT_EQ(unknown.line(), 2);
    EXPECT_EQ(unknown.column(), 14);
    EXPECT_THAT(unknown.reason(), HasSubstr("foo"));
    const CompileError another = error("__global__ void generate_image(float* image, int width) {}\n");
    EXPECT_EQ(another.line(), 0);
    EXPECT_THAT(another.what(), HasSubstr("generate_image(float* image, int width, int height)"));
}

}  // namespace
}  // namespace fretsaw::cuda
