// Each kernel on planes of its own, between two events; medians.
// Bytes are those that a kernel must at least read and write, each once.
#include "tests/gpubench/StageBench.h"

#include <algorithm>
#include <cstdio>
#include <cstring>

#include "core/cuda/ClassKernels.h"
#include "core/cuda/CudaBackend.h"
#include "core/cuda/DeviceMemory.h"
#include "core/cuda/EdgeKernels.h"
#include "core/cuda/GridKernels.h"
#include "core/cuda/MinCut.h"
#include "core/cuda/SampleKernels.h"
#include "core/segment/Clustering.h"
#include "tests/gpubench/DeviceClock.h"
#include "tests/gpubench/Pictures.h"

namespace fretsaw::bench {
namespace {

using cuda::Context;
using cuda::DeviceBuffer;
using cuda::DeviceImage;

/// What a cut from the box begins with, and classes that were learnt in it and outside.
struct Planes {
    Planes(const Context& gpu, const BoxedPicture& of)
        : context(gpu),
          size(of.image->size()),
          picture(gpu, size),
          labels(gpu, size),
          mask(gpu, size),
          cut(gpu, size) {
        std::vector<std::uint32_t> packed(static_cast<std::size_t>(size.area()));
        static_assert(sizeof(Rgba8) == sizeof(std::uint32_t));
        std::memcpy(packed.data(), of.image->data(), packed.size() * sizeof(std::uint32_t));
        cuda::upload(gpu, picture.view(), ImageView<const std::uint32_t>(packed.data(), size, size.width));
        Image<Label> inBox(size, Label::SureBackground);
        for (int y = of.box.y; y < of.box.bottom(); ++y)
            std::fill_n(inBox.row(y) + of.box.x, of.box.width, Label::None);
        cuda::upload(gpu, labels.view(), inBox.view());
        cuda::fillBytes(gpu, mask.view().data(), 0, static_cast<std::uint64_t>(size.area()));
        gpu.synchronize();
        learn(of, inBox);
    }

    [[nodiscard]] cuda::DevicePlanes all() const { return {picture.view(), labels.view(), mask.view()}; }

