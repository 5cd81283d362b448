// A document with an engine whose segmenter cuts by a rule, and what it has said so far.
// No tests here.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <utility>
#include <vector>

#include "app/Document.h"
#include "tests/app/FakeSegmenter.h"

namespace fretsaw::app {

using test::FakeControl;
using test::FakeSegmenter;
using test::waitFor;

inline std::shared_ptr<const io::Photo> photoOf(Size size) {
    auto photo = std::make_shared<io::Photo>();
    photo->srgb = std::make_shared<const Image<Rgba8>>(size);
    photo->source8 = photo->srgb;
    return photo;
}

class DocumentTest : public testing::Test {
protected:
    DocumentTest() {
        QObject::connect(&document, &Document::maskChanged,
                         [this](Rect r) { maskDirty = maskDirty.united(r); });
        QObject::connect(&document, &Document::labelsChanged,
                         [this](Rect r) { labelDirty = labelDirty.united(r); });
        QObject::connect(&document, &Document::solveFailed,
                         [this](const QString& m) { messages.push_back(m); });
    }
    void open(Size size = {40, 30}) { document.setPhoto(photoOf(size)); }
    void stroke(Label label, PointF from, PointF to, double width = 5) {
        document.beginStroke(label, width, from);
        document.extendStroke(to);
        document.endStroke();
    }
    bool settle() {
        return waitFor([this] { return !engine.busy(); });
    }
    bool waitEntered(int calls) {
        return waitFor([this, calls] { return control->entered >= calls; });
    }
    Image<std::uint8_t> expectedMask() { return FakeSegmenter::maskOf(document.labels(), document.rect()); }
    bool maskIsRight() {
        return document.maskFrame() &&
               test::equal(document.maskFrame()->result.mask->view(), std::as_const(*&expected).view());
    }
    /// The engine's answer fits labels and rectangle as the document has them.
    void expectMask() {
        ASSERT_TRUE(settle());
        ASSERT_TRUE(document.maskIsCurrent());
        expected = expectedMask();
        EXPECT_TRUE(maskIsRight());
    }
    std::vector<SegmentParams> calls() { return control->copy(&FakeControl::params); }

    std::shared_ptr<FakeControl> control = std::make_shared<FakeControl>();
    Engine engine{[this] { return std::make_unique<FakeSegmenter>(control); }};
    Document document{engine};
    Image<std::uint8_t> expected;
    Rect maskDirty, labelDirty;
    std::vector<QString> messages;
};

}  // namespace fretsaw::app
