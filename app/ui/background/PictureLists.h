// Choices with small pictures: the generators, and the presets that come with the program.
// What they are is said by the table of generators and by resources/presets.
#pragma once

#include <QComboBox>
#include <QListWidget>

#include "app/ui/background/RecipeThumbnails.h"

namespace fretsaw::ui {

class BackgroundEditor;

/// Small pictures have this size, in logical pixels.
inline constexpr QSize kThumbnailSize{75, 50};

/// Chooses the editor's generator. GUI thread.
class GeneratorList : public QComboBox {
    Q_OBJECT

public:
    /// Both outlive the list. Pictures are wanted from thumbnails when the list is first shown.
    GeneratorList(BackgroundEditor& editor, RecipeThumbnails& thumbnails, QWidget* parent = nullptr);

protected:
    void showEvent(QShowEvent* event) override;

private:
    void refresh();

    BackgroundEditor& editor_;
    RecipeThumbnails& thumbnails_;
};

/// Three in a row; a click or Enter shows one in the editor. GUI thread.
class PresetList : public QListWidget {
    Q_OBJECT

public:
    /// As GeneratorList.
    PresetList(BackgroundEditor& editor, RecipeThumbnails& thumbnails, QWidget* parent = nullptr);

    [[nodiscard]] QSize sizeHint() const override;

protected:
    bool event(QEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    RecipeThumbnails& thumbnails_;
};

}  // namespace fretsaw::ui
