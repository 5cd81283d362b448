// The bar under the toolbar that says what happened, why, and the one thing to do about it.
// It knows nothing of what it reports.
#pragma once

#include <QFrame>
#include <QString>
#include <functional>

class QLabel;
class QPushButton;
class QTimer;
class QToolButton;

namespace fretsaw::ui {

/// One message at a time; a newer one takes the place of the older. GUI thread.
class MessageBar : public QFrame {
    Q_OBJECT

public:
    enum class Kind { Done, Note, Warning, Error };
    struct Message {
        Kind kind = Kind::Note;
        QString title;                 ///< what happened, in a few words
        QString detail;                ///< why, or where; may be empty
        QString actionText;            ///< the one thing to do; empty: none
        std::function<void()> action;  ///< called after the bar has closed
    };

    explicit MessageBar(QWidget* parent = nullptr);

    /// Opens the bar. Done closes by itself after some seconds; the others stay until closed or replaced.
    void post(const Message& message);
    /// Closes the bar; false where it was closed.
    bool dismiss();
    /// What it says, or an empty title while closed.
    [[nodiscard]] const Message& message() const { return message_; }

protected:
    void changeEvent(QEvent* event) override;

private:
    void paintMark();

    Message message_;
    QLabel* mark_;
    QLabel* text_;
    QPushButton* actionButton_;
    QToolButton* closeButton_;
    QTimer* timer_;
};

}  // namespace fretsaw::ui
