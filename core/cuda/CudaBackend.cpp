// One document's planes in device memory, and the order of its kernels. Each call that answers clears its
// answer, queues its kernels, and waits for one small copy. No kernels and no pixels here.
#include "core/cuda/CudaBackend.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "core/cpu/MaskCleaning.h"
#include "core/cuda/ClassKernels.h"
#include "core/cuda/Context.h"
#include "core/cuda/DeviceMask.h"
#include "core/cuda/DeviceMemory.h"
#include "core/cuda/EdgeKernels.h"
#include "core/cuda/MaskCleaning.h"
#include "core/cuda/MinCut.h"
#include "core/cuda/RunKernels.h"
#include "core/cuda/SampleKernels.h"
#include "core/cuda/Slices.h"
#include "core/image/Error.h"

namespace fretsaw::cuda {
namespace {

constexpr std::int64_t kMostPixels = 1 << 30;
constexpr std::int64_t kLabelBand = 1 << 20;  ///< new labels of a rectangle travel in bands of so many

/// A value that kernels add to, and its copy on the host.
template <typename T>
class Answer {
public:
    explicit Answer(const Context& context) : context_(context), device_(context, 1) {}

    /// To be added to, from 0 on.
    T* begin() {
        fillBytes(context_, device_.data(), 0, sizeof(T));
        return device_.data();
    }
    /// Waits for all that is in the stream.
    const T& wait() {
        downloadRows(context_, host_.get(), sizeof(T), device_.data(), sizeof(T), sizeof(T), 1);
        context_.synchronize();
        return *host_;
    }

private:
    const Context& context_;
    DeviceBuffer<T> device_;
    Pinned<T> host_;
};

class CudaBackend final : public SegmentBackend {
public:
    CudaBackend(std::shared_ptr<const Context> context, std::shared_ptr<const Image<Rgba8>> image);

    std::optional<Image<Rgba8>> coarsePicture(Size cells, std::stop_token stop) override;
    std::optional<Contrast> contrast(ColourSpace space, std::stop_token stop) override;
    bool setEdges(ColourSpace space, const pixel::EdgeScale& scale, std::stop_token stop) override;
    void setLabels(Rect where, ImageView<const Label> labels) override;
    std::optional<Samples> sample(PixelSet set, ColourSpace space, Rect where, int most,
                                  std::stop_token stop) override;
    void setSamples(std::span<const Colour> colours) override;
    SampleSums sumsByCentre(std::span<const pixel::Centre> centres) override;
    SampleSums sumsByPart(const pixel::Mixture& mixture, bool weighted) override;
    std::optional<MaskChange> startMask(const UnlabelledRule& rule, std::stop_token stop) override;
    void setMask(std::shared_ptr<const Mask> mask) override;
    [[nodiscard]] std::shared_ptr<const Mask> mask() override;
    std::optional<ClassSums> sums(const ClassMixtures& mixtures, bool weighted, Rect where,
                                  std::stop_token stop) override;
    std::optional<std::int64_t> setTerminals(const DataCosts& costs, std::stop_token stop) override;
    std::optional<std::int64_t> updateTerminals(Rect where, ImageView<const Label> labels,
                                                const DataCosts& costs, std::stop_token stop) override;
    std::optional<Cut> solve(std::stop_token stop, const Progress& progress) override;
    MaskChange takeMask() override;
    std::optional<CleanMask> cleaned(const std::shared_ptr<const Mask>& mask, const CleanUp& rules,
                                     std::stop_token stop) override;

private:
    /// A byte a pixel, from wherever the mask lies.
    void write(const Mask& mask, ImageView<std::uint8_t> to) const;
    std::optional<CleanMask> cleanedOnHost(const std::shared_ptr<const Mask>& mask, const CleanUp& rules,
                                           const std::stop_token& stop);
    [[nodiscard]] Rect bounds() const { return Rect::of(picture_.size()); }
    [[nodiscard]] DevicePlanes planes() const { return {picture_.view(), labels_.view(), mask_.view()}; }
    /// Sends the prior where it is another than the last.
    DeviceCosts deviceCosts(const DataCosts& costs);

    std::shared_ptr<const Context> context_;  ///< first: it outlives all that follows
    DeviceImage<std::uint32_t> picture_;
    DeviceImage<Label> labels_;
    DeviceImage<std::uint8_t> mask_;
    std::shared_ptr<const Mask> givenMask_;  ///< that equals mask_; null: there is none
    std::shared_ptr<const Prior> prior_;
    DeviceImage<std::int16_t> priorCells_;
    DeviceBuffer<Colour> samples_;
    std::int64_t sampleCount_ = 0;
    std::optional<MinCut> graph_;

