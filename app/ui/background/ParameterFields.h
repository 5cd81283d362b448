// Fields for the parameters of whatever generator: made from the table, one below the other.
// What a parameter means is the generator's business.
#pragma once

#include <QWidget>
#include <functional>
#include <vector>

#include "core/generate/PictureRecipe.h"

class QVBoxLayout;

namespace fretsaw::ui {

class BackgroundEditor;

/// Shows and changes the editor's recipe. GUI thread.
class ParameterFields : public QWidget {
    Q_OBJECT

public:
    /// editor outlives the fields.
    explicit ParameterFields(BackgroundEditor& editor, QWidget* parent = nullptr);

signals:
    void rebuilt();  ///< the fields are others now

private:
    using Show = std::function<void(double)>;  ///< puts a value into a field

    void refresh();
    void rebuild();
    Show addSlider(const Parameter& parameter, QVBoxLayout& column);
    Show addBox(const Parameter& parameter, QVBoxLayout& column);
    Show addChoice(const Parameter& parameter, QVBoxLayout& column);
    Show addColour(const Parameter& parameter, QVBoxLayout& column);
    void take(const std::string& key, double value);
    void addTitled(const Parameter& parameter, QWidget& field, QVBoxLayout& column);
    void addWhyNotTiled(QVBoxLayout& column);

    BackgroundEditor& editor_;
    std::vector<Parameter> shown_;
    QString whyNotTiled_;
    std::vector<Show> fields_;  ///< one for each of shown_
    QWidget* content_ = nullptr;
};

}  // namespace fretsaw::ui
