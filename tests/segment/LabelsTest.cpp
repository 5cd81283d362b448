// Label planes, patches, start masks and OpenCV's codes.
// Strokes have their own file.
#include "core/segment/Labels.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/image/Error.h"

namespace fretsaw {
namespace {

using testing::HasSubstr;
using testing::ThrowsMessage;

TEST(Labels, PatchAndItsInverseRestoreThePlane) {
    Image<Label> labels({5, 4}, Label::None);
    labels(2, 1) = Label::ProbableForeground;
    const LabelPatch patch{
        {1, 1, 2, 2},
        {Label::None, Label::ProbableForeground, Label::None, Label::None},
        {Label::SureForeground, Label::SureBackground, Label::None, Label::ProbableBackground}};
    applyPatch(labels.view(), patch);
    EXPECT_EQ(labels(1, 1), Label::SureForeground);
    EXPECT_EQ(labels(2, 1), Label::SureBackground);
    EXPECT_EQ(labels(2, 2), Label::ProbableBackground);
    EXPECT_EQ(countLabels(labels.view())[Label::None], 17);

    applyPatch(labels.view(), patch.inverted());
    EXPECT_EQ(labels(2, 1), Label::ProbableForeground);
    EXPECT_EQ(countLabels(labels.view())[Label::None], 19);
}

TEST(Labels, PatchThatDoesNotFitIsRefused) {
    Image<Label> labels({5, 4}, Label::None);
    const std::vector<Label> four(4, Label::SureForeground), three(3, Label::SureForeground);
    EXPECT_THROW(applyPatch(labels.view(), {{4, 0, 2, 2}, four, four}), InvalidArgument);
    EXPECT_THROW(applyPatch(labels.view(), {{-1, 0, 2, 2}, four, four}), InvalidArgument);
    EXPECT_THROW(applyPatch(labels.view(), {{0, 0, 2, 2}, three, three}), InvalidArgument);
    EXPECT_NO_THROW(applyPatch(labels.view(), {}));
    EXPECT_EQ(countLabels(labels.view())[Label::None], 20);
}

TEST(Labels, TrimapGivesSureLabelsAndUnknown) {
    Image<std::uint8_t> mask({6, 1});
    const std::uint8_t values[] = {0, 63, 64, 191, 192, 255};
    std::copy(std::begin(values), std::end(values), mask.data());
    const StartMaskLabels start = labelsFromStartMask(mask.view());
    EXPECT_EQ(start.background, 2);
    EXPECT_EQ(start.unknown, 2);
    EXPECT_EQ(start.foreground, 2);
    const Label expected[] = {Label::SureBackground, Label::SureBackground, Label::None,
                              Label::None,           Label::SureForeground, Label::SureForeground};
    for (int x = 0; x < 6; ++x) EXPECT_EQ(start.labels(x, 0), expected[x]) << x;
}

TEST(Labels, MaskWithoutUnknownIsProbable) {
    Image<std::uint8_t> mask({2, 1});
    mask(0, 0) = 250;
    mask(1, 0) = 3;
    const StartMaskLabels start = labelsFromStartMask(mask.view());
    EXPECT_EQ(start.labels(0, 0), Label::ProbableForeground);
    EXPECT_EQ(start.labels(1, 0), Label::ProbableBackground);
}

TEST(Labels, StartMaskWithoutAClassIsRefused) {
    EXPECT_THAT(
        [] {
            (void)labelsFromStartMask(Image<std::uint8_t>({8, 8}, 128).view());
        },
        ThrowsMessage<InvalidArgument>(HasSubstr("no foreground")));
    EXPECT_THAT(
        [] {
            (void)labelsFromStartMask(Image<std::uint8_t>({8, 8}, 0).view());
        },
        ThrowsMessage<InvalidArgument>(HasSubstr("no foreground")));
    EXPECT_THAT(
        [] {
            (void)labelsFromStartMask(Image<std::uint8_t>({8, 8}, 255).view());
        },
        ThrowsMessage<InvalidArgument>(HasSubstr("no background")));
}

TEST(Labels, OpenCvCodes) {
    Image<std::uint8_t> codes({2, 2});
    for (int i = 0; i < 4; ++i) codes.data()[i] = static_cast<std::uint8_t>(i);
    const Image<Label> labels = labelsFromCodes(codes.view());
    EXPECT_EQ(labels(0, 0), Label::SureBackground);
    EXPECT_EQ(labels(1, 0), Label::SureForeground);
    EXPECT_EQ(labels(0, 1), Label::ProbableBackground);
    EXPECT_EQ(labels(1, 1), Label::ProbableForeground);

    codes(1, 0) = 255;
    EXPECT_THAT([&] { (void)labelsFromCodes(codes.view()); },
                ThrowsMessage<InvalidArgument>(testing::AllOf(HasSubstr("255"), HasSubstr("1,0"))));
}

}  // namespace
}  // namespace fretsaw
