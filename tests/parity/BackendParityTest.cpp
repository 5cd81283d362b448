// Every call of the seam on both backends, on pictures of all shapes: the answers are equal bit for bit.
// Whole segmentations are SegmentParityTest's.
#include <gtest/gtest.h>

#include <cstring>
#include <random>
#include <utility>
#include <vector>

#include "core/cpu/CpuBackend.h"
#include "core/cuda/CudaBackend.h"
#include "tests/cuda/NeedsGpu.h"
#include "tests/segment/CleanUpOracle.h"
#include "tests/segment/SegmentTools.h"

namespace fretsaw::test {
namespace {

using Random = std::mt19937;

int below(Random& random, int limit) {
    return static_cast<int>(random() % static_cast<unsigned>(limit));
}

Rect anyPart(Random& random, Size size) {
    const int x = below(random, size.width), y = below(random, size.height);
    return {x, y, 1 + below(random, size.width - x), 1 + below(random, size.height - y)};
}

/// Areas of a few labels, more like strokes than like noise.
Image<Label> anyLabels(Random& random, Size size) {
    Image<Label> labels(size, Label::None);
    for (int i = 0; i < 6; ++i) {
        const Rect where = anyPart(random, size);
        const auto label = static_cast<Label>(below(random, 5));
        for (int y = where.y; y < where.bottom(); ++y)
            std::fill_n(labels.row(y) + where.x, where.width, label);
    }
    return labels;
}

pixel::Mixture anyMixture(Random& random, ColourSpace space) {
    ColourMixture mixture;
    const int count = 1 + below(random, pixel::kMaxComponents);
    for (int k = 0; k < count; ++k) {
        const Colour mean = colourOf(
            space, {static_cast<std::uint8_t>(random() & 255), static_cast<std::uint8_t>(random() & 255),
                    static_cast<std::uint8_t>(random() & 255), 255});
        ColourGaussian g;
        g.weight = 1.0 / count;
        for (int c = 0; c < 3; ++c) g.mean[c] = mean.c[c];
        const double a = 1 + below(random, 900), b = 1 + below(random, 900), c = 1 + below(random, 900);
        const double covariance[6] = {a, 0.3 * std::min(a, b), -0.2 * std::min(a, c),
                                      b, 0.1 * std::min(b, c), c};
        std::copy_n(covariance, 6, g.covariance);
        mixture.parts.push_back(g);
    }
    return evaluable(mixture);
}

ColourSpace anySpace(Random& random) {
    return static_cast<ColourSpace>(below(random, 3));
}

DataCosts anyCosts(Random& random, Size size) {
    DataCosts costs;
    const ColourSpace space = anySpace(random);
    costs.mixtures = {space, anyMixture(random, space), anyMixture(random, space)};
    costs.bestPartOnly = below(random, 2) == 0;
    costs.unitsPerNat = static_cast<float>(1 + below(random, 32));
    if (below(random, 2) == 0) {
        auto prior = std::make_shared<Prior>();
        prior->cells = Image<std::int16_t>({1 + below(random, size.width), 1 + below(random, size.height)});
        for (std::int64_t i = 0; i < prior->cells.size().area(); ++i)
            prior->cells.data()[i] = static_cast<std::int16_t>(below(random, 4001) - 2000);
        costs.prior = std::move(prior);
    }
    return costs;
}

/// The same call on both, answers compared.
class Both {
public:
    explicit Both(const Picture& picture)
        : size_(picture->size()),
          cpu_(cpu::makeCpuBackend(picture, 0)),
          gpu_(cuda::backendFactory(0)(picture)) {}

