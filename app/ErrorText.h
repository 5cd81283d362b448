// What is told to a person of an exception that nothing more is known of.
// For the threads that compute; errors with a place of their own are caught where they belong.
#pragma once

#include <QCoreApplication>
#include <QString>
#include <exception>
#include <new>

namespace fretsaw::app {

/// Inside a catch block: the exception as a sentence. Any thread.
[[nodiscard]] inline QString currentErrorText() {
    const auto tr = [](const char* text) { return QCoreApplication::translate("fretsaw::app", text); };
    try {
        throw;
    } catch (const std::bad_alloc&) {
        return tr("Not enough memory.");
    } catch (const std::exception& error) {
        return QString::fromUtf8(error.what());
    } catch (...) {
        return tr("The computation failed for an unknown reason.");
    }
}

}  // namespace fretsaw::app
