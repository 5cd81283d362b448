// The seed: a number, dice, and a lock.
// What a seed does is the generators' business.
#pragma once

#include <QWidget>

namespace fretsaw::ui {

class BackgroundEditor;

/// GUI thread.
class SeedFields : public QWidget {
    Q_OBJECT

public:
    /// editor outlives the fields.
    explicit SeedFields(BackgroundEditor& editor, QWidget* parent = nullptr);
};

}  // namespace fretsaw::ui
