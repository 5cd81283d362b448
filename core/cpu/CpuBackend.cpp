// Rows in parallel over the image, labels and mask; the graph is cpu::MinCut's.
// All sums are integers, so that they do not depend on the number of threads.
#include "core/cpu/CpuBackend.h"

#include <algorithm>
#include <atomic>
#include <mutex>

#include "core/cpu/MaskCleaning.h"
#include "core/cpu/MinCut.h"
#include "core/cpu/Palette.h"
#include "core/cpu/Parallel.h"
#include "core/cpu/PixelRows.h"
#include "core/cpu/Sampling.h"
#include "core/pixel/Cells.h"
#include "core/segment/Coarse.h"
#include "core/segment/PixelRules.h"

namespace fretsaw::cpu {
namespace {

constexpr int kRowsPerTask = 16;
constexpr int kColoursPerTask = 4096;
constexpr int kBandPixels = 1 << 18;  ///< terminals go to the graph in bands of about so many

class CpuBackend final : public SegmentBackend {
public:
    CpuBackend(std::shared_ptr<const Image<Rgba8>> image, int threads)
        : image_(std::move(image)),
          threads_(threads),
          parallel_(threads),
          labels_(image_->size(), Label::None),
          mask_(hostFrame(Image<std::uint8_t>(image_->size()))) {}

    std::optional<Image<Rgba8>> coarsePicture(Size cells, std::stop_token stop) override;
    std::optional<Contrast> contrast(ColourSpace space, std::stop_token stop) override;
    bool setEdges(ColourSpace space, const pixel::EdgeScale& scale, std::stop_token stop) override;
    void setLabels(Rect where, ImageView<const Label> labels) override;
    std::optional<Samples> sample(PixelSet set, ColourSpace space, Rect where, int most,
                                  std::stop_token stop) override;
    void setSamples(std::span<const Colour> colours) override { samples_.set(colours); }
    SampleSums sumsByCentre(std::span<const pixel::Centre> centres) override {
        return samples_.sumsByCentre(centres, rows_, parallel_);
    }
    SampleSums sumsByPart(const pixel::Mixture& mixture, bool weighted) override {
        return samples_.sumsByPart(mixture, weighted, rows_, parallel_);
    }
    std::optional<MaskChange> startMask(const UnlabelledRule& rule, std::stop_token stop) override;
    void setMask(std::shared_ptr<const Mask> mask) override { mask_ = std::move(mask); }
    [[nodiscard]] std::shared_ptr<const Mask> mask() override { return mask_; }
    std::optional<ClassSums> sums(const ClassMixtures& mixtures, bool weighted, Rect where,
                                  std::stop_token stop) override;
    std::optional<std::int64_t> setTerminals(const DataCosts& costs, std::stop_token stop) override;
    std::optional<std::int64_t> updateTerminals(Rect where, ImageView<const Label> labels,
                                                const DataCosts& costs, std::stop_token stop) override;
    std::optional<Cut> solve(std::stop_token stop, const Progress& progress) override;
    MaskChange takeMask() override;
    std::optional<CleanMask> cleaned(const std::shared_ptr<const Mask>& mask, const CleanUp& rules,
                                     std::stop_token stop) override {
        return cleanMask(mask, labels_.view(), rules, parallel_, stop);
    }

private:
    struct CostRow;

    /// body(begin, end) for ranges of rows until stop; false: stopped.
    template <typename Body>
    bool forRowRanges(int rows, const std::stop_token& stop, const Body& body) const {
        parallel_.forRanges(rows, kRowsPerTask, [&](std::int64_t begin, std::int64_t end) {
            if (!stop.stop_requested()) body(static_cast<int>(begin), static_cast<int>(end));
        });
        return !stop.stop_requested();
    }

    /// Work on colours begins with it. False: stopped, and there may be none.
    bool preparePalette(const std::stop_token& stop);
    void readColours(const Buffer<PackedColour>& colours, int y, ColourRow& to) const;
    /// row: one pixel high.
    void readCosts(const Buffer<ClassCosts>& ofColours, const DataCosts& costs, Rect row, CostRow& to) const;
    void weighRows(const Buffer<PackedColour>& colours, const pixel::EdgeScale& scale, int begin, int end,
                   const WeightBand& to) const;
    MaskChange replaceMask(std::shared_ptr<const Mask> mask);
    /// Sets the terminals of a band for `labels`; returns the constant they give less that of labels_.
    std::int64_t setBand(Rect band, ImageView<const Label> labels, const DataCosts& costs, bool fresh);

