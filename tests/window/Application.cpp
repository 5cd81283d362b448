// Gives the tests of this room a QApplication without a display.
// No tests here.
#include <QApplication>
#include <QStandardPaths>

#include "tests/common/ApplicationEnvironment.h"

static const auto* const kApplication =
    testing::AddGlobalTestEnvironment(new fretsaw::test::ApplicationEnvironment<QApplication>([] {
        qputenv("QT_QPA_PLATFORM", "offscreen");
        QStandardPaths::setTestModeEnabled(true);  // thumbnails of tests stay out of the person's cache
    }));
