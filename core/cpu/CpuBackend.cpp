// Rows in parallel over the image, labels and mask; the graph is cpu::MinCut's.
// All sums are integers, so that they do not depend on the number of threads.
#include "core/cpu/CpuBackend.h"

#include <algorithm>
#include <atomic>
#include <mutex>

#include "core/cpu/MinCut.h"
#include "core/cpu/Parallel.h"
#include "core/cpu/PixelRows.h"
#include "core/pixel/Cells.h"

namespace fretsaw::cpu {
namespace {

constexpr int kRowsPerTask = 16;
constexpr int kBandPixels = 1 << 18;  ///< terminals go to the graph in bands of about so many

bool isForeground(Label l) {
    return l == Label::SureForeground || l == Label::ProbableForeground;
}
bool isBackground(Label l) {
    return l == Label::SureBackground || l == Label::ProbableBackground;
}

bool isProbable(Label l) {
    return l == Label::ProbableForeground || l == Label::ProbableBackground;
}

bool belongs(PixelSet set, Label label, bool inMask) {
    switch (set) {
        case PixelSet::LabelledForeground:
            return isForeground(label);
        case PixelSet::LabelledBackground:
            return isBackground(label);
        case PixelSet::Unlabelled:
            return label == Label::None;
        case PixelSet::MaskForeground:
            return inMask;
        case PixelSet::MaskBackground:
            return !inMask;
    }
    return false;
}

class CpuBackend final : public SegmentBackend {
public:
    CpuBackend(std::shared_ptr<const Image<Rgba8>> image, int threads)
        : image_(std::move(image)),
          threads_(threads),
          parallel_(threads),
          labels_(image_->size(), Label::None),
          mask_(std::make_shared<const Image<std::uint8_t>>(image_->size())) {}

    std::optional<Contrast> contrast(ColourSpace space, std::stop_token stop) override;
    bool setEdges(ColourSpace space, const pixel::EdgeScale& scale, std::stop_token stop) override;
    void setLabels(Rect where, ImageView<const Label> labels) override;
    std::optional<Samples> sample(PixelSet set, Rect where, int most, std::stop_token stop) override;
    std::optional<MaskChange> startMask(const UnlabelledRule& rule, std::stop_token stop) override;
    void setMask(Mask mask) override { mask_ = std::move(mask); }
    [[nodiscard]] Mask mask() override { return mask_; }
    std::optional<ClassSums> sums(const ClassMixtures& mixtures, bool weighted, Rect where,
                                  std::stop_token stop) override;
    std::optional<std::int64_t> setTerminals(const DataCosts& costs, std::stop_token stop) override;
    std::optional<std::int64_t> updateTerminals(Rect where, ImageView<const Label> labels,
                                                const DataCosts& costs, std::stop_token stop) override;
    std::optional<Cut> solve(std::stop_token stop, const Progress& progress) override;
    MaskChange takeMask() override;

private:
    struct Weights;
    struct CostRow;

    /// body(begin, end) for ranges of rows until stop; false: stopped.
    template <typename Body>
    bool forRowRanges(int rows, const std::stop_token& stop, const Body& body) const {
        parallel_.forRanges(rows, kRowsPerTask, [&](std::int64_t begin, std::int64_t end) {
            if (!stop.stop_requested()) body(static_cast<int>(begin), static_cast<int>(end));
        });
        return !stop.stop_requested();
    }

    /// row: one pixel high.
    void readColours(ColourSpace space, Rect row, ColourRow& to) const {
        rows_.readColours(space, linearTable(), image_->row(row.y) + row.x, row.width, to.data(), to.plane());
    }
    void readCosts(const DataCosts& costs, Rect row, CostRow& to) const;
    void weighRows(ColourSpace space, const pixel::EdgeScale& scale, int begin, int end,
                   Weights& weights) const;
    MaskChange replaceMask(Mask mask);
    /// Sets the terminals of a band for `labels`; returns the constant they give less that of labels_.
    std::int64_t setBand(Rect band, ImageView<const Label> labels, const DataCosts& costs, bool fresh);

