// Turns pictures into graphs with core's GrabCut loop and pixel maths.
// Written pixel by pixel: this is not what is measured.
#include "tests/bench/GrabCutGraphs.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>

#include "core/cpu/CpuBackend.h"
#include "core/cpu/Parallel.h"
#include "core/image/Error.h"
#include "core/segment/GrabCut.h"

namespace fretsaw::bench {
namespace {

constexpr std::int64_t kMostLearnt = 20'000'000;

void setWeights(const Image<Rgba8>& image, const pixel::EdgeScale& scale, test::GridGraph& graph) {
    const auto weight = [&](int x, int y, int nx, int ny) {
        const Rgba8 a = image(x, y), b = image(nx, ny);
        const int dr = a.r - b.r, dg = a.g - b.g, db = a.b - b.b;
        const float most = nx != x && ny != y ? scale.diagonal : scale.straight;
        return static_cast<std::uint16_t>(
            pixel::edgeWeight<float>(most, scale.beta, dr * dr + dg * dg + db * db));
    };
    const int width = image.width(), height = image.height();
    cpu::Parallel().forRows(height, [&](int y) {
        for (int x = 0; x < width; ++x) {
            if (x + 1 < width) graph.right(x, y) = weight(x, y, x + 1, y);
            if (y + 1 == height) continue;
            graph.down(x, y) = weight(x, y, x, y + 1);
            if (x > 0) graph.downLeft(x, y) = weight(x, y, x - 1, y + 1);
            if (x + 1 < width) graph.downRight(x, y) = weight(x, y, x + 1, y + 1);
        }
    });
}

void setTerminals(const Image<Rgba8>& image, Rect box, const ColourModels& models, double unitsPerNat,
                  test::GridGraph& graph) {
    const auto foreground = evaluable(models.foreground), background = evaluable(models.background);
    const auto cost = [&](const pixel::Mixture& mixture, Rgba8 p) {
        const float nats = pixel::mixtureCost(mixture, static_cast<float>(p.r), static_cast<float>(p.g),
                                              static_cast<float>(p.b));
        return pixel::costUnits(nats, static_cast<float>(unitsPerNat));
    };
    Image<std::int32_t> sums(image.size());
    graph.forEdges([&](int x, int y, int nx, int ny, int w) { sums(x, y) += w, sums(nx, ny) += w; });
    cpu::Parallel().forRows(image.height(), [&](int y) {
        for (int x = 0; x < image.width(); ++x) {
            const Rgba8 p = image(x, y);
            const int bound = sums(x, y) + 1;
            graph.terminals(x, y) = box.contains(x, y)
                                        ? std::clamp(cost(background, p) - cost(foreground, p), -bound, bound)
                                        : -bound;
        }
    });
}

/// Every step-th pixel of every step-th row.
std::shared_ptr<const Image<Rgba8>> thinned(const Image<Rgba8>& image, int step) {
    Image<Rgba8> few({(image.width() + step - 1) / step, (image.height() + step - 1) / step});
    for (int y = 0; y < few.height(); ++y)
        for (int x = 0; x < few.width(); ++x) few(x, y) = image(x * step, y * step);
    return std::make_shared<const Image<Rgba8>>(std::move(few));
}

}  // namespace

std::string PhotoWithBox::name() const {
    return path.empty() ? "scene" : std::filesystem::path(path).stem().string();
}

PhotoWithBox photoOf(const std::string& argument) {
    PhotoWithBox photo;
    const std::size_t at = argument.rfind('@');
    photo.path = argument.substr(0, at);
    if (at == std::string::npos) return photo;
    if (std::sscanf(argument.c_str() + at + 1, "%lf,%lf,%lf,%lf", &photo.left, &photo.top, &photo.right,
                    &photo.bottom) != 4)
        throw InvalidArgument("Behind @ a box needs four fractions: left,top,right,bottom.");
    return photo;
}

Rect boxOf(const PhotoWithBox& photo, Size size) {
    const auto at = [](double fraction, int length) {
        return static_cast<int>(std::lround(fraction * length));
    };
    const int left = at(photo.left, size.width), top = at(photo.top, size.height);
    const Rect box{left, top, at(photo.right, size.width) - left, at(photo.bottom, size.height) - top};
    return box.intersected(Rect::of(size));
}

std::vector<test::GridGraph> grabCutGraphs(std::shared_ptr<const Image<Rgba8>> image, Rect box) {
    int step = 1;
    while (image->size().area() > kMostLearnt * step * step) ++step;
    const auto learnt = step == 1 ? image : thinned(*image, step);
    const Rect learntBox{box.x / step, box.y / step, box.width / step, box.height / step};
    const auto contrast = cpu::makeCpuBackend(image, 0)->contrast(ColourSpace::Rgb, {});
    SegmentParams params;
    params.start = Start::OpenCv;
    params.iterations = 1;
    GrabCut loop([](auto picture) { return cpu::makeCpuBackend(std::move(picture), 0); }, learnt);
    loop.setBox(learntBox);
    std::vector<test::GridGraph> graphs;
    GrabCut::Previous previous;
    for (int iteration = 0; iteration < 2; ++iteration) {
        const auto result =
            iteration == 0 ? loop.learn(Recipe{}, params, {}, {}) : loop.learnOn(previous, params, {}, {});
        previous = {result->mask, result->models};
        test::GridGraph& graph = graphs.emplace_back(image->size());
        setWeights(*image, pixel::edgeScale(result->models->recipe.gamma, contrast->squares, contrast->pairs),
                   graph);
        setTerminals(*image, box, *result->models, result->unitsPerNat, graph);
    }
    return graphs;
}

}  // namespace fretsaw::bench