    void coarsePicture(Size cells) {
        const auto a = cpu_->coarsePicture(cells, {}), b = gpu_->coarsePicture(cells, {});
        ASSERT_TRUE(a && b);
        EXPECT_TRUE(std::equal(a->data(), a->data() + cells.area(), b->data()));
    }
    void contrast(ColourSpace space) {
        const auto a = cpu_->contrast(space, {}), b = gpu_->contrast(space, {});
        ASSERT_TRUE(a && b);
        EXPECT_EQ(a->squares, b->squares);
        EXPECT_EQ(a->pairs, b->pairs);
        EXPECT_EQ(a->oneColour, b->oneColour);
    }
    void setEdges(ColourSpace space, const pixel::EdgeScale& scale) {
        ASSERT_TRUE(cpu_->setEdges(space, scale, {}));
        ASSERT_TRUE(gpu_->setEdges(space, scale, {}));
    }
    void setLabels(Rect where, ImageView<const Label> labels) {
        cpu_->setLabels(where, labels);
        gpu_->setLabels(where, labels);
    }
    void sample(PixelSet set, ColourSpace space, Rect where, int most) {
        const auto a = cpu_->sample(set, space, where, most, {}),
                   b = gpu_->sample(set, space, where, most, {});
        ASSERT_TRUE(a && b);
        EXPECT_EQ(a->total, b->total);
        EXPECT_EQ(a->colours, b->colours);
    }
    /// Groups of the pixels' colours.
    void group(ColourSpace space, int most, const pixel::Mixture& mixture) {
        const auto samples = cpu_->sample(PixelSet::MaskBackground, space, Rect::of(size_), most, {});
        ASSERT_TRUE(samples);
        cpu_->setSamples(samples->colours);
        gpu_->setSamples(samples->colours);
        std::vector<pixel::Centre> centres;
        for (int k = 0; k < mixture.count; ++k) {
            const float* mean = mixture.part[k].mean;
            centres.push_back({{mean[0], mean[1], mean[2]}});
        }
        EXPECT_EQ(cpu_->sumsByCentre(centres), gpu_->sumsByCentre(centres));
        for (const bool weighted : {false, true})
            EXPECT_EQ(cpu_->sumsByPart(mixture, weighted), gpu_->sumsByPart(mixture, weighted));
    }
    void startMask(const UnlabelledRule& rule) {
        const auto before = mask();
        expectEqual(cpu_->startMask(rule, {}), gpu_->startMask(rule, {}), before->view());
    }
    void setMask(const std::shared_ptr<const Mask>& mask) {
        cpu_->setMask(mask);
        gpu_->setMask(mask);
    }
    std::shared_ptr<const Mask> mask() {
        const auto a = cpu_->mask(), b = gpu_->mask();
        EXPECT_EQ(a->size(), b->size());
        EXPECT_EQ(std::memcmp(a->view().data(), b->view().data(), static_cast<std::size_t>(size_.area())), 0);
        EXPECT_EQ(b, gpu_->mask()) << "it is copied twice";
        return b;
    }
    void sums(const ClassMixtures& mixtures, bool weighted, Rect where) {
        const auto a = cpu_->sums(mixtures, weighted, where, {}),
                   b = gpu_->sums(mixtures, weighted, where, {});
        ASSERT_TRUE(a && b);
        EXPECT_EQ(a->foreground, b->foreground);
        EXPECT_EQ(a->background, b->background);
    }
    void setTerminals(const DataCosts& costs) {
        const auto a = cpu_->setTerminals(costs, {}), b = gpu_->setTerminals(costs, {});
        ASSERT_TRUE(a && b);
        EXPECT_EQ(*a, *b);
    }
    void updateTerminals(Rect where, ImageView<const Label> labels, const DataCosts& costs) {
        const auto a = cpu_->updateTerminals(where, labels, costs, {}),
                   b = gpu_->updateTerminals(where, labels, costs, {});
        ASSERT_TRUE(a && b);
        EXPECT_EQ(*a, *b);
    }
    void solve() {
        const auto a = cpu_->solve({}, {}), b = gpu_->solve({}, {});
        ASSERT_TRUE(a && b);
        EXPECT_EQ(a->flow, b->flow);
        EXPECT_EQ(a->capacity, b->capacity);
        EXPECT_EQ(b->flow, b->capacity);
        const auto before = mask();
        expectEqual(cpu_->takeMask(), gpu_->takeMask(), before->view());
    }
    [[nodiscard]] Size size() const { return size_; }

private:
    /// The CPU's `where` may be larger than the changed pixels' rectangle; the GPU's is that of `before` to
    /// now.
    void expectEqual(const std::optional<MaskChange>& a, const std::optional<MaskChange>& b,
                     ImageView<const std::uint8_t> before) {
        ASSERT_TRUE(a && b);
        EXPECT_EQ(a->pixels, b->pixels);
        EXPECT_EQ(a->foreground, b->foreground);
        const auto now = mask();
        Rect where;
        for (int y = 0; y < size_.height; ++y)
            for (int x = 0; x < size_.width; ++x)
                if (before(x, y) != now->view()(x, y)) where = where.united({x, y, 1, 1});
        EXPECT_EQ(b->where, where);
    }