    std::shared_ptr<const Image<Rgba8>> image_;
    int threads_;
    Parallel parallel_;
    const PixelRows& rows_ = pixelRows();
    Image<Label> labels_;
    Mask mask_;
    std::optional<MinCut> graph_;
    Mask graphMask_;                    ///< last taken from the graph; null: none yet
    std::int64_t graphForeground_ = 0;  ///< pixels of graphMask_
};

/// The four planes of GridWeights while they are made.
struct CpuBackend::Weights {
    explicit Weights(Size size) : right(size), downLeft(size), down(size), downRight(size) {}
    Image<std::uint16_t> right, downLeft, down, downRight;
};

/// Costs of both classes along a row, and what they are made from.
struct CpuBackend::CostRow {
    explicit CostRow(int width)
        : colours(width),
          foreground(Buffer<int>::uninitialized(width)),
          background(Buffer<int>::uninitialized(width)) {}
    ColourRow colours;
    Buffer<int> foreground, background;
};

/// Takes the prior of `count` pixels from (x, y) on from their costs. size: of the picture.
void subtractPrior(const Prior& prior, float unitsPerNat, Size size, int x, int y, int count, int* costs) {
    const Size cells = prior.cells.size();
    const std::int16_t* steps = prior.cells.row(pixel::cellOf(y, size.height, cells.height));
    int cell = pixel::cellOf(x, size.width, cells.width);
    for (int i = 0; i < count; ++cell) {
        const int units = pixel::priorUnits<float>(steps[cell], unitsPerNat);
        const int end = std::min(count, pixel::cellBegin(cell + 1, size.width, cells.width) - x);
        for (; i < end; ++i) costs[i] -= units;
    }
}

void CpuBackend::readCosts(const DataCosts& costs, Rect row, CostRow& to) const {
    readColours(costs.mixtures.space, row, to.colours);
    const auto read = [&](const pixel::Mixture& mixture, Buffer<int>& units) {
        rows_.costs(mixture, costs.bestPartOnly, costs.unitsPerNat, to.colours.colours(), row.width,
                    units.data());
    };
    read(costs.mixtures.foreground, to.foreground);
    read(costs.mixtures.background, to.background);
    if (costs.prior)
        subtractPrior(*costs.prior, costs.unitsPerNat, image_->size(), row.x, row.y, row.width,
                      to.foreground.data());
}

std::optional<Contrast> CpuBackend::contrast(ColourSpace space, std::stop_token stop) {
    const int width = image_->width(), height = image_->height();
    const Rgba8 first = (*image_)(0, 0);
    std::atomic<std::int64_t> total{0};
    std::atomic<bool> oneColour{true};
    const bool done = forRowRanges(height, stop, [&](int begin, int end) {
        ColourRow row(width), next(width);
        std::int64_t sum = 0;
        readColours(space, {0, begin, width, 1}, row);
        for (int y = begin; y < end; ++y) {
            const Colours here = row.colours();
            sum += rows_.sumOfSquares(here, here.from(1), width - 1);
            if (y + 1 < height) {
                readColours(space, {0, y + 1, width, 1}, next);
                const Colours below = next.colours();
                sum += rows_.sumOfSquares(here, below, width);
                sum += rows_.sumOfSquares(here.from(1), below, width - 1);
                sum += rows_.sumOfSquares(here, below.from(1), width - 1);
                std::swap(row, next);
            }
            const Rgba8* pixels = image_->row(y);
            if (!std::all_of(pixels, pixels + width,
                             [first](Rgba8 p) { return p.r == first.r && p.g == first.g && p.b == first.b; }))
                oneColour = false;
        }
        total += sum;
    });
    if (!done) return std::nullopt;
    const std::int64_t w = width, h = height;
    return Contrast{total, (w - 1) * h + w * (h - 1) + 2 * (w - 1) * (h - 1), oneColour};
}

void CpuBackend::weighRows(ColourSpace space, const pixel::EdgeScale& scale, int begin, int end,
                           Weights& weights) const {
    const int width = image_->width(), height = image_->height();
    ColourRow row(width), next(width);
    readColours(space, {0, begin, width, 1}, row);
    for (int y = begin; y < end; ++y) {
        const Colours here = row.colours();
        rows_.edgeWeights(here, here.from(1), width - 1, scale.straight, scale.beta, weights.right.row(y));
        if (y + 1 == height) break;
        readColours(space, {0, y + 1, width, 1}, next);
        const Colours below = next.colours();
        rows_.edgeWeights(here, below, width, scale.straight, scale.beta, weights.down.row(y));
        rows_.edgeWeights(here.from(1), below, width - 1, scale.diagonal, scale.beta,
                          weights.downLeft.row(y) + 1);
        rows_.edgeWeights(here, below.from(1), width - 1, scale.diagonal, scale.beta,
                          weights.downRight.row(y));
        std::swap(row, next);
    }
}

bool CpuBackend::setEdges(ColourSpace space, const pixel::EdgeScale& scale, std::stop_token stop) {
    if (!graph_) graph_.emplace(image_->size(), threads_);
    if (stop.stop_requested()) return false;
    Weights weights(image_->size());
    const bool done = forRowRanges(image_->height(), stop,
                                   [&](int begin, int end) { weighRows(space, scale, begin, end, weights); });
    if (!done) return false;
    return graph_->setWeights(
        {weights.right.view(), weights.downLeft.view(), weights.down.view(), weights.downRight.view()}, stop);
}

void CpuBackend::setLabels(Rect where, ImageView<const Label> labels) {
    for (int y = 0; y < where.height; ++y)
        std::copy_n(labels.row(y), where.width, labels_.row(where.y + y) + where.x);
}

std::optional<Samples> CpuBackend::sample(PixelSet set, Rect where, int most, std::stop_token stop) {
    const auto belongsAt = [&](const Label* labels, const std::uint8_t* mask, int x) {
        return belongs(set, labels[x], mask[x] != 0);
    };
    std::vector<std::int64_t> before(static_cast<std::size_t>(where.height) + 1, 0);
    bool done = forRowRanges(where.height, stop, [&](int begin, int end) {
        for (int y = begin; y < end; ++y) {
            const Label* labels = labels_.row(where.y + y);
            const std::uint8_t* mask = mask_->row(where.y + y);
            std::int64_t count = 0;
            for (int x = where.x; x < where.right(); ++x) count += belongsAt(labels, mask, x);
            before[static_cast<std::size_t>(y) + 1] = count;
        }
    });
    if (!done) return std::nullopt;
    for (std::size_t y = 1; y < before.size(); ++y) before[y] += before[y - 1];

    // The i-th sample is member ⌊i·total/count⌋ of the set.
    Samples samples;
    samples.total = before.back();
    const std::int64_t count = std::min<std::int64_t>(most, samples.total);
    samples.pixels.resize(static_cast<std::size_t>(count));
    if (count == 0) return samples;
    done = forRowRanges(where.height, stop, [&](int begin, int end) {
        for (int y = begin; y < end; ++y) {
            const Label* labels = labels_.row(where.y + y);
            const std::uint8_t* mask = mask_->row(where.y + y);
            const Rgba8* pixels = image_->row(where.y + y);
            std::int64_t member = before[static_cast<std::size_t>(y)];
            if (member == before[static_cast<std::size_t>(y) + 1]) continue;
            std::int64_t i = (member * count + samples.total - 1) / samples.total;
            for (int x = where.x; x < where.right() && i < count; ++x) {
                if (!belongsAt(labels, mask, x)) continue;
                if (i * samples.total / count == member)
                    samples.pixels[static_cast<std::size_t>(i++)] = pixels[x];
                ++member;
            }
        }
    });
    if (!done) return std::nullopt;
    return samples;
}

MaskChange CpuBackend::replaceMask(Mask mask) {
    MaskChange total;
    std::mutex adding;
    forRowRanges(mask->height(), {}, [&](int begin, int end) {
        MaskChange part;
        for (int y = begin; y < end; ++y) {
            const std::uint8_t *was = mask_->row(y), *is = mask->row(y);
            std::int64_t differ = 0, set = 0;
            for (int x = 0; x < mask->width(); ++x) differ += was[x] != is[x], set += is[x] != 0;
            part.pixels += differ;
            part.foreground += set;
            part.where = part.where.united({0, y, differ > 0 ? mask->width() : 0, 1});
        }
        const std::lock_guard lock(adding);
        total.pixels += part.pixels;
        total.foreground += part.foreground;
        total.where = total.where.united(part.where);
    });
    mask_ = std::move(mask);
    return total;
}

std::optional<MaskChange> CpuBackend::startMask(const UnlabelledRule& rule, std::stop_token stop) {
    const int width = image_->width();
    const auto made = std::make_shared<Image<std::uint8_t>>(image_->size());
    const ImageView<std::uint8_t> mask = made->view();
    const bool done = forRowRanges(image_->height(), stop, [&](int begin, int end) {
        const bool scored = rule.kind == UnlabelledRule::Kind::Score;
        CostRow costs(width);
        for (int y = begin; y < end; ++y) {
            if (scored) readCosts(rule.costs, {0, y, width, 1}, costs);
            const Label* labels = labels_.row(y);
            const std::uint8_t* was = mask_->row(y);
            std::uint8_t* is = mask.row(y);
            for (int x = 0; x < width; ++x) {
                bool inside = isForeground(labels[x]);
                if (labels[x] == Label::None || (rule.probableToo && isProbable(labels[x])))
                    inside = scored ? costs.background[x] - costs.foreground[x] >= rule.threshold
                                    : rule.kind == UnlabelledRule::Kind::Foreground || was[x] != 0;
                is[x] = inside ? 255 : 0;
            }
        }
    });
    if (!done) return std::nullopt;
    return replaceMask(made);
}

std::optional<ClassSums> CpuBackend::sums(const ClassMixtures& mixtures, bool weighted, Rect where,
                                          std::stop_token stop) {
    ClassSums total;
    std::mutex adding;
    const bool done = forRowRanges(where.height, stop, [&](int begin, int end) {
        ClassSums part;
        ColourRow row(where.width);
        Buffer<std::int32_t> inside(where.width, 0), outside(where.width, 0);
        for (int y = where.y + begin; y < where.y + end; ++y) {
            const std::uint8_t* mask = mask_->row(y) + where.x;
            for (int x = 0; x < where.width; ++x) outside[x] = 1 - (inside[x] = mask[x] != 0);
            readColours(mixtures.space, {where.x, y, where.width, 1}, row);
            rows_.addSums(mixtures.foreground, weighted, row.colours(), inside.data(), where.width,
                          part.foreground.data());
            rows_.addSums(mixtures.background, weighted, row.colours(), outside.data(), where.width,
                          part.background.data());
        }
        const std::lock_guard lock(adding);
        for (std::size_t k = 0; k < total.foreground.size(); ++k) {
            total.foreground[k] += part.foreground[k];
            total.background[k] += part.background[k];
        }
    });
    if (!done) return std::nullopt;
    return total;
}

std::int64_t CpuBackend::setBand(Rect band, ImageView<const Label> labels, const DataCosts& costs,
                                 bool fresh) {
    Image<std::int32_t> terminals(band.size());
    std::atomic<std::int64_t> total{0};
    forRowRanges(band.height, {}, [&](int begin, int end) {
        CostRow row(band.width);
        std::int64_t sum = 0;
        for (int y = begin; y < end; ++y) {
            readCosts(costs, {band.x, band.y + y, band.width, 1}, row);
            const auto set = [&](const Label* to) {
                return rows_.terminals(to, row.foreground.data(), row.background.data(), band.width,
                                       terminals.row(y));
            };
            if (!fresh) sum -= set(labels_.row(band.y + y) + band.x);
            sum += set(labels.row(y));
        }
        total += sum;
    });
    graph_->setTerminals(band, terminals.view());
    return total;
}

std::optional<std::int64_t> CpuBackend::setTerminals(const DataCosts& costs, std::stop_token stop) {
    std::int64_t constant = 0;
    const int rows = std::max(1, kBandPixels / image_->width());
    for (int y = 0; y < image_->height(); y += rows) {
        if (stop.stop_requested()) return std::nullopt;
        const Rect band{0, y, image_->width(), std::min(rows, image_->height() - y)};
        constant += setBand(band, labels_.view().sub(band), costs, true);
    }
    return constant;
}

std::optional<std::int64_t> CpuBackend::updateTerminals(Rect where, ImageView<const Label> labels,
                                                        const DataCosts& costs, std::stop_token stop) {
    std::int64_t change = 0;
    const int rows = std::max(1, kBandPixels / where.width);
    for (int y = 0; y < where.height; y += rows) {
        if (stop.stop_requested()) return std::nullopt;
        const Rect part{0, y, where.width, std::min(rows, where.height - y)};
        const Rect band{where.x, where.y + y, part.width, part.height};
        change += setBand(band, labels.sub(part), costs, false);
        setLabels(band, labels.sub(part));
    }
    return change;
}

std::optional<Cut> CpuBackend::solve(std::stop_token stop, const Progress& progress) {
    const auto stats = graph_->solve(std::move(stop), progress);
    if (!stats) return std::nullopt;
    return Cut{stats->flow, stats->cut};
}

MaskChange CpuBackend::takeMask() {
    const bool unchanged = graphMask_ && mask_ == graphMask_ && graph_->maskIsUpToDate();
    if (unchanged) return {0, graphForeground_, {}};
    // What was given out never changes; a copy of it does.
    const auto mask = graphMask_ ? std::make_shared<Image<std::uint8_t>>(graphMask_->clone())
                                 : std::make_shared<Image<std::uint8_t>>(image_->size());
    const MaskUpdate update = graph_->updateMask(mask->view());
    const bool compared = mask_ == graphMask_;
    graphMask_ = mask;
    graphForeground_ = update.foreground;
    if (!compared) return replaceMask(mask);
    mask_ = mask;
    return {update.pixels, update.foreground, update.where};
}

}  // namespace

std::unique_ptr<SegmentBackend> makeCpuBackend(std::shared_ptr<const Image<Rgba8>> image, int threads) {
    return std::make_unique<CpuBackend>(std::move(image), threads);
}

}  // namespace fretsaw::cpu
