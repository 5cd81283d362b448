// Gives the tests of the window an application with the canvas's surface format.
// No tests here.
#include <QApplication>

#include "app/ui/Canvas.h"
#include "tests/common/ApplicationEnvironment.h"

static const auto* const kApplication =
    testing::AddGlobalTestEnvironment(new fretsaw::test::ApplicationEnvironment<QApplication>(
        [] { QSurfaceFormat::setDefaultFormat(fretsaw::ui::Canvas::defaultSurfaceFormat()); }));
