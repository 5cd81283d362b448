// A whole window that is never drawn, with a segmenter that cuts by a rule.
// No tests here.
#pragma once

#include <gtest/gtest.h>

#include <QTemporaryDir>
#include <memory>

#include "app/Document.h"
#include "app/Engine.h"
#include "app/Settings.h"
#include "app/ui/Actions.h"
#include "app/ui/Canvas.h"
#include "app/ui/Exporter.h"
#include "app/ui/MainWindow.h"
#include "app/ui/MessageBar.h"
#include "app/ui/Theme.h"
#include "tests/app/FakeSegmenter.h"

namespace fretsaw::ui {

class WindowParts : public testing::Test {
protected:
    /// A photo without a file; grey.
    void openPhoto(Size size = {40, 30}) {
        auto photo = std::make_shared<io::Photo>();
        photo->srgb = std::make_shared<const Image<Rgba8>>(size, Rgba8{90, 90, 90, 255});
        photo->source8 = photo->srgb;
        photo->path = folder.filePath("photo.png").toStdString();
        document.setPhoto(photo);
    }
    void stroke(Label label, PointF from, PointF to, double widthPx) {
        document.beginStroke(label, widthPx, from);
        document.extendStroke(to);
        document.endStroke();
    }
    [[nodiscard]] QAction* action(ActionId id) const { return window.actions()[id]; }
    bool waitForMask() {
        return test::waitFor([&] { return document.maskIsCurrent() && !engine.busy(); });
    }

    QTemporaryDir folder;
    std::shared_ptr<test::FakeControl> control = std::make_shared<test::FakeControl>();
    app::Settings settings{folder.filePath("settings.ini")};
    Theme theme{Scheme::Light};
    app::Engine engine{[this] { return std::make_unique<test::FakeSegmenter>(control); }};
    app::Document document{engine};
    MainWindow window{document, engine, settings, theme};
};

}  // namespace fretsaw::ui
