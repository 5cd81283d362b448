// The one question before labels that were never exported are thrown away.
// It exports nothing itself.
#pragma once

#include <QObject>
#include <functional>

#include "app/Document.h"

class QWidget;

namespace fretsaw::ui {

class Exporter;

/// GUI thread.
class UnsavedGuard : public QObject {
    Q_OBJECT

public:
    /// Both outlive the guard. parent: the window that the question belongs to.
    UnsavedGuard(app::Document& document, Exporter& exporter, QWidget* parent);

    /// There are labels that no export holds.
    [[nodiscard]] bool hasUnsavedWork() const;
    /// Calls proceed at once where nothing would be lost; otherwise asks one question: export first (proceed
    /// follows a successful export), discard, or stay. A question that is open already is not asked again.
    void beforeLosingWork(std::function<void()> proceed);

private:
    app::Document& document_;
    Exporter& exporter_;
    QWidget* parent_;
    bool asking_ = false;
    std::function<void()> afterExport_;
};

}  // namespace fretsaw::ui