    Size size_;
    std::unique_ptr<SegmentBackend> cpu_, gpu_;
};

/// All calls in an order that the loop could make them in, with random arguments.
void callEverything(Both& both, Random& random) {
    const Size size = both.size();
    const Rect all = Rect::of(size);
    for (const Size cells : {Size{1, 1}, Size{(size.width + 1) / 2, (size.height + 2) / 3}, size})
        both.coarsePicture(cells);
    for (const ColourSpace space : {ColourSpace::Rgb, ColourSpace::Lab, ColourSpace::Luv})
        both.contrast(space);
    const Image<Label> labels = anyLabels(random, size);
    both.setLabels(all, labels.view());

    UnlabelledRule rule;
    rule.costs = anyCosts(random, size);
    rule.threshold = below(random, 400) - 200;
    for (const auto kind :
         {UnlabelledRule::Kind::Score, UnlabelledRule::Kind::Keep, UnlabelledRule::Kind::Foreground}) {
        rule.kind = kind;
        rule.probableToo = !rule.probableToo;
        both.startMask(rule);
        if (kind == UnlabelledRule::Kind::Score) {
            const Image<Label> others = anyLabels(random, size);
            both.setLabels(all, others.view());
        }
    }
    for (const auto set : {PixelSet::LabelledForeground, PixelSet::LabelledBackground, PixelSet::Unlabelled,
                           PixelSet::MaskForeground, PixelSet::MaskBackground})
        for (const int most : {1, 7, 1000, 65536}) {
            both.sample(set, anySpace(random), all, most);
            both.sample(set, anySpace(random), anyPart(random, size), most);
        }

    for (int round = 0; round < 2; ++round) {
        const double gamma = below(random, 120);
        both.setEdges(anySpace(random),
                      pixel::edgeScale(gamma, 1 + below(random, 1 << 20), 1 + below(random, 1 << 12)));
        DataCosts costs = anyCosts(random, size);
        costs.unitsPerNat = static_cast<float>(pixel::unitsPerNat(gamma));
        both.setTerminals(costs);
        both.solve();
        for (int stroke = 0; stroke < 3; ++stroke) {
            const Rect where = anyPart(random, size);
            both.updateTerminals(where, anyLabels(random, where.size()).view(), costs);
            both.solve();
        }
        both.sums(costs.mixtures, round == 0, all);
        both.sums(costs.mixtures, round != 0, anyPart(random, size));
        costs = anyCosts(random, size);
        both.setTerminals(costs);  // warm
        both.solve();
        const auto mask = both.mask();
        both.setMask(hostFrame(Image<std::uint8_t>::copyOf(mask->view())));
        both.sample(PixelSet::MaskForeground, ColourSpace::Rgb, all, 100);
        both.group(costs.mixtures.space, round == 0 ? 5000 : 33, costs.mixtures.background);
    }
}

using BackendParity = GpuTest;

TEST_F(BackendParity, PicturesOfAllShapes) {
    Random random(1);
    for (const Size size : {Size{1, 1}, Size{2, 1}, Size{1, 2}, Size{2, 2}, Size{1, 97}, Size{97, 1},
                            Size{30, 31}, Size{31, 33}, Size{32, 32}, Size{33, 65}, Size{60, 17},
                            Size{61, 16}, Size{257, 64}, Size{3, 1100}, Size{1100, 3}}) {
        SCOPED_TRACE(testing::Message() << size.width << " × " << size.height);
        Both both(picture(size, [&](int, int) {
            const auto p = random();
            return Rgba8{static_cast<std::uint8_t>(p), static_cast<std::uint8_t>(p >> 8),
                         static_cast<std::uint8_t>(p >> 16), static_cast<std::uint8_t>(p >> 24)};
        }));
        callEverything(both, random);
        if (HasFailure()) return;
    }
}

TEST_F(BackendParity, Scenes) {
    Random random(2);
    for (const Size size : {Size{96, 72}, Size{301, 203}, Size{640, 480}}) {
        SCOPED_TRACE(testing::Message() << size.width << " × " << size.height);
        Both both(scenePicture(makeScene(size, random())));
        callEverything(both, random);
        if (HasFailure()) return;
    }
}

TEST_F(BackendParity, AllColours) {
    // Every value of each channel, and the corners where the curves of Lab and Luv bend.
    Random random(3);
    Both both(picture({256, 256}, [](int x, int y) {
        return Rgba8{static_cast<std::uint8_t>(x), static_cast<std::uint8_t>(y),
                     static_cast<std::uint8_t>(x * 7 + y * 13), 255};
    }));
    callEverything(both, random);
}

TEST_F(BackendParity, PicturesWithNextToNoColours) {
    Random random(4);
    for (const bool spot : {false, true}) {
        Both both(picture({70, 40}, [&](int x, int y) {
            return spot && x == 69 && y == 39 ? Rgba8{90, 80, 71, 255} : Rgba8{90, 80, 70, 255};
        }));
        callEverything(both, random);
    }
}

TEST_F(BackendParity, MasksGivenOutStayAsTheyAre) {
    const Scene scene = makeScene({301, 203}, 5);
    const auto gpu = cuda::backendFactory(0)(scenePicture(scene)),
               cpu = cpu::makeCpuBackend(scenePicture(scene), 0);
    Random random(6);
    std::vector<std::pair<std::shared_ptr<const Mask>, std::shared_ptr<const Mask>>> given;
    for (int i = 0; i < 12; ++i) {
        if (i % 4 == 3) {  // back to one of the first
            const auto [a, b] = given[static_cast<std::size_t>(below(random, i))];
            cpu->setMask(a);
            gpu->setMask(b);
        } else {
            const Image<Label> labels = anyLabels(random, scene.picture.size());
            for (SegmentBackend* backend : {cpu.get(), gpu.get()}) {
                backend->setLabels(labels.bounds(), labels.view());
                UnlabelledRule rule;
                rule.kind = i == 0 ? UnlabelledRule::Kind::Foreground : UnlabelledRule::Kind::Keep;
                ASSERT_TRUE(backend->startMask(rule, {}));
            }
        }
        given.emplace_back(cpu->mask(), gpu->mask());
        EXPECT_TRUE(given.back().second->isOnDevice());
    }
    for (const auto& [a, b] : given) {
        const auto x = below(random, 301), y = below(random, 203);
        EXPECT_EQ(b->at(x, y), a->at(x, y));
        EXPECT_EQ(std::memcmp(a->view().data(), b->view().data(), 301 * 203), 0);
    }
}

TEST_F(BackendParity, CleanedMasks) {
    Random random(7);
    for (int round = 0; round < 40; ++round) {
        const Size size{1 + below(random, round < 30 ? 150 : 900), 1 + below(random, 300)};
        SCOPED_TRACE(testing::Message() << size.width << " × " << size.height);
        const auto gpu = cuda::backendFactory(0)(ramp(size)), cpu = cpu::makeCpuBackend(ramp(size), 0);
        // Shapes, and noise that is too much for the device.
        const std::shared_ptr<const Mask> mask =
            hostFrame(randomMask(size, 30 + below(random, 40), random, 1 + round % 9));
        const Image<Label> labels = labelsBeside(MaskImage::copyOf(mask->view()), below(random, 20), random);
        cpu->setLabels(labels.bounds(), labels.view());
        gpu->setLabels(labels.bounds(), labels.view());
        gpu->setMask(mask);
        UnlabelledRule keep;
        keep.kind = UnlabelledRule::Kind::Keep;
        keep.probableToo = true;
        ASSERT_TRUE(gpu->startMask(keep, {}));
        const auto onDevice = gpu->mask();
        ASSERT_TRUE(onDevice->isOnDevice());
        ASSERT_TRUE(samePixels(onDevice->view(), mask->view()));
        const CleanUp rules{below(random, 2) == 0, below(random, 200), below(random, 200)};
        const CleanMask right = cpu->cleaned(mask, rules, {}).value();
        for (const auto& of : {mask, onDevice}) {
            const CleanMask clean = gpu->cleaned(of, rules, {}).value();
            EXPECT_TRUE(samePixels(clean.mask->view(), right.mask->view()));
            EXPECT_EQ(clean.foreground, right.foreground);
            EXPECT_EQ(clean.cleaned, right.cleaned);
            EXPECT_EQ(clean.where, right.where);
            EXPECT_EQ(clean.mask == of, right.cleaned == 0);
        }
        EXPECT_TRUE(samePixels(gpu->mask()->view(), mask->view())) << "the backend's own stays";
        if (HasFailure()) return;
    }
}

TEST_F(BackendParity, CleanedMasksStayWithinTheMemoryOfOneMore) {
    const Size size{800, 600};
    const auto gpu = cuda::backendFactory(0)(ramp(size));
    Random random(8);
    gpu->setMask(hostFrame(randomMask(size, 50, random, 20)));
    const std::uint64_t before = cuda::deviceBytes();
    std::vector<std::shared_ptr<const Mask>> shown;
    for (int i = 0; i < 4; ++i) {
        shown.push_back(gpu->cleaned(gpu->mask(), {false, 300 + i, 500 + i}, {}).value().mask);
        EXPECT_TRUE(shown.back()->isOnDevice());
        EXPECT_LE(cuda::deviceBytes() - before, static_cast<std::uint64_t>(size.area()));
    }
}

TEST_F(BackendParity, AStoppedCallIsStopped) {
    const auto gpu = cuda::backendFactory(0)(ramp({64, 48}));
    std::stop_source source;
    source.request_stop();
    const std::stop_token stop = source.get_token();
    EXPECT_FALSE(gpu->coarsePicture({32, 24}, stop));
    EXPECT_FALSE(gpu->contrast(ColourSpace::Lab, stop));
    EXPECT_FALSE(gpu->setEdges(ColourSpace::Lab, pixel::edgeScale(50, 100, 10), stop));
    EXPECT_FALSE(gpu->sample(PixelSet::Unlabelled, ColourSpace::Lab, {0, 0, 64, 48}, 100, stop));
    EXPECT_FALSE(gpu->startMask({}, stop));
    EXPECT_FALSE(gpu->sums({}, false, {0, 0, 64, 48}, stop));
    EXPECT_FALSE(gpu->setTerminals({}, stop));
    EXPECT_FALSE(gpu->solve(stop, {}));
    EXPECT_FALSE(gpu->cleaned(gpu->mask(), {true, 9, 9}, stop));
}

}  // namespace
}  // namespace fretsaw::test
