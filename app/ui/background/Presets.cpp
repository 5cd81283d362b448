// Reads the list of presets.
// Which there are is said in resources/presets/presets.txt.
#include "app/ui/background/Presets.h"

#include <QFile>
#include <QList>

namespace fretsaw::ui {

std::vector<Preset> parsePresets(const QByteArray& text) {
    std::vector<Preset> found;
    for (const QByteArray& line : text.split('\n')) {
        const auto bar = line.indexOf('|');
        if (line.startsWith('#') || bar < 0) continue;
        try {
            found.push_back({QString::fromUtf8(line.left(bar).trimmed()),
                             PictureRecipe::parse(line.mid(bar + 1).trimmed().toStdString())});
        } catch (const InvalidArgument& e) {
            qWarning("Preset \"%s\": %s", line.left(bar).constData(), e.what());
        }
    }
    return found;
}

const std::vector<Preset>& presets() {
    static const std::vector<Preset> kAll = [] {
        QFile file(":/presets/presets.txt");
        return file.open(QIODevice::ReadOnly) ? parsePresets(file.readAll()) : std::vector<Preset>();
    }();
    return kAll;
}

}  // namespace fretsaw::ui
