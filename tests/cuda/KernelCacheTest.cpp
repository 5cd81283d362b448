// Compiled kernels are found again, by other programs too; damage, other keys and a full folder are no
// problem. Nothing is compiled.
#include "core/cuda/KernelCache.h"

#include <gtest/gtest.h>

#include <fstream>
#include <thread>
#include <vector>

#include "core/image/Error.h"
#include "tests/common/TemporaryFolder.h"

namespace fretsaw::cuda {
namespace {

namespace fs = std::filesystem;

struct KernelCacheTest : testing::Test {
    /// As a program that was just started would ask.
    std::string ask(const std::string& key, const std::string& code) {
        KernelCache cache(folder);
        return *cache.get(key, [&] {
            ++made;
            return code;
        });
    }
    [[nodiscard]] std::vector<fs::path> files() const {
        std::vector<fs::path> all;
        for (const auto& entry : fs::directory_iterator(folder)) all.push_back(entry.path());
        return all;
    }

    const test::TemporaryFolder temporary;
    const fs::path folder = fs::path(temporary.file("made")) / "when needed";
    int made = 0;
};

TEST_F(KernelCacheTest, IsAskedOnceInAProgramAndOnceByAll) {
    const std::string code("\0\x7f code \n with anything", 23);
    EXPECT_EQ(ask("key", code), code);
    EXPECT_EQ(ask("key", "other"), code);
    EXPECT_EQ(made, 1);
    EXPECT_EQ(ask("key2", "other"), "other");
    EXPECT_EQ(made, 2);
    KernelCache memory{fs::path()};
    for (int i = 0; i < 3; ++i)
        EXPECT_EQ(*memory.get("key", [&] { return "made " + std::to_string(++made); }), "made 3");
}

TEST_F(KernelCacheTest, DamagedFilesAreMadeAnew) {
    const std::string code(1000, 'c');
    ask("key", code);
    ASSERT_EQ(files().size(), 1u);
    const fs::path file = files()[0];
    const auto bytes = fs::file_size(file);
    int expected = 1;
    const auto damaged = [&](const auto& damage) {
        damage();
        EXPECT_EQ(ask("key", code), code);
        EXPECT_EQ(made, ++expected);
        EXPECT_EQ(ask("key", "no"), code);
        EXPECT_EQ(made, expected);
    };
    for (const std::uintmax_t length : {std::uintmax_t{0}, std::uintmax_t{20}, bytes / 2, bytes - 1})
        damaged([&] { fs::resize_file(file, length); });
    damaged([&] { std::ofstream(file, std::ios::app) << "x"; });
    for (const std::uintmax_t at : {std::uintmax_t{0}, std::uintmax_t{9}, std::uintmax_t{33}, bytes - 1})
        damaged([&] {
            std::fstream stream(file, std::ios::in | std::ios::out | std::ios::binary);
            stream.seekp(static_cast<std::streamoff>(at));
            stream.put('\x55');
        });
    // Another key's file in its place.
    ask("another", "thing");
    ++expected;
    for (const fs::path& other : files())
        if (other != file) damaged([&] { fs::copy_file(other, file, fs::copy_options::overwrite_existing); });
}

TEST_F(KernelCacheTest, AFolderThatCannotBeWrittenIsNoError) {
    std::ofstream(temporary.file("made")) << "a file, not a folder";
    EXPECT_EQ(ask("key", "code"), "code");
    EXPECT_EQ(ask("key", "code"), "code");
    EXPECT_EQ(made, 2);
}

TEST_F(KernelCacheTest, TheFolderStaysSmall) {
    KernelCache cache(folder, 20'000);
    for (int i = 0; i < 40; ++i) (void)cache.get(std::to_string(i), [] { return std::string(1000, 'x'); });
    std::uintmax_t all = 0;
    for (const fs::path& file : files()) all += fs::file_size(file);
    EXPECT_LE(all, 20'000u);
    EXPECT_GT(all, 10'000u);
    ask("39", "");
    EXPECT_EQ(made, 0);  // the newest is there
}

TEST_F(KernelCacheTest, ErrorsAreNotKept) {
    KernelCache cache(folder);
    EXPECT_THROW((void)cache.get("key", []() -> std::string { throw InvalidArgument("no"); }),
                 InvalidArgument);
    EXPECT_EQ(*cache.get("key", [] { return std::string("yes"); }), "yes");
}

TEST_F(KernelCacheTest, ManyMayWriteAtOnce) {
    KernelCache shared(folder, 30'000);
    std::vector<std::thread> threads;
    for (int t = 0; t < 6; ++t)
        threads.emplace_back([&, t] {
            KernelCache own(folder, 30'000);
            for (int i = 0; i < 60; ++i) {
                const std::string key = std::to_string((i * 7 + t) % 13),
                                  code(3000, static_cast<char>('a' + (i * 7 + t) % 13));
                KernelCache fresh(folder, 30'000);
                for (KernelCache* cache : {&shared, &own, &fresh})
                    EXPECT_EQ(*cache->get(key, [&] { return code; }), code);
            }
        });
    for (std::thread& thread : threads) thread.join();
}

}  // namespace
}  // namespace fretsaw::cuda
