// The help window: every key, from the actions themselves, the pages of resources/help, and what this program
// is.
// It changes nothing.
#pragma once

#include <QDialog>

namespace fretsaw::ui {

class Actions;

/// Not modal: it can stay open beside the work.
class HelpDialog : public QDialog {
    Q_OBJECT

public:
    /// machine: sentences about what draws and computes here.
    HelpDialog(const Actions& actions, const QString& machine, QWidget* parent = nullptr);
};

}  // namespace fretsaw::ui
