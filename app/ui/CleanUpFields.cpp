// The fields of clean-up.
// The rules are core's.
#include "app/ui/CleanUpFields.h"

#include <QCheckBox>

namespace fretsaw::ui {
namespace {

constexpr double kMostPx = 99'999;  ///< as many digits as the field shows

}  // namespace

CleanUpFields::CleanUpFields(app::Document& document, QWidget* parent)
    : FieldGrid(parent), document_(document) {
    const SliderField::Range sizes{0, kMostPx, 0, 0, tr(" px"), SliderField::Scale::Quadratic};
    fillHoles_ =
        addSlider(tr("Fill holes"),
                  tr("Holes in the object that have fewer pixels are filled, except where background "
                     "is painted in them. 0: none."),
                  sizes);
    fillHoles_->setObjectName("fillHoles");
    dropIslands_ = addSlider(tr("Drop islands"),
                             tr("Parts of the object that have fewer pixels are dropped, except where "
                                "foreground is painted in them. 0: none."),
                             sizes);
    dropIslands_->setObjectName("dropIslands");
    keepConnected_ =
        addBox("keepConnected", tr("Only parts with foreground strokes"),
               tr("Parts of the object in which no foreground is painted are dropped. As long as "
                  "none is painted at all, every part stays."));
    localChanges_ = addBox("localChanges", tr("Local changes only"),
                           tr("Strokes change the mask only where it hangs together with them, and nothing "
                              "far away."));

    connect(fillHoles_, &SliderField::valueChanged, this, [this](double v) {
        document_.changeParams([v](SegmentParams& p) { p.cleanUp.fillHolesPx = static_cast<int>(v); });
    });
    connect(dropIslands_, &SliderField::valueChanged, this, [this](double v) {
        document_.changeParams([v](SegmentParams& p) { p.cleanUp.dropIslandsPx = static_cast<int>(v); });
    });
    connect(keepConnected_, &QCheckBox::clicked, this, [this](bool on) {
        document_.changeParams([on](SegmentParams& p) { p.cleanUp.keepConnected = on; });
    });
    connect(localChanges_, &QCheckBox::clicked, this,
            [this](bool on) { document_.changeParams([on](SegmentParams& p) { p.localChanges = on; }); });
    connect(&document_, &app::Document::paramsChanged, this, &CleanUpFields::showParams);
    showParams();
}

QCheckBox* CleanUpFields::addBox(const QString& name, const QString& text, const QString& tip) {
    auto* box = new QCheckBox(text);
    box->setObjectName(name);
    box->setAccessibleName(text);
    box->setToolTip(tip);
    box->setFocusPolicy(Qt::TabFocus);
    addWide(box);
    return box;
}

void CleanUpFields::showParams() {
    const SegmentParams& params = document_.params();
    fillHoles_->showValue(params.cleanUp.fillHolesPx);
    dropIslands_->showValue(params.cleanUp.dropIslandsPx);
    keepConnected_->setChecked(params.cleanUp.keepConnected);
    localChanges_->setChecked(params.localChanges);
}

}  // namespace fretsaw::ui
