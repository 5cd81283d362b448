// The editor's command line: right usage, wrong usage, help and version.
// Nothing is opened here.
#include <gtest/gtest.h>

#include "app/EditorOptions.h"

namespace fretsaw::app {
namespace {

TEST(EditorOptions, PhotoAndSample) {
    EXPECT_TRUE(parseEditorOptions({}).options->photoPath.isEmpty());
    EXPECT_EQ(parseEditorOptions({"a b é.jpg"}).options->photoPath, "a b é.jpg");
    EXPECT_EQ(parseEditorOptions({"--", "--odd name"}).options->photoPath, "--odd name");
    EXPECT_TRUE(parseEditorOptions({"--sample"}).options->sample);
}

TEST(EditorOptions, Screenshot) {
    const auto parsed = parseEditorOptions(
        {"--screenshot", "o.png", "--size=1920x1080", "--rect", "30,40,-10,5", "--view", "checker", "--theme",
         "dark", "--scale", "2", "--sample", "--strokes", "s.json", "--background", "wood/1"});
    ASSERT_TRUE(parsed.options && parsed.options->screenshot) << qPrintable(parsed.text);
    EXPECT_EQ(parsed.options->screenshot->outputPath, "o.png");
    EXPECT_EQ(parsed.options->screenshot->windowSize, QSize(1920, 1080));
    EXPECT_EQ(parsed.options->screenshot->rect, (Rect{20, 40, 10, 5}));
    EXPECT_EQ(parsed.options->screenshot->view, "checker");
    EXPECT_EQ(parsed.options->screenshot->strokesPath, "s.json");
    EXPECT_EQ(parsed.options->screenshot->background, "wood/1");
    EXPECT_EQ(parsed.options->theme, "dark");
    EXPECT_EQ(parsed.options->scale, 2);
}

TEST(EditorOptions, SelfTest) {
    const auto plain = parseEditorOptions({"--self-test"});
    ASSERT_TRUE(plain.options && plain.options->selfTest) << qPrintable(plain.text);
    EXPECT_TRUE(plain.options->interop);
    const auto parsed = parseEditorOptions({"--no-interop", "--size", "4096x2000", "--self-test"});
    ASSERT_TRUE(parsed.options && parsed.options->selfTest) << qPrintable(parsed.text);
    EXPECT_EQ(parsed.options->selfTest->picture, (Size{4096, 2000}));
    EXPECT_FALSE(parsed.options->interop);
    EXPECT_FALSE(parsed.options->screenshot);
}

TEST(EditorOptions, WrongUsageIsExplainedWithCode2) {
    for (const QStringList& arguments : {QStringList{"--unknown"},
                                         {"-x"},
                                         {"a", "b"},
                                         {"a", "--sample"},
                                         {"--size", "800x600"},
                                         {"--strokes", "s.json"},
                                         {"--background", "wood/1"},
                                         {"--theme", "pink"},
                                         {"--theme"},
                                         {"--scale", "nan"},
                                         {"--scale", "9"},
                                         {"--screenshot", "o.png", "--rect", "1,2,3"},
                                         {"--screenshot", "o.png", "--size", "1x1"},
                                         {"--self-test", "a"},
                                         {"--self-test", "--sample"},
                                         {"--self-test", "--screenshot", "o.png"},
                                         {"--self-test", "--view", "bw"},
                                         {"--no-interop=1"},
                                         {"--sample=1"}}) {
        const ParsedOptions parsed = parseEditorOptions(arguments);
        EXPECT_FALSE(parsed.options) << qPrintable(arguments.join(' '));
        EXPECT_EQ(parsed.exitCode, 2);
        EXPECT_FALSE(parsed.text.isEmpty());
    }
}

TEST(EditorOptions, HelpAndVersion) {
    const ParsedOptions version = parseEditorOptions({"--version"});
    EXPECT_FALSE(version.options);
    EXPECT_EQ(version.exitCode, 0);
    EXPECT_EQ(version.text, "fretsaw " FRETSAW_VERSION "\n");
    EXPECT_EQ(parseEditorOptions({"--unknown", "-h"}).exitCode, 0);
    for (const char* option : {"--sample", "--theme", "--scale", "--screenshot", "--size", "--view", "--rect",
                               "--strokes", "--self-test", "--no-interop"})
        EXPECT_TRUE(parseEditorOptions({"--help"}).text.contains(option)) << option;
}

}  // namespace
}  // namespace fretsaw::app
