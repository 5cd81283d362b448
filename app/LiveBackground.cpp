// From changes of document, photo and time to requests.
// Nothing is computed here.
#include "app/LiveBackground.h"

#include <utility>

#include "app/ErrorText.h"

namespace fretsaw::app {

LiveBackground::LiveBackground(Document& document, PictureRenderer::GeneratorFactory factory, QObject* parent)
    : QObject(parent), document_(document), renderer_(std::move(factory)) {
    connect(&document_, &Document::backgroundChanged, this, &LiveBackground::refresh);
    connect(&document_, &Document::photoChanged, this, [this] {
        renderer_.cancel();  // what is on its way has another size
        picture_ = {};
        emit pictureChanged();
        refresh();
    });
    connect(&document_, &Document::maskChanged, this, [this] {
        if (readsDocument(document_.background().recipe)) refresh();
    });
    connect(&renderer_, &PictureRenderer::rendered, this, [this](const RenderedPicture& picture) {
        picture_ = picture;
        setError({});
        emit pictureChanged();
    });
    connect(&renderer_, &PictureRenderer::failed, this,
            [this](quint64, const QString& message) { setError(message); });
}

void LiveBackground::setShown(bool shown) {
    shown_ = shown;
    if (!shown && renderer_.busy()) {
        renderer_.cancel();
        stale_ = true;
    }
    if (shown && stale_) refresh();
}

void LiveBackground::setTime(double seconds) {
    if (std::exchange(seconds_, seconds) != seconds) refresh();
}

void LiveBackground::refresh() {
    stale_ = true;
    if (!shown_ || !document_.hasPhoto()) return;
    stale_ = false;
    try {
        const Background& background = document_.background();
        renderer_.request({atTime(background.recipe, seconds_), placementOf(background, document_.size()),
                           readsDocument(background.recipe) ? whatFormulasRead() : nullptr});
    } catch (...) {
        renderer_.cancel();
        setError(currentErrorText());
    }
}

std::shared_ptr<const DocumentPictures> LiveBackground::whatFormulasRead() const {
    const auto shown = document_.shownFrame();
    return std::make_shared<const DocumentPictures>(
        DocumentPictures{document_.photo()->srgb, shown ? shown->result.mask : nullptr});
}

void LiveBackground::setError(const QString& error) {
    if (std::exchange(error_, error) != error) emit errorChanged();
}

}  // namespace fretsaw::app
