// Gives the tests of this room an event loop.
// No tests here.
#include <QCoreApplication>

#include "tests/common/ApplicationEnvironment.h"

static const auto* const kApplication =
    testing::AddGlobalTestEnvironment(new fretsaw::test::ApplicationEnvironment<QCoreApplication>);
