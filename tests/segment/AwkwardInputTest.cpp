// Inputs on which other programs abort: each has a defined answer, a mask or a sentence.
// Good input has its own files.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "core/image/Error.h"
#include "tests/segment/SegmentTools.h"

namespace fretsaw {
namespace {

using test::fill;
using test::picture;
using test::ramp;
using test::solve;
using testing::HasSubstr;
using testing::ThrowsMessage;

SegmentParams with(Start start, DataTerm model) {
    SegmentParams params;
    params.start = start;
    params.model = model;
    return params;
}

const SegmentParams kStarts[] = {with(Start::Fretsaw, DataTerm::Mixture),
                                 with(Start::OpenCv, DataTerm::Mixture),
                                 with(Start::Fretsaw, DataTerm::Paper), with(Start::OpenCv, DataTerm::Paper)};

std::unique_ptr<Segmenter> segmenterOf(const test::Picture& image) {
    auto segmenter = makeCpuSegmenter(1);
    segmenter->setImage(image);
    return segmenter;
}

void expectHint(Segmenter& segmenter, const std::string& words) {
    for (const SegmentParams& params : kStarts)
        EXPECT_THAT([&] { (void)solve(segmenter, params); },
                    ThrowsMessage<InvalidArgument>(HasSubstr(words)));
}

void expectSound(const SegmentResult& result, const test::Picture& image) {
    EXPECT_TRUE(result.certified);
    EXPECT_EQ(result.flow, result.cut);
    EXPECT_EQ(result.energy, test::energyOf(*image, result.mask->view(), *result.models));
}

TEST(AwkwardInput, OneToSixProbableForegroundPixels) {
    const auto image = ramp({16, 16});
    for (const SegmentParams& params : kStarts)
        for (int count = 1; count <= 6; ++count) {
            auto byRect = segmenterOf(image);
            byRect->setRect(Rect{7, 7, count > 3 ? 2 : count, count > 3 ? count / 2 : 1});
            expectSound(solve(*byRect, params), image);

            auto byLabels = segmenterOf(image);
            byLabels->apply(fill(image->bounds(), Label::ProbableBackground));
            byLabels->apply(fill({5, 5, count, 1}, Label::ProbableForeground));
            expectSound(solve(*byLabels, params), image);

            auto byStroke = segmenterOf(image);
            byStroke->setRect(Rect{4, 4, 8, 8});
            byStroke->apply(fill({6, 6, count, 1}, Label::SureForeground));
            const SegmentResult result = solve(*byStroke, params);
            expectSound(result, image);
            for (int x = 6; x < 6 + count; ++x) EXPECT_EQ(result.mask->view()(x, 6), 255);
        }
}

TEST(AwkwardInput, NoSureBackground) {
    const auto image = ramp({8, 8});
    for (const SegmentParams& params : kStarts) {
        auto segmenter = segmenterOf(image);
        segmenter->apply(fill(image->bounds(), Label::ProbableBackground));
        segmenter->apply(fill({3, 3, 3, 3}, Label::SureForeground));
        expectSound(solve(*segmenter, params), image);
    }
}

TEST(AwkwardInput, RectangleIsTheWholePicture) {
    const Scene scene = makeScene({64, 48}, 3);
    const auto image = test::scenePicture(scene);
    for (const SegmentParams& params : kStarts) {
        auto segmenter = segmenterOf(image);
        segmenter->setRect(image->bounds());
        const SegmentResult result = solve(*segmenter, params);
        expectSound(result, image);
        EXPECT_THAT(result.warnings, testing::Contains(HasSubstr("outside the rectangle")));
    }
    auto segmenter = segmenterOf(image);
    segmenter->setRect(image->bounds());
    const SegmentResult result = solve(*segmenter);
    EXPECT_GT(result.foregroundPixels, 0);
    EXPECT_LT(result.foregroundPixels, image->size().area());
}

TEST(AwkwardInput, RectanglesOfEverySignAndPlace) {
    const auto image = ramp({20, 10});
    const int far = std::numeric_limits<int>::max(), low = std::numeric_limits<int>::min();
    auto reference = segmenterOf(image), segmenter = segmenterOf(image);
    reference->setRect(Rect{5, 3, 10, 4});
    segmenter->setRect(Rect{15, 7, -10, -4});
    EXPECT_TRUE(test::sameMask(solve(*reference), solve(*segmenter)));

    for (const Rect r :
         {Rect{3, 3, 0, 5}, {30, 2, 5, 5}, {-9, 0, 9, 10}, {far, far, far, far}, {low, low, low, low}})
        EXPECT_THROW(segmenter->setRect(r), InvalidArgument);
    EXPECT_TRUE(test::sameMask(solve(*reference), solve(*segmenter))) << "the previous one stays";

    reference->setRect(Rect{0, 0, 12, 10});
    segmenter->setRect(Rect{-1000, -5, 1012, far});
    EXPECT_TRUE(test::sameMask(solve(*reference), solve(*segmenter)));
}

TEST(AwkwardInput, ConstantPictureHasNothingToSeparate) {
    for (const Size size : {Size{32, 32}, {1, 1}, {1, 7}, {9, 1}}) {
        auto segmenter = segmenterOf(picture(size, [](int, int) { return Rgba8{255, 255, 255, 255}; }));
        segmenter->setRect(Rect::of(size));
        expectHint(*segmenter, "nothing to separate");
    }
}

TEST(AwkwardInput, TwoColoursAreSeparatedExactly) {
    const Rect object{9, 6, 13, 17};
    for (const auto& [in, out] : {std::pair{Rgba8{200, 30, 40, 255}, Rgba8{10, 20, 200, 255}},
                                  {Rgba8{128, 128, 128, 255}, Rgba8{129, 129, 129, 255}},
                                  {Rgba8{0, 0, 0, 255}, Rgba8{255, 255, 255, 255}}}) {
        const auto image = picture({32, 32}, [&](int x, int y) { return object.contains(x, y) ? in : out; });
        for (const SegmentParams& params : kStarts) {
            auto segmenter = segmenterOf(image);
            segmenter->setRect(Rect{5, 4, 22, 23});
            const SegmentResult result = solve(*segmenter, params);
            for (int y = 0; y < 32; ++y)
                for (int x = 0; x < 32; ++x)
                    ASSERT_EQ(result.mask->view()(x, y) != 0, object.contains(x, y)) << x << "," << y;
        }
    }
}

TEST(AwkwardInput, GreyOnly) {
    std::mt19937 random(1);
    const auto image = picture({40, 30}, [&](int x, int y) {
        const bool in = Rect{12, 8, 14, 13}.contains(x, y);
        const auto v = static_cast<std::uint8_t>((in ? 170 : 60) + random() % 30);
        return Rgba8{v, v, v, 255};
    });
    for (const SegmentParams& params : kStarts) {
        auto segmenter = segmenterOf(image);
        segmenter->setRect(Rect{8, 5, 22, 20});
        const SegmentResult result = solve(*segmenter, params);
        expectSound(result, image);
        EXPECT_EQ(result.foregroundPixels, 14 * 13);
    }
}

TEST(AwkwardInput, DifferencesTooSmallForTheEdgeSpace) {
    // One unit of blue vanishes in rounded Lab: beta falls back to 0.
    const auto image = picture({12, 12}, [](int x, int y) {
        return Rgba8{120, 120, static_cast<std::uint8_t>(Rect{4, 4, 4, 4}.contains(x, y) ? 121 : 120), 255};
    });
    auto segmenter = segmenterOf(image);
    segmenter->setRect(Rect{2, 2, 8, 8});
    expectSound(solve(*segmenter), image);
}

TEST(AwkwardInput, ThinPictures) {
    for (const Size size : {Size{2, 1}, {1, 2}, {3, 1}, {1, 40}, {300, 1}, {2, 2}})
        for (const SegmentParams& params : kStarts) {
            const auto image = ramp(size);
            auto boxed = segmenterOf(image);
            boxed->setRect(image->bounds());
            expectSound(solve(*boxed, params), image);
            auto painted = segmenterOf(image);
            painted->apply(fill({0, 0, 1, 1}, Label::SureForeground));
            painted->apply(fill({size.width - 1, size.height - 1, 1, 1}, Label::SureBackground));
            const SegmentResult result = solve(*painted, params);
            expectSound(result, image);
            EXPECT_EQ(result.mask->view()(0, 0), 255);
            EXPECT_EQ(result.mask->view()(size.width - 1, size.height - 1), 0);
        }
}

TEST(AwkwardInput, MissingClassesAreNamed) {
    const auto image = ramp({16, 16});
    auto segmenter = segmenterOf(image);
    expectHint(*segmenter, "Drag a rectangle around the object, or mark");
    segmenter->apply(fill({3, 3, 2, 2}, Label::SureForeground));
    expectHint(*segmenter, "Mark some background, or drag a rectangle around the object.");
    segmenter->apply(fill({3, 3, 2, 2}, Label::SureBackground));
    expectHint(*segmenter, "Mark some of the object, or drag a rectangle");
    segmenter->apply(fill(image->bounds(), Label::SureBackground));
    segmenter->setRect(Rect{4, 4, 6, 6});
    expectHint(*segmenter, "Everything is marked as background");
    segmenter->setRect(image->bounds());
    segmenter->apply(fill(image->bounds(), Label::SureForeground));
    expectHint(*segmenter, "Everything is marked as the object");
    // Refused, it still works.
    segmenter->apply(fill({0, 0, 16, 8}, Label::SureBackground));
    EXPECT_EQ(solve(*segmenter).foregroundPixels, 128);
}

TEST(AwkwardInput, ParametersAtBothEnds) {
    const auto image = test::scenePicture(makeScene({48, 40}, 5));
    auto segmenter = segmenterOf(image);
    segmenter->setRect(Rect{8, 6, 30, 28});
    for (const Start start : {Start::Fretsaw, Start::OpenCv})
        for (const double gamma : {0.0, 1e-6, 1000.0})
            for (const int components : {1, 16})
                for (const int iterations : {0, 1, 100}) {
                    SegmentParams params;
                    params.start = start;
                    params.gamma = gamma;
                    params.components = components;
                    params.iterations = iterations;
                    const SegmentResult result = solve(*segmenter, params);
                    expectSound(result, image);
                    EXPECT_LE(result.iterations, iterations);
                    EXPECT_EQ(result.unitsPerNat, gamma == 1000 ? 1.6 : 32);
                }
}

TEST(AwkwardInput, ParametersBeyondTheEndsAreRefused) {
    const auto image = ramp({16, 16});
    auto segmenter = segmenterOf(image);
    segmenter->setRect(Rect{4, 4, 8, 8});
    const SegmentResult before = solve(*segmenter);
    const auto refuses = [&](auto change) {
        SegmentParams params;
        change(params);
        EXPECT_THROW((void)solve(*segmenter, params), InvalidArgument);
    };
    for (const double gamma : {-1.0, 1000.1, std::nan(""), std::numeric_limits<double>::infinity(),
                               -std::numeric_limits<double>::infinity()})
        refuses([&](SegmentParams& p) { p.gamma = gamma; });
    for (const int n : {-1, 101}) refuses([&](SegmentParams& p) { p.iterations = n; });
    for (const int n : {0, 17, -5}) refuses([&](SegmentParams& p) { p.components = n; });
    refuses([&](SegmentParams& p) { p.models = Models::Given; });
    auto broken = std::make_shared<ColourModels>(*before.models);
    broken->foreground.parts[0].covariance[0] = std::nan("");
    refuses([&](SegmentParams& p) { p.models = Models::Given, p.given.models = broken; });
    EXPECT_TRUE(test::sameMask(before, solve(*segmenter)));
}

TEST(AwkwardInput, NoPicture) {
    auto segmenter = makeCpuSegmenter(1);
    EXPECT_THROW((void)solve(*segmenter), InvalidArgument);
    EXPECT_THROW(segmenter->setRect(Rect{0, 0, 1, 1}), InvalidArgument);
    EXPECT_THROW(segmenter->apply(fill({0, 0, 1, 1}, Label::SureForeground)), InvalidArgument);
    EXPECT_THROW(segmenter->setImage(nullptr), InvalidArgument);
    EXPECT_THROW(segmenter->setImage(std::make_shared<Image<Rgba8>>()), InvalidArgument);
}

TEST(AwkwardInput, EmptyAndFullMasksWarn) {
    const auto image = ramp({16, 16});
    auto segmenter = segmenterOf(image);
    segmenter->apply(fill(image->bounds(), Label::SureForeground));
    segmenter->apply(fill({0, 0, 1, 1}, Label::ProbableBackground));
    SegmentParams params;
    params.gamma = 1000;  // one probable pixel among sure ones cannot hold out
    const SegmentResult full = solve(*segmenter, params);
    EXPECT_EQ(full.foregroundPixels, 256);
    EXPECT_THAT(full.warnings, testing::Contains("The mask is the whole picture."));

    segmenter->apply(fill(image->bounds(), Label::SureBackground));
    segmenter->apply(fill({8, 8, 1, 1}, Label::ProbableForeground));
    const SegmentResult empty = solve(*segmenter, params);
    EXPECT_EQ(empty.foregroundPixels, 0);
    EXPECT_THAT(empty.warnings, testing::Contains("The mask is empty."));
}

}  // namespace
}  // namespace fretsaw
