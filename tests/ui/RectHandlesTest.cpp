// Handles of the rectangle: what the pointer takes hold of and what dragging it does.
// No widgets.
#include "app/ui/RectHandles.h"

#include <gtest/gtest.h>

namespace fretsaw::ui {
namespace {

constexpr Size kImage{100, 80};
const QRectF kShown(50, 40, 200, 120);

TEST(RectHandles, EachHandleIsTakenWithinItsReachAndNotBeyond) {
    const auto centres = handleCentres(kShown);
    for (int i = 0; i < kHandleCount; ++i) {
        const auto part = static_cast<RectPart>(i);
        const QPointF c = centres[static_cast<std::size_t>(i)];
        const double near = kHandleReach - 1;
        for (const QPointF off :
             {QPointF(0, 0), QPointF(near, near), QPointF(-near, near), QPointF(near, -near)})
            EXPECT_EQ(rectPartAt(kShown, c + off), part);
        EXPECT_NE(rectPartAt(kShown, c + QPointF(kHandleReach + 1, kHandleReach + 1)), part);
    }
}

TEST(RectHandles, FrameBetweenHandlesMovesAndElsewhereANewOneBegins) {
    EXPECT_EQ(rectPartAt(kShown, {100, 40 + kFrameReach - 1}), RectPart::Frame);
    EXPECT_EQ(rectPartAt(kShown, {100, 40 - kFrameReach + 1}), RectPart::Frame);
    EXPECT_EQ(rectPartAt(kShown, {250, 70}), RectPart::Frame);
    EXPECT_EQ(rectPartAt(kShown, {100, 80}), RectPart::None);
    EXPECT_EQ(rectPartAt(kShown, {100, 20}), RectPart::None);
}

TEST(RectHandles, CornersStayReachableOnATinyRectangle) {
    const QRectF tiny(100, 100, 4, 4);
    EXPECT_EQ(rectPartAt(tiny, {98, 98}), RectPart::TopLeft);
    EXPECT_EQ(rectPartAt(tiny, {106, 106}), RectPart::BottomRight);
}

TEST(RectHandles, ANewRectangleHoldsThePixelsUnderBothPointsWhicheverWayItIsDragged) {
    const Rect wanted{10, 20, 21, 11};
    EXPECT_EQ(draggedRect({}, RectPart::None, {10.5, 20.5}, {30.5, 30.5}, kImage), wanted);
    EXPECT_EQ(draggedRect({}, RectPart::None, {30.5, 30.5}, {10.5, 20.5}, kImage), wanted);
    EXPECT_EQ(draggedRect({}, RectPart::None, {30.2, 20.9}, {10.9, 30.1}, kImage), wanted);
    EXPECT_EQ(draggedRect({}, RectPart::None, {5.5, 5.5}, {5.6, 5.6}, kImage), (Rect{5, 5, 1, 1}));
}

TEST(RectHandles, DragsOutsideTheImageAreClippedAndWhollyOutsideGiveNothing) {
    EXPECT_EQ(draggedRect({}, RectPart::None, {-50, -50}, {1e12, 1e12}, kImage), Rect::of(kImage));
    EXPECT_TRUE(draggedRect({}, RectPart::None, {-50, -50}, {-10, 200}, kImage).empty());
    EXPECT_EQ(draggedRect({10, 10, 20, 20}, RectPart::BottomRight, {30, 30}, {1e12, 1e12}, kImage),
              (Rect{10, 10, 90, 70}));
}

TEST(RectHandles, HandlesMoveTheirEdgesOnly) {
    const Rect start{10, 20, 30, 40};
    const QPointF from(0, 0), to(3.4, -5.6);  // rounds to +3, −6
    EXPECT_EQ(draggedRect(start, RectPart::Left, from, to, kImage), (Rect{13, 20, 27, 40}));
    EXPECT_EQ(draggedRect(start, RectPart::Right, from, to, kImage), (Rect{10, 20, 33, 40}));
    EXPECT_EQ(draggedRect(start, RectPart::Top, from, to, kImage), (Rect{10, 14, 30, 46}));
    EXPECT_EQ(draggedRect(start, RectPart::Bottom, from, to, kImage), (Rect{10, 20, 30, 34}));
    EXPECT_EQ(draggedRect(start, RectPart::TopLeft, from, to, kImage), (Rect{13, 14, 27, 46}));
    EXPECT_EQ(draggedRect(start, RectPart::TopRight, from, to, kImage), (Rect{10, 14, 33, 46}));
    EXPECT_EQ(draggedRect(start, RectPart::BottomLeft, from, to, kImage), (Rect{13, 20, 27, 34}));
    EXPECT_EQ(draggedRect(start, RectPart::BottomRight, from, to, kImage), (Rect{10, 20, 33, 34}));
    EXPECT_EQ(draggedRect(start, RectPart::Frame, from, to, kImage), (Rect{13, 14, 30, 40}));
}

TEST(RectHandles, DraggingAnEdgePastTheOppositeOneTurnsTheRectangleOver) {
    const Rect start{10, 20, 30, 40};
    EXPECT_EQ(draggedRect(start, RectPart::Left, {10, 40}, {60, 40}, kImage), (Rect{40, 20, 20, 40}));
    EXPECT_EQ(draggedRect(start, RectPart::TopLeft, {10, 20}, {40, 60}, kImage).size(), (Size{1, 1}));
    // Both edges at the far border: the one pixel that is left lies inside.
    EXPECT_EQ(draggedRect({60, 20, 40, 40}, RectPart::Left, {60, 30}, {1000, 30}, kImage),
              (Rect{99, 20, 1, 40}));
}

TEST(RectHandles, NudgingStopsAtTheBorderAndKeepsTheSize) {
    EXPECT_EQ(nudgedRect({10, 20, 30, 40}, 1, -10, kImage), (Rect{11, 10, 30, 40}));
    EXPECT_EQ(nudgedRect({10, 20, 30, 40}, -99, 99, kImage), (Rect{0, 40, 30, 40}));
    EXPECT_EQ(nudgedRect(Rect::of(kImage), 5, 5, kImage), Rect::of(kImage));
}

TEST(RectHandles, CursorsPointTheWayAHandleMoves) {
    EXPECT_EQ(cursorFor(RectPart::TopLeft), Qt::SizeFDiagCursor);
    EXPECT_EQ(cursorFor(RectPart::TopRight), Qt::SizeBDiagCursor);
    EXPECT_EQ(cursorFor(RectPart::Left), Qt::SizeHorCursor);
    EXPECT_EQ(cursorFor(RectPart::Bottom), Qt::SizeVerCursor);
    EXPECT_EQ(cursorFor(RectPart::Frame), Qt::SizeAllCursor);
    EXPECT_EQ(cursorFor(RectPart::None), Qt::CrossCursor);
}

}  // namespace
}  // namespace fretsaw::ui
