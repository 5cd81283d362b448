// The parameters of the cut.
// Defaults and ranges of the cut are core's.
#include "app/ui/SolverFields.h"

#include <QComboBox>
#include <QLabel>

namespace fretsaw::ui {
SolverFields::SolverFields(app::Document& document, QWidget* parent)
    : FieldGrid(parent), document_(document) {
    using Scale = SliderField::Scale;
    const SegmentParams initial;
    start_ = addChoice(tr("Start"),
                       tr("How the first guess is made: Fretsaw looks at what differs from the outside of "
                          "the box; OpenCV clusters colours at random, as cv::grabCut does."),
                       {tr("Fretsaw"), tr("OpenCV")});
    model_ = addChoice(tr("Colours"),
                       tr("What a pixel is compared with: the whole mixture of colours, or its best "
                          "component alone, as in the paper."),
                       {tr("Best component"), tr("Mixture")});
    gamma_ = addSlider(tr("Edge weight"), tr("Higher: smoother outlines that keep to strong edges (gamma)."),
                       {0, 1000, Recipe{}.gamma, 0, {}, Scale::Quadratic, true});
    iterations_ = addSlider(tr("Iterations"),
                            tr("How often colours are learned anew at most; the work ends earlier when "
                               "nothing changes."),
                            {0, 100, double(initial.iterations), 0, {}, Scale::Quadratic});
    components_ = addSlider(tr("Components"), tr("Colour clusters on each side of the cut."),
                            {1, 16, double(Recipe{}.foregroundComponents), 0, {}, Scale::Linear, true});
    seed_ = addSlider(tr("Seed"), tr("Another number gives another random start."),
                      {0, 9999, double(initial.seed), 0, {}, Scale::Linear});
    seedLabel_ = labelOf(*seed_);

    connect(start_, &QComboBox::activated, this, [this](int i) {
        document_.changeParams([i](SegmentParams& p) { p.start = static_cast<Start>(i); });
    });
    connect(model_, &QComboBox::activated, this, [this](int i) {
        document_.changeParams([i](SegmentParams& p) { p.model = static_cast<DataTerm>(i); });
    });
    connect(gamma_, &SliderField::valueChanged, this,
            [this](double v) { document_.changeParams([v](SegmentParams& p) { p.gamma = v; }); });
    connect(iterations_, &SliderField::valueChanged, this, [this](double v) {
        document_.changeParams([v](SegmentParams& p) { p.iterations = static_cast<int>(v); });
    });
    connect(components_, &SliderField::valueChanged, this, [this](double v) {
        document_.changeParams([v](SegmentParams& p) { p.components = static_cast<int>(v); });
    });
    connect(gamma_, &SliderField::reset, this,
            [this] { document_.changeParams([](SegmentParams& p) { p.gamma.reset(); }); });
    connect(components_, &SliderField::reset, this,
            [this] { document_.changeParams([](SegmentParams& p) { p.components.reset(); }); });
    connect(seed_, &SliderField::valueChanged, this, [this](double v) {
        document_.changeParams([v](SegmentParams& p) { p.seed = static_cast<std::uint64_t>(v); });
    });
    connect(&document_, &app::Document::paramsChanged, this, &SolverFields::showParams);
    connect(&document_, &app::Document::maskChanged, this, &SolverFields::showParams);
    showParams();
}

QComboBox* SolverFields::addChoice(const QString& label, const QString& tip, const QStringList& choices) {
    auto* box = new QComboBox;
    box->addItems(choices);
    box->setAccessibleName(label);
    box->setToolTip(tip);
    box->setFocusPolicy(Qt::TabFocus);
    addRow(label, box);
    return box;
}

/// What was used for the mask on screen where nothing is chosen; cv::grabCut's values before there is one.
Recipe SolverFields::usedRecipe() const {
    const auto frame = document_.shownFrame();
    return frame && frame->result.models ? frame->result.models->recipe : Recipe{};
}

void SolverFields::showParams() {
    const SegmentParams& params = document_.params();
    start_->setCurrentIndex(static_cast<int>(params.start));
    const Recipe used = usedRecipe();
    model_->setCurrentIndex(static_cast<int>(params.model.value_or(used.term)));
    gamma_->showValue(params.gamma.value_or(used.gamma));
    iterations_->showValue(params.iterations);
    components_->showValue(params.components.value_or(used.foregroundComponents));
    seed_->showValue(static_cast<double>(params.seed));
    const bool usesSeed = params.start == Start::OpenCv;
    seed_->setVisible(usesSeed);
    seedLabel_->setVisible(usesSeed);
}

}  // namespace fretsaw::ui
