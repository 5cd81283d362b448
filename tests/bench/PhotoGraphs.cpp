// Scales pictures and turns them into graphs with core's GrabCut loop and pixel maths.
// Written pixel by pixel: this is not what is measured.
#include "tests/bench/PhotoGraphs.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>

#include "core/cpu/CpuBackend.h"
#include "core/generate/Scene.h"
#include "core/image/Error.h"
#include "core/segment/GrabCut.h"

namespace fretsaw::bench {
namespace {

void setWeights(const Image<Rgba8>& image, const pixel::EdgeScale& scale, test::GridGraph& graph) {
    const auto weight = [&](int x, int y, int nx, int ny) {
        const Rgba8 a = image(x, y), b = image(nx, ny);
        const int dr = a.r - b.r, dg = a.g - b.g, db = a.b - b.b;
        const float most = nx != x && ny != y ? scale.diagonal : scale.straight;
        return static_cast<std::uint16_t>(
            pixel::edgeWeight<float>(most, scale.beta, dr * dr + dg * dg + db * db));
    };
    const int width = image.width(), height = image.height();
    for (int y = 0; y < height; ++y) {
        for (int x = 0; x < width; ++x) {
            if (x + 1 < width) graph.right(x, y) = weight(x, y, x + 1, y);
            if (y + 1 == height) continue;
            graph.down(x, y) = weight(x, y, x, y + 1);
            if (x > 0) graph.downLeft(x, y) = weight(x, y, x - 1, y + 1);
            if (x + 1 < width) graph.downRight(x, y) = weight(x, y, x + 1, y + 1);
        }
    }
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
    for (int y = 0; y < image.height(); ++y) {
        for (int x = 0; x < image.width(); ++x) {
            const Rgba8 p = image(x, y);
            const int bound = sums(x, y) + 1;
            graph.terminals(x, y) = box.contains(x, y)
                                        ? std::clamp(cost(background, p) - cost(foreground, p), -bound, bound)
                                        : -bound;
        }
    }
}

}  // namespace

std::string PhotoWithBox::name() const {
    return path.empty() ? "scene" : std::filesystem::path(path).stem().string();
}

std::vector<PhotoWithBox> installedPhotos() {
    const std::string folder = "/usr/share/backgrounds/mate/";
    std::vector<PhotoWithBox> photos{{folder + "nature/Garden.jpg", 0.33, 0.15, 1, 1},
                                     {folder + "nature/TwoWings.jpg", 0.3, 0.2, 0.96, 1},
                                     {folder + "nature/YellowFlower.jpg", 0.18, 0, 1, 1},
                                     {folder + "nature/LadyBird.jpg", 0.6, 0.4, 0.78, 0.62},
                                     {folder + "abstract/Elephants_5640x3172.jpg", 0.28, 0.05, 0.68, 0.78}};
    std::erase_if(photos, [](const PhotoWithBox& p) { return !std::filesystem::exists(p.path); });
    return photos;
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

SizedPicture pictureAt(const PhotoWithBox& photo, double megapixels) {
    if (photo.path.empty()) {
        const double height = std::sqrt(megapixels * 1e6 / 1.5);
        const Scene scene = makeScene(
            {static_cast<int>(std::lround(height * 1.5)), static_cast<int>(std::lround(height))}, 1);
        return {pictureOf(scene.picture), scene.box};
    }
    Picture picture = readPicture(photo.path);
    const double scale = std::sqrt(megapixels / picture.megapixels());
    if (std::abs(scale - 1) > 0.05)
        picture = scaledToWidth(picture, static_cast<int>(std::lround(scale * picture.bgr.cols)));
    const auto at = [](double fraction, int length) {
        return static_cast<int>(std::lround(fraction * length));
    };
    const Size size = picture.rgba->size();
    const int left = at(photo.left, size.width), top = at(photo.top, size.height);
    const Rect box{left, top, at(photo.right, size.width) - left, at(photo.bottom, size.height) - top};
    return {std::move(picture), box.intersected(Rect::of(size))};
}

std::vector<test::GridGraph> grabCutGraphs(const SizedPicture& sized) {
    const auto image = sized.picture.rgba;
    const auto contrast = cpu::makeCpuBackend(image, 0)->contrast(ColourSpace::Rgb, {});
    SegmentParams params;
    params.start = Start::OpenCv;
    params.iterations = 1;
    GrabCut loop([](auto picture) { return cpu::makeCpuBackend(std::move(picture), 0); }, image);
    loop.setBox(sized.box);
    std::vector<test::GridGraph> graphs;
    GrabCut::Previous previous;
    for (int iteration = 0; iteration < 2; ++iteration) {
        const auto result =
            iteration == 0 ? loop.learn(Recipe{}, params, {}, {}) : loop.learnOn(previous, params, {}, {});
        previous = {result->mask, result->models};
        test::GridGraph& graph = graphs.emplace_back(image->size());
        setWeights(*image, pixel::edgeScale(result->models->recipe.gamma, contrast->squares, contrast->pairs),
                   graph);
        setTerminals(*image, sized.box, *result->models, result->unitsPerNat, graph);
    }
    return graphs;
}

}  // namespace fretsaw::bench
