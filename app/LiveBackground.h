// The document's background as pixels behind the open photo, kept up to date while somebody looks at it.
// No widgets; it changes no document and computes nothing itself.
#pragma once

#include <QObject>
#include <QString>
#include <memory>

#include "app/Document.h"
#include "app/PictureRenderer.h"

namespace fretsaw::app {

/// GUI thread.
class LiveBackground : public QObject {
    Q_OBJECT

public:
    /// document outlives it.
    LiveBackground(Document& document, PictureRenderer::GeneratorFactory factory, QObject* parent = nullptr);

    /// Whether anybody looks: nothing is computed while nobody does.
    void setShown(bool shown);
    /// Seconds into the loop of the recipe's evolution; the document's recipe stays as it is.
    void setTime(double seconds);

    /// Of the photo's size, or coarse and to be stretched to it; pixels null: there is none yet. Stays while
    /// the next one is being computed, or cannot be.
    [[nodiscard]] const RenderedPicture& picture() const { return picture_; }
    /// Why the present background cannot be shown: a sentence for people; empty: it can.
    [[nodiscard]] QString error() const { return error_; }
    /// What is wanted is being computed.
    [[nodiscard]] bool busy() const { return renderer_.busy(); }

signals:
    void pictureChanged();
    void errorChanged();

private:
    void refresh();
    [[nodiscard]] std::shared_ptr<const DocumentPictures> whatFormulasRead() const;
    void setError(const QString& error);

    Document& document_;
    PictureRenderer renderer_;
    RenderedPicture picture_;
    QString error_;
    double seconds_ = 0;
    bool shown_ = false;
    bool stale_ = true;  ///< picture() is not what was asked for last
};

}  // namespace fretsaw::app