    std::shared_ptr<const Image<Rgba8>> image_;
    int threads_;
    Parallel parallel_;
    const PixelRows& rows_ = pixelRows();
    Image<Label> labels_;
    std::shared_ptr<const Mask> mask_;
    SampleGroups samples_;
    std::optional<Palette> palette_;      ///< once a colour was asked for
    std::optional<ColourCounts> counts_;  ///< of the last sums
    Buffer<ClassCosts> costs_;            ///< of the palette's colours, for the terminals as set last
    std::optional<MinCut> graph_;
    std::shared_ptr<const Mask> graphMask_;  ///< last taken from the graph; null: none yet
    std::int64_t graphForeground_ = 0;       ///< pixels of graphMask_
};

/// Costs of both classes along a row.
struct CpuBackend::CostRow {
    explicit CostRow(int width)
        : foreground(Buffer<int>::uninitialized(width)), background(Buffer<int>::uninitialized(width)) {}
    Buffer<int> foreground, background;
};

bool CpuBackend::preparePalette(const std::stop_token& stop) {
    if (!palette_) palette_ = Palette::of(image_->view(), parallel_, stop);
    return palette_.has_value();
}

void CpuBackend::readColours(const Buffer<PackedColour>& colours, int y, ColourRow& to) const {
    const std::uint32_t* numbers = palette_->row(y);
    std::int16_t *a = to.data(), *b = a + to.plane(), *c = b + to.plane();
    for (int x = 0; x < image_->width(); ++x) {
        const PackedColour colour = colours[numbers[x]];
        a[x] = colour.c[0];
        b[x] = colour.c[1];
        c[x] = colour.c[2];
    }
}

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

void CpuBackend::readCosts(const Buffer<ClassCosts>& ofColours, const DataCosts& costs, Rect row,
                           CostRow& to) const {
    const std::uint32_t* numbers = palette_->row(row.y) + row.x;
    for (int x = 0; x < row.width; ++x) {
        const ClassCosts units = ofColours[numbers[x]];
        to.foreground[x] = units.foreground;
        to.background[x] = units.background;
    }
    if (costs.prior)
        subtractPrior(*costs.prior, costs.unitsPerNat, image_->size(), row.x, row.y, row.width,
                      to.foreground.data());
}

std::optional<Image<Rgba8>> CpuBackend::coarsePicture(Size cells, std::stop_token stop) {
    Image<Rgba8> picture(cells);
    const bool done = forRowRanges(cells.height, stop, [&](int begin, int end) {
        averageCells(image_->view(), picture.view(), begin, end);
    });
    if (!done) return std::nullopt;
    return picture;
}

std::optional<Contrast> CpuBackend::contrast(ColourSpace space, std::stop_token stop) {
    if (!preparePalette(stop)) return std::nullopt;
    const int width = image_->width(), height = image_->height();
    const auto colours = palette_->packedColours(space, rows_, parallel_, stop);
    if (!colours) return std::nullopt;
    std::atomic<std::int64_t> total{0};
    const bool done = forRowRanges(height, stop, [&](int begin, int end) {
        ColourRow row(width), next(width);
        std::int64_t sum = 0;
        readColours(*colours, begin, row);
        for (int y = begin; y < end; ++y) {
            const Colours here = row.colours();
            sum += rows_.sumOfSquares(here, here.from(1), width - 1);
            if (y + 1 == height) break;
            readColours(*colours, y + 1, next);
            const Colours below = next.colours();
            sum += rows_.sumOfSquares(here, below, width);
            sum += rows_.sumOfSquares(here.from(1), below, width - 1);
            sum += rows_.sumOfSquares(here, below.from(1), width - 1);
            std::swap(row, next);
        }
        total += sum;
    });
    if (!done) return std::nullopt;
    const std::int64_t w = width, h = height;
    return Contrast{total, (w - 1) * h + w * (h - 1) + 2 * (w - 1) * (h - 1), palette_->size() == 1};
}

void CpuBackend::weighRows(const Buffer<PackedColour>& colours, const pixel::EdgeScale& scale, int begin,
                           int end, const WeightBand& to) const {
    const int width = image_->width();
    ColourRow row(width), next(width);
    readColours(colours, begin, row);
    for (int y = begin; y < end; ++y) {
        const auto weigh = [&](Colours a, Colours b, int count, float atNoDifference,
                               std::uint16_t* weights) {
            rows_.edgeWeights(a, b, count, atNoDifference, scale.beta, weights);
        };
        const Colours here = row.colours();
        weigh(here, here.from(1), width - 1, scale.straight, to.right.row(y - begin));
        if (y + 1 == image_->height()) break;
        readColours(colours, y + 1, next);
        const Colours below = next.colours();
        weigh(here, below, width, scale.straight, to.down.row(y - begin));
        weigh(here.from(1), below, width - 1, scale.diagonal, to.downLeft.row(y - begin) + 1);
        weigh(here, below.from(1), width - 1, scale.diagonal, to.downRight.row(y - begin));
        std::swap(row, next);
    }
}

bool CpuBackend::setEdges(ColourSpace space, const pixel::EdgeScale& scale, std::stop_token stop) {
    if (!preparePalette(stop)) return false;
    if (!graph_) graph_.emplace(image_->size(), threads_);
    if (stop.stop_requested()) return false;
    const auto colours = palette_->packedColours(space, rows_, parallel_, stop);
    if (!colours) return false;
    return graph_->setWeights(
        [&](int begin, int end, const WeightBand& to) { weighRows(*colours, scale, begin, end, to); }, stop);
}

void CpuBackend::setLabels(Rect where, ImageView<const Label> labels) {
    for (int y = 0; y < where.height; ++y)
        std::copy_n(labels.row(y), where.width, labels_.row(where.y + y) + where.x);
}

std::optional<Samples> CpuBackend::sample(PixelSet set, ColourSpace space, Rect where, int most,
                                          std::stop_token stop) {
    return sampleSet(set, space, {*image_, labels_, mask_->view()}, where, most, parallel_, stop);
}

MaskChange CpuBackend::replaceMask(std::shared_ptr<const Mask> mask) {
    const ImageView<const std::uint8_t> old = mask_->view(), now = mask->view();
    const int width = now.width();
    MaskChange total;
    std::mutex adding;
    forRowRanges(now.height(), {}, [&](int begin, int end) {
        MaskChange part;
        for (int y = begin; y < end; ++y) {
            const std::uint8_t *was = old.row(y), *is = now.row(y);
            std::int64_t differ = 0, set = 0;
            for (int x = 0; x < width; ++x) differ += was[x] != is[x], set += is[x] != 0;
            part.pixels += differ;
            part.foreground += set;
            if (differ == 0) continue;
            int left = 0, right = width;
            while (was[left] == is[left]) ++left;
            while (was[right - 1] == is[right - 1]) --right;
            part.where = part.where.united({left, y, right - left, 1});
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
    const ImageView<const std::uint8_t> old = mask_->view();
    Image<std::uint8_t> mask(image_->size());
    const bool scored = rule.kind == UnlabelledRule::Kind::Score;
    Buffer<ClassCosts> ofColours;
    if (scored) {
        if (!preparePalette(stop)) return std::nullopt;
        auto costs = palette_->costs(rule.costs, rows_, parallel_, stop);
        if (!costs) return std::nullopt;
        ofColours = std::move(*costs);
    }
    const bool done = forRowRanges(image_->height(), stop, [&](int begin, int end) {
        CostRow costs(width);
        for (int y = begin; y < end; ++y) {
            if (scored) readCosts(ofColours, rule.costs, {0, y, width, 1}, costs);
            const Label* labels = labels_.row(y);
            const std::uint8_t* was = old.row(y);
            std::uint8_t* is = mask.row(y);
            for (int x = 0; x < width; ++x) {
                const int score = scored ? costs.background[x] - costs.foreground[x] : 0;
                is[x] =
                    startsInside(rule.kind, rule.probableToo, rule.threshold, labels[x], was[x] != 0, score)
                        ? 255
                        : 0;
            }
        }
    });
    if (!done) return std::nullopt;
    return replaceMask(hostFrame(std::move(mask)));
}

std::optional<ClassSums> CpuBackend::sums(const ClassMixtures& mixtures, bool weighted, Rect where,
                                          std::stop_token stop) {
    if (!preparePalette(stop)) return std::nullopt;
    // Between the rounds of a loop few pixels change sides.
    if (counts_ && counts_->where() == where) {
        if (!counts_->update(*palette_, mask_, stop)) counts_.reset();
    } else {
        counts_ = ColourCounts::of(*palette_, mask_, where, parallel_, stop);
    }
    if (!counts_) return std::nullopt;
    const auto colours = palette_->colours(mixtures.space, rows_, parallel_, stop);
    if (!colours) return std::nullopt;
    ClassSums total;
    std::mutex adding;
    parallel_.forRanges(palette_->size(), kColoursPerTask, [&](std::int64_t begin, std::int64_t end) {
        if (stop.stop_requested()) return;
        ClassSums part;
        const auto add = [&](const pixel::Mixture& mixture, const std::int32_t* counts, ColourSums* sums) {
            rows_.addSums(mixture, weighted, colours->colours().from(static_cast<int>(begin)), counts + begin,
                          static_cast<int>(end - begin), sums);
        };
        add(mixtures.foreground, counts_->foreground(), part.foreground.data());
        add(mixtures.background, counts_->background(), part.background.data());
        const std::lock_guard lock(adding);
        for (std::size_t k = 0; k < total.foreground.size(); ++k) {
            total.foreground[k] += part.foreground[k];
            total.background[k] += part.background[k];
        }
    });
    if (stop.stop_requested()) return std::nullopt;
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
            readCosts(costs_, costs, {band.x, band.y + y, band.width, 1}, row);
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
    if (!preparePalette(stop)) return std::nullopt;
    auto ofColours = palette_->costs(costs, rows_, parallel_, stop);
    if (!ofColours) return std::nullopt;
    costs_ = std::move(*ofColours);
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
    Image<std::uint8_t> copy =
        graphMask_ ? Image<std::uint8_t>::copyOf(graphMask_->view()) : Image<std::uint8_t>(image_->size());
    const MaskUpdate update = graph_->updateMask(copy.view());
    const auto mask = hostFrame(std::move(copy));
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
