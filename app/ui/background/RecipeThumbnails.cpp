// Renders small pictures one by one, and remembers them.
// The pixels are the generators'.
#include "app/ui/background/RecipeThumbnails.h"

#include "app/Aside.h"
#include "core/generate/Background.h"

namespace fretsaw::ui {
namespace {

/// A null image: stopped.
QImage render(const PictureRecipe& recipe, Size size, const std::stop_token& stop) {
    const auto generator = makeCpuGenerator(1);
    auto pixels = Image<Rgb32f>::uninitialized(size);
    PlacedPicture picture(*generator, recipe, {size, Rect::of(size)});
    if (!picture.renderInto(Rect::of(size), pixels.view(), stop)) return {};
    QImage image(size.width, size.height, QImage::Format_RGBX8888);
    for (int y = 0; y < size.height; ++y)
        std::transform(pixels.row(y), pixels.row(y) + size.width, reinterpret_cast<Rgba8*>(image.scanLine(y)),
                       rgba8From);
    return image;
}

}  // namespace

RecipeThumbnails::RecipeThumbnails(QSize size, QObject* parent) : QObject(parent), size_(size) {}

RecipeThumbnails::~RecipeThumbnails() {
    stop_.request_stop();
}

QImage RecipeThumbnails::picture(const PictureRecipe& recipe) {
    const QString line = QString::fromStdString(recipe.text());
    const auto found = made_.constFind(line);
    if (found != made_.constEnd()) return *found;
    made_.insert(line, {});
    waiting_.push_back(recipe);
    if (!running_) makeNext();
    return {};
}

void RecipeThumbnails::makeNext() {
    if (waiting_.empty()) return;
    const PictureRecipe recipe = waiting_.front();
    waiting_.erase(waiting_.begin());
    running_ = true;
    app::runAside(
        this,
        [recipe, size = Size{size_.width(), size_.height()}, stop = stop_.get_token()] {
            return render(recipe, size, stop);
        },
        [this, line = QString::fromStdString(recipe.text())](const app::Outcome<QImage>& outcome) {
            running_ = false;
            if (outcome.value && !outcome.value->isNull()) {
                made_.insert(line, *outcome.value);
                emit ready(line, *outcome.value);
            }
            makeNext();
        });
}

}  // namespace fretsaw::ui
