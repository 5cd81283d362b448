// Rules for files: two opening lines, a name in CMake, links that lead somewhere, nothing of a developer's
// machine. What may include what is IncludesTest's.
#include <gtest/gtest.h>

#include <algorithm>
#include <regex>

#include "tests/rules/SourceTree.h"

namespace fretsaw::rules {
namespace {

TEST(Files, OpenWithTwoCommentLines) {
    const auto files = allSources();
    EXPECT_GT(files.size(), 20u);
    for (const SourceFile& file : files) {
        auto lines = file.lines();
        // GLSL insists on its version before anything else.
        if (!lines.empty() && lines[0].rfind("#version", 0) == 0) lines.erase(lines.begin());
        ASSERT_GE(lines.size(), 2u) << file.path;
        for (int i : {0, 1}) {
            EXPECT_EQ(lines[i].rfind("// ", 0), 0u)
                << file.path << ": line " << i + 1 << " says what lives here or what must not";
        }
    }
}

TEST(Files, EverySourceIsNamedInCMake) {
    std::string lists;
    for (const char* folder : {"core", "app", "tests", "resources"}) {
        for (const SourceFile& list : filesBelow(folder, {".txt", ".cmake"})) lists += list.text + "\n";
    }
    for (const SourceFile& file : allSources()) {
        if (file.isIn("resources")) continue;
        // Headers of tests belong to no library.
        if (file.isIn("tests") && std::filesystem::path(file.path).extension() == ".h") continue;
        EXPECT_NE(lists.find(file.name()), std::string::npos) << file.path;
    }
}

TEST(Files, LinksInDocumentsExist) {
    static const std::regex link(R"(\]\(([^)#\s]+)(#[^)]*)?\))");
    int checked = 0;
    for (const auto& entry : std::filesystem::directory_iterator(sourceRoot())) {
        if (entry.path().extension() != ".md") continue;
        const SourceFile file = readSource(entry.path());
        for (std::sregex_iterator it(file.text.begin(), file.text.end(), link), end; it != end; ++it) {
            const std::string target = (*it)[1];
            if (target.find("://") != std::string::npos) continue;
            ++checked;
            EXPECT_TRUE(std::filesystem::exists(sourceRoot() / target))
                << file.path << " links to " << target;
        }
    }
    EXPECT_GT(checked, 3);
}

}  // namespace
}  // namespace fretsaw::rules
