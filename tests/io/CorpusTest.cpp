// Every awkward file of the test data in a child process under limits of time and memory: a photo, or a
// sentence. The parent loads no decoder, so that it may fork.
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstring>

#include "core/image/Error.h"
#include "core/io/ImageFile.h"
#include "tests/common/TestData.h"

namespace fretsaw::test {
namespace {

constexpr unsigned kSecondsPerFile = 60;
constexpr rlim_t kMemory = rlim_t{1} << 30;
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool kLimitMemory = false;  // sanitizers reserve terabytes of addresses
#else
constexpr bool kLimitMemory = true;
#endif

/// Opens each file and writes its name, then one character for the outcome: '+' a photo, '-' a sentence.
[[noreturn]] void openAll(const std::vector<std::string>& files, int pipe) {
    const auto say = [&](const std::string& text) { (void)!write(pipe, text.data(), text.size()); };
    if (kLimitMemory) {
        // What the libraries themselves map and hold is no fault of a file: load them first.
        (void)io::readableExtensions();
        rlimit limit{};
        getrlimit(RLIMIT_DATA, &limit);
        limit.rlim_cur = kMemory;
        setrlimit(RLIMIT_DATA, &limit);
    }
    for (const std::string& file : files) {
        say("\n" + file + " ");
        alarm(kSecondsPerFile);
        try {
            const io::Photo photo = io::load(file);
            say(photo.size().empty() || photo.srgb->size() != photo.size() ? "!" : "+");
        } catch (const Error& e) {
            say(std::strlen(e.what()) > file.size() + 10 ? "-" : "!");
        }
    }
    alarm(0);
    say("\nend");
    _exit(0);
}

class Corpus : public ::testing::TestWithParam<const char*> {};

TEST_P(Corpus, EveryFileOpensOrSaysWhyNot) {
    const auto data = testData();
    if (!data) GTEST_SKIP() << "no test data: set FRETSAW_TEST_DATA";
    std::vector<std::string> files;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(*data / "formats" / GetParam()))
        if (entry.is_regular_file()) files.push_back(entry.path().string());
    ASSERT_FALSE(files.empty());
    std::sort(files.begin(), files.end());
    int ends[2];
    ASSERT_EQ(pipe(ends), 0);
    const pid_t child = fork();
    if (child == 0) openAll(files, ends[1]);
    close(ends[1]);
    std::string said;
    char part[4096];
    for (ssize_t got = 0; (got = read(ends[0], part, sizeof part)) > 0;)
        said.append(part, static_cast<std::size_t>(got));
    close(ends[0]);
    int status = 0;
    rusage usage{};
    ASSERT_EQ(wait4(child, &status, 0, &usage), child);
    EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0)
        << "the last file ended the program (signal " << (WIFSIGNALED(status) ? WTERMSIG(status) : 0)
        << "):" << said;
    EXPECT_EQ(said.find('!'), std::string::npos) << said;
    EXPECT_NE(said.find("\nend"), std::string::npos);
    if (kLimitMemory) {
        EXPECT_LT(usage.ru_maxrss, static_cast<long>(kMemory / 1024)) << "KiB";
    }
}

INSTANTIATE_TEST_SUITE_P(Folders, Corpus,
                         ::testing::Values("alpha", "animated", "bits16", "bmpsuite", "cmyk_icc", "corrupt",
                                           "exif_orientation", "grey", "odd", "palette", "pngsuite"),
                         [](const auto& tested) { return std::string(tested.param); });

}  // namespace
}  // namespace fretsaw::test
