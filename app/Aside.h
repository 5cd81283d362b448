// Work beside the GUI thread for things that take longer than a frame: files, thumbnails.
// Not for segmentation, which has a thread of its own (Engine).
#pragma once

#include <QFutureWatcher>
#include <QObject>
#include <QString>
#include <QtConcurrent>
#include <optional>
#include <utility>

#include "app/ErrorText.h"
#include "app/GiveWay.h"

namespace fretsaw::app {

/// What a job gave: a value, or the sentence of the exception that ended it.
template <typename T>
struct Outcome {
    std::optional<T> value;
    QString error;
};

/// Runs work() on a pool thread and then done(Outcome<T>) on the thread of `owner`, unless owner is gone by
/// then. work must own or share all that it touches. The program waits for unfinished work at its end.
template <typename Work, typename Done>
void runAside(QObject* owner, Work work, Done done) {
    using T = decltype(work());
    auto* watcher = new QFutureWatcher<Outcome<T>>(owner);
    QObject::connect(watcher, &QFutureWatcherBase::finished, owner,
                     [watcher, done = std::move(done)]() mutable {
                         watcher->deleteLater();
                         done(watcher->future().takeResult());
                     });
    watcher->setFuture(QtConcurrent::run([work = std::move(work)]() mutable -> Outcome<T> {
        giveWay(kComputingNiceness);
        try {
            return {work(), {}};
        } catch (...) {
            return {std::nullopt, currentErrorText()};
        }
    }));
}

}  // namespace fretsaw::app