    const Context& context;
    Size size;
    DeviceImage<std::uint32_t> picture;
    DeviceImage<Label> labels;
    DeviceImage<std::uint8_t> mask;
    cuda::MinCut cut;
    pixel::EdgeScale scale;
    ClassMixtures mixtures;
    std::vector<Colour> samples;

private:
    void learn(const BoxedPicture& of, const Image<Label>& inBox) {
        const auto backend = cuda::backendFactory(context.device())(of.image);
        const Rect everywhere = Rect::of(size);
        backend->setLabels(everywhere, inBox.view());
        const auto contrast = backend->contrast(ColourSpace::Luv, {});
        scale = pixel::edgeScale(kNearRecipe.gamma, contrast->squares, contrast->pairs);
        const auto fit = [&](PixelSet set, int components) {
            samples = backend->sample(set, ColourSpace::Luv, everywhere, kMaxSamples, {})->colours;
            backend->setSamples(samples);
            const auto sums = [&](std::span<const pixel::Centre> c) { return backend->sumsByCentre(c); };
            return evaluable(
                fitMixture(*clusterBySplitting(samples, components, sums, {}), kMaterialVariance));
        };
        mixtures = {ColourSpace::Luv, fit(PixelSet::Unlabelled, kNearRecipe.foregroundComponents),
                    fit(PixelSet::LabelledBackground, kNearRecipe.backgroundComponents)};
    }
};

void benchPicture(const BoxedPicture& of, int repeats, const Context& context, double bandwidth) {
    Planes planes(context, of);
    const double pixels = static_cast<double>(planes.size.area());
    const auto stage = [&](const char* name, double bytes, const auto& work) {
        const double ms = medianMs(context, repeats, work), rate = bytes * pixels * 1e-6 / ms;
        std::printf("%-12s %6.2f | %-22s %8.3f ms", of.name.c_str(), pixels * 1e-6, name, ms);
        if (bytes > 0) std::printf("  %5.1f B/px %6.0f GB/s, %3.0f %%", bytes, rate, 100 * rate / bandwidth);
        std::printf("\n");
    };
    const Rect all = Rect::of(planes.size);
    const cuda::DeviceCosts costs{planes.mixtures, false, 32, {}};
    const DeviceBuffer<cuda::ContrastSums> contrast(context, 1);
    const DeviceBuffer<std::int64_t> count(context, 1);
    const DeviceBuffer<cuda::MaskCounts> counts(context, 1);
    const DeviceBuffer<ClassSums> classSums(context, 1);
    const DeviceBuffer<SampleSums> sampleSums(context, 1);
    const DeviceBuffer<std::uint32_t> before(context, cuda::sampleRuns(all));
    const DeviceBuffer<Colour> picked(context, kMaxSamples);

    stage("contrast", 4,
          [&] { addContrast(context, planes.picture.view(), ColourSpace::Luv, all, contrast.data()); });
    stage("edges", 4 + 20, [&] {
        weighEdges(context, planes.picture.view(), ColourSpace::Luv, planes.scale, all, planes.cut.grid());
    });
    stage("samples", 2 * 2, [&] {
        const cuda::SetInPicture members{planes.picture.view(), planes.labels.view(), planes.mask.view(),
                                         PixelSet::Unlabelled, all};
        const cuda::SampleRuns runs{0, cuda::sampleRuns(all)};
        countMembers(context, members, runs, before.data());
        sumCounts(context, runs.count, before.data(), count.data());
        pickSamples(context, members, runs, ColourSpace::Luv, kMaxSamples, before.data(), count.data(),
                    picked.data());
    });
    const auto sampleCount = static_cast<std::int64_t>(planes.samples.size());
    cuda::uploadRows(context, picked.data(), picked.bytes(), planes.samples.data(), picked.bytes(),
                     planes.samples.size() * sizeof(Colour), 1);
    cuda::CentreList centres{8, {}};
    for (int i = 0; i < centres.count; ++i)
        for (int c = 0; c < 3; ++c)
            centres.at[i].c[c] = planes.samples[planes.samples.size() * static_cast<std::size_t>(i) / 8].c[c];
    stage("samples by centre", 0,
          [&] { addByCentre(context, picked.data(), sampleCount, centres, sampleSums.data()); });
    stage("samples by component", 0, [&] {
        addByPart(context, picked.data(), sampleCount, planes.mixtures.background, true, sampleSums.data());
    });
    UnlabelledRule rule;
    rule.kind = UnlabelledRule::Kind::Score;
    stage("start mask by score", 4 + 1 + 2,
          [&] { startMask(context, planes.all(), rule, costs, all, counts.data()); });
    stage("sums of classes", 4 + 1,
          [&] { addSums(context, planes.all(), planes.mixtures, true, all, classSums.data()); });
    const auto terminals = [&] {
        setTerminals(context, planes.all(), costs, all, {}, planes.cut.grid(), planes.cut.state(),
                     count.data());
    };
    stage("terminals, unchanged", 4 + 1 + 16 + 2, terminals);
    planes.cut.weightsWritten();
    planes.cut.terminalsWritten(all);
    (void)planes.cut.solve({}, {});
    stage("certificate", 2 + 2 + 2, [&] { sumCertificate(context, planes.cut.grid(), planes.cut.state()); });
    stage("mask", 2 + 2, [&] { takeMask(context, planes.cut.grid(), planes.mask.view(), counts.data()); });
}

}  // namespace

void benchStages(const StageOptions& options) {
    const Context context;
    const double bandwidth = copyBandwidth(context);
    std::printf("copies on the device: %.0f GB/s; shares are of it\n", bandwidth);
    const auto bench = [&](const BoxedPicture& picture) {
        benchPicture(picture, options.repeats, context, bandwidth);
    };
    for (const double megapixels : options.scenes) bench(sceneOf(megapixels));
    for (const std::string& photo : options.photos) bench(ppmOf(photoOf(photo)));
}

}  // namespace fretsaw::bench
