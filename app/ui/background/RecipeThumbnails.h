// Small pictures of recipes, made by the program itself on a pool thread and kept in memory.
// Where they are shown is the widgets' business.
#pragma once

#include <QHash>
#include <QImage>
#include <QObject>
#include <QSize>
#include <stop_token>
#include <vector>

#include "core/generate/PictureRecipe.h"

namespace fretsaw::ui {

/// GUI thread. Pictures are made one after the other, by one thread, in the order in which they were asked
/// for.
class RecipeThumbnails : public QObject {
    Q_OBJECT

public:
    /// size: in pixels of the screen.
    explicit RecipeThumbnails(QSize size, QObject* parent = nullptr);
    ~RecipeThumbnails() override;

    /// The picture, or a null image: then ready() follows, unless it cannot be made.
    QImage picture(const PictureRecipe& recipe);
    [[nodiscard]] QSize size() const { return size_; }
    [[nodiscard]] bool isIdle() const { return waiting_.empty() && !running_; }

signals:
    /// line: the recipe's text.
    void ready(const QString& line, const QImage& picture);

private:
    void makeNext();

    QSize size_;
    QHash<QString, QImage> made_;  ///< by the recipe's text; null: wanted
    std::vector<PictureRecipe> waiting_;
    std::stop_source stop_;
    bool running_ = false;
};

}  // namespace fretsaw::ui