    Answer<ContrastSums> contrastAnswer_;
    Answer<MaskCounts> maskAnswer_;
    Answer<ClassSums> sumsAnswer_;
    Answer<std::int64_t> countAnswer_;
    Answer<SampleSums> sampleAnswer_;
    Slices contrastSlices_, edgeSlices_, countSlices_, pickSlices_, startSlices_, sumSlices_, terminalSlices_;
};

CudaBackend::CudaBackend(std::shared_ptr<const Context> context, std::shared_ptr<const Image<Rgba8>> image)
    : context_(std::move(context)),
      picture_(*context_, image->size()),
      labels_(*context_, image->size()),
      mask_(*context_, image->size()),
      contrastAnswer_(*context_),
      maskAnswer_(*context_),
      sumsAnswer_(*context_),
      countAnswer_(*context_),
      sampleAnswer_(*context_),
      contrastSlices_(*context_),
      edgeSlices_(*context_),
      countSlices_(*context_),
      pickSlices_(*context_),
      startSlices_(*context_),
      sumSlices_(*context_),
      terminalSlices_(*context_) {
    static_assert(sizeof(Rgba8) == sizeof(std::uint32_t) && sizeof(Label) == 1);
    const auto width = static_cast<std::size_t>(image->width()),
               height = static_cast<std::size_t>(image->height());
    uploadRows(*context_, picture_.view().data(), width * sizeof(Rgba8), image->data(), width * sizeof(Rgba8),
               width * sizeof(Rgba8), height);
    fillBytes(*context_, labels_.view().data(), static_cast<std::uint8_t>(Label::None), width * height);
    fillBytes(*context_, mask_.view().data(), 0, width * height);
}

std::optional<Image<Rgba8>> CudaBackend::coarsePicture(Size cells, std::stop_token stop) {
    context_->makeCurrent();
    const DeviceImage<std::uint32_t> coarse(*context_, cells);
    Slices slices(*context_);
    const auto average = [&](Rect part) { averageCells(*context_, picture_.view(), part, coarse.view()); };
    if (!slices.run(Rect::of(cells), kMostPixels, stop, average)) return std::nullopt;
    Image<Rgba8> picture(cells);
    const std::size_t rowBytes = static_cast<std::size_t>(cells.width) * sizeof(Rgba8);
    downloadRows(*context_, picture.data(), rowBytes, coarse.view().data(), rowBytes, rowBytes,
                 static_cast<std::size_t>(cells.height));
    context_->synchronize();
    return picture;
}

std::optional<Contrast> CudaBackend::contrast(ColourSpace space, std::stop_token stop) {
    context_->makeCurrent();
    ContrastSums* const sums = contrastAnswer_.begin();
    const auto add = [&](Rect rows) { addContrast(*context_, picture_.view(), space, rows, sums); };
    if (!contrastSlices_.run(bounds(), kMostPixels, stop, add)) return std::nullopt;
    const ContrastSums& total = contrastAnswer_.wait();
    const std::int64_t w = bounds().width, h = bounds().height;
    return Contrast{total.squares, (w - 1) * h + w * (h - 1) + 2 * (w - 1) * (h - 1), total.otherColour == 0};
}

bool CudaBackend::setEdges(ColourSpace space, const pixel::EdgeScale& scale, std::stop_token stop) {
    context_->makeCurrent();
    if (!graph_) graph_.emplace(*context_, bounds().size());
    const auto weigh = [&](Rect rows) {
        weighEdges(*context_, picture_.view(), space, scale, rows, graph_->grid());
    };
    if (!edgeSlices_.run(bounds(), kMostPixels, stop, weigh)) return false;
    graph_->weightsWritten();
    return true;
}

void CudaBackend::setLabels(Rect where, ImageView<const Label> labels) {
    context_->makeCurrent();
    upload(*context_, labels_.view().sub(where), labels);
}

std::optional<Samples> CudaBackend::sample(PixelSet set, ColourSpace space, Rect where, int most,
                                           std::stop_token stop) {
    if (stop.stop_requested()) return std::nullopt;
    context_->makeCurrent();
    const DeviceBuffer<std::uint32_t> before(*context_, sampleRuns(where));
    const DeviceBuffer<Colour> picked(*context_, most);
    const SetInPicture members{picture_.view(), labels_.view(), mask_.view(), set, where};
    const auto runs = static_cast<int>(sampleRuns(where));
    const Rect all{0, 0, kSampleRun, runs};  // a row a run, so that slices are of runs
    const auto count = [&](Rect part) {
        countMembers(*context_, members, {part.y, part.height}, before.data());
    };
    if (!countSlices_.run(all, kMostPixels, stop, count)) return std::nullopt;
    std::int64_t* const total = countAnswer_.begin();
    sumCounts(*context_, runs, before.data(), total);
    const auto pick = [&](Rect part) {
        pickSamples(*context_, members, {part.y, part.height}, space, most, before.data(), total,
                    picked.data());
    };
    const bool done = pickSlices_.run(all, kMostPixels, stop, pick);
    Samples samples;
    samples.total = countAnswer_.wait();
    if (!done) return std::nullopt;
    samples.colours.resize(static_cast<std::size_t>(std::min<std::int64_t>(most, samples.total)));
    const std::size_t bytes = samples.colours.size() * sizeof(Colour);
    downloadRows(*context_, samples.colours.data(), bytes, picked.data(), bytes, bytes, 1);
    context_->synchronize();
    return samples;
}

void CudaBackend::setSamples(std::span<const Colour> colours) {
    context_->makeCurrent();
    const auto count = static_cast<std::int64_t>(colours.size());
    if (samples_.size() < count) samples_ = DeviceBuffer<Colour>(*context_, count);
    sampleCount_ = count;
    uploadRows(*context_, samples_.data(), colours.size_bytes(), colours.data(), colours.size_bytes(),
               colours.size_bytes(), 1);
}

SampleSums CudaBackend::sumsByCentre(std::span<const pixel::Centre> centres) {
    context_->makeCurrent();
    CentreList list{static_cast<int>(centres.size()), {}};
    std::copy(centres.begin(), centres.end(), list.at);
    addByCentre(*context_, samples_.data(), sampleCount_, list, sampleAnswer_.begin());
    return sampleAnswer_.wait();
}

SampleSums CudaBackend::sumsByPart(const pixel::Mixture& mixture, bool weighted) {
    context_->makeCurrent();
    addByPart(*context_, samples_.data(), sampleCount_, mixture, weighted, sampleAnswer_.begin());
    return sampleAnswer_.wait();
}

std::optional<MaskChange> CudaBackend::startMask(const UnlabelledRule& rule, std::stop_token stop) {
    context_->makeCurrent();
    givenMask_ = nullptr;
    const DeviceCosts costs = deviceCosts(rule.costs);
    MaskCounts* const counts = maskAnswer_.begin();
    const auto start = [&](Rect rows) { cuda::startMask(*context_, planes(), rule, costs, rows, counts); };
    if (!startSlices_.run(bounds(), kMostPixels, stop, start)) return std::nullopt;
    return maskAnswer_.wait().change(bounds().size());
}

void CudaBackend::write(const Mask& mask, ImageView<std::uint8_t> to) const {
    const auto* const onDevice = dynamic_cast<const DeviceMask*>(&mask);
    if (onDevice != nullptr && &onDevice->context() == context_.get())
        onDevice->writeTo(to);
    else
        upload(*context_, to, mask.view());
}

void CudaBackend::setMask(std::shared_ptr<const Mask> mask) {
    if (mask == givenMask_) return;
    context_->makeCurrent();
    givenMask_ = nullptr;
    write(*mask, mask_.view());
    givenMask_ = std::move(mask);
}

std::shared_ptr<const Mask> CudaBackend::mask() {
    if (givenMask_) return givenMask_;
    context_->makeCurrent();
    givenMask_ = std::make_shared<const DeviceMask>(context_, mask_.view());
    return givenMask_;
}

std::optional<ClassSums> CudaBackend::sums(const ClassMixtures& mixtures, bool weighted, Rect where,
                                           std::stop_token stop) {
    context_->makeCurrent();
    ClassSums* const total = sumsAnswer_.begin();
    const auto add = [&](Rect rows) { addSums(*context_, planes(), mixtures, weighted, rows, total); };
    if (!sumSlices_.run(where, kMostPixels, stop, add)) return std::nullopt;
    return sumsAnswer_.wait();
}

DeviceCosts CudaBackend::deviceCosts(const DataCosts& costs) {
    if (costs.prior && costs.prior != prior_) {
        prior_ = nullptr;
        if (priorCells_.size() != costs.prior->cells.size())
            priorCells_ = DeviceImage<std::int16_t>(*context_, costs.prior->cells.size());
        upload(*context_, priorCells_.view(), costs.prior->cells.view());
        prior_ = costs.prior;
    }
    DeviceCosts device{costs.mixtures, costs.bestPartOnly, costs.unitsPerNat, {}};
    if (costs.prior) device.prior = priorCells_.view();
    return device;
}

std::optional<std::int64_t> CudaBackend::setTerminals(const DataCosts& costs, std::stop_token stop) {
    context_->makeCurrent();
    const DeviceCosts device = deviceCosts(costs);
    std::int64_t* const constant = countAnswer_.begin();
    const auto set = [&](Rect rows) {
        cuda::setTerminals(*context_, planes(), device, rows, {}, graph_->grid(), graph_->state(), constant);
    };
    if (!terminalSlices_.run(bounds(), kMostPixels, stop, set)) return std::nullopt;
    graph_->terminalsWritten(bounds());
    return countAnswer_.wait();
}

std::optional<std::int64_t> CudaBackend::updateTerminals(Rect where, ImageView<const Label> labels,
                                                         const DataCosts& costs, std::stop_token stop) {
    context_->makeCurrent();
    const DeviceCosts device = deviceCosts(costs);
    const DeviceBuffer<Label> band(*context_,
                                   std::clamp<std::int64_t>(kLabelBand, where.width, where.area()));
    std::int64_t* const change = countAnswer_.begin();
    const auto update = [&](Rect rows) {
        const ImageView<Label> is(band.data(), rows.size(), rows.width);
        upload(*context_, is, labels.sub({0, rows.y - where.y, rows.width, rows.height}));
        cuda::setTerminals(*context_, planes(), device, rows, is, graph_->grid(), graph_->state(), change);
    };
    if (!terminalSlices_.run(where, kLabelBand, stop, update)) return std::nullopt;
    graph_->terminalsWritten(where);
    return countAnswer_.wait();
}

std::optional<Cut> CudaBackend::solve(std::stop_token stop, const Progress& progress) {
    const auto stats = graph_->solve(std::move(stop), progress);
    if (!stats) return std::nullopt;
    return Cut{stats->flow, stats->cut};
}

MaskChange CudaBackend::takeMask() {
    context_->makeCurrent();
    givenMask_ = nullptr;
    cuda::takeMask(*context_, graph_->grid(), mask_.view(), maskAnswer_.begin());
    return maskAnswer_.wait().change(bounds().size());
}

std::optional<CleanMask> CudaBackend::cleaned(const std::shared_ptr<const Mask>& mask, const CleanUp& rules,
                                              std::stop_token stop) {
    context_->makeCurrent();
    try {
        DeviceImage<std::uint8_t> other;
        if (mask != givenMask_) {
            other = DeviceImage<std::uint8_t>(*context_, bounds().size());
            write(*mask, other.view());
        }
        const ImageView<std::uint8_t> pixels = mask == givenMask_ ? mask_.view() : other.view();
        const auto clean = cleanMask(*context_, pixels, labels_.view(), rules, stop);
        if (!clean) return std::nullopt;
        CleanMask answer{mask, clean->foreground, clean->cleaned, clean->where};
        if (clean->changes.size() == 0) return answer;
        // Changed in place, so that it takes no memory, and back again.
        const auto flip = [&] { flipSpans(*context_, pixels, clean->changes.data(), clean->changes.size()); };
        flip();
        try {
            answer.mask = std::make_shared<const DeviceMask>(context_, pixels);
        } catch (const OutOfMemory&) {
            flip();
            throw;
        }
        flip();
        return answer;
    } catch (const OutOfMemory&) {
        return cleanedOnHost(mask, rules, stop);
    }
}

std::optional<CleanMask> CudaBackend::cleanedOnHost(const std::shared_ptr<const Mask>& mask,
                                                    const CleanUp& rules, const std::stop_token& stop) {
    auto labels = Image<Label>::uninitialized(bounds().size());
    download(*context_, labels.view(), labels_.view());
    context_->synchronize();
    return cpu::cleanMask(mask, labels.view(), rules, cpu::Parallel(), stop);
}

}  // namespace

SegmentBackendFactory backendFactory(int device) {
    auto shared = std::make_shared<std::weak_ptr<const Context>>();
    return [device, shared](std::shared_ptr<const Image<Rgba8>> image) -> std::unique_ptr<SegmentBackend> {
        std::shared_ptr<const Context> context = shared->lock();
        if (!context) context = std::make_shared<const Context>(device);
        *shared = context;
        context->makeCurrent();
        context->trim();  // what an earlier picture has left, while one of its masks is still shown
        const std::int64_t pixels = image->size().area();
        const auto needed = static_cast<std::uint64_t>(pixels * kBytesPerPixel);
        if (pixels > kMostPixels || needed > context->freeBytes()) throw OutOfMemory(needed);
        return std::make_unique<CudaBackend>(std::move(context), std::move(image));
    };
}

}  // namespace fretsaw::cuda
