// Row functions of the CPU backend over a whole picture, in the order and in the blocks of the backend.
// No scoring here.
#include "tests/bench/Stages.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <functional>
#include <iostream>
#include <limits>
#include <memory>
#include <nlohmann/json.hpp>
#include <vector>

#include "core/cpu/MaskCleaning.h"
#include "core/cpu/Palette.h"
#include "core/generate/Scene.h"
#include "tests/bench/Peer.h"

namespace fretsaw::bench {
namespace {

using cpu::ColourRow;
using cpu::PixelRows;

/// What the stages read, and room for what they write.
struct Work {
    const Image<Rgba8>& picture;
    DataCosts costs;
    pixel::EdgeScale scale;
    std::shared_ptr<const Mask> mask;
    cpu::Parallel parallel{1};
    cpu::Palette palette = *cpu::Palette::of(picture.view(), parallel, {});
    std::int64_t checksum = 0;  ///< of what was computed: the same for every instruction set
};

void read(const PixelRows& rows, const Work& work, ColourSpace space, int y, ColourRow& to) {
    rows.readColours(space, linearTable(), work.picture.row(y), work.picture.width(), to.data(), to.plane());
}

void dataTerm(const PixelRows& rows, Work& work) {
    const int width = work.picture.width();
    ColourRow row(width);
    std::vector<int> foreground(static_cast<std::size_t>(width)), background(foreground),
        terminals(foreground);
    const std::vector<Label> labels(foreground.size(), Label::None);
    for (int y = 0; y < work.picture.height(); ++y) {
        read(rows, work, ColourSpace::Rgb, y, row);
        rows.costs(work.costs.mixtures.foreground, false, work.costs.unitsPerNat, row.colours(), width,
                   foreground.data());
        rows.costs(work.costs.mixtures.background, false, work.costs.unitsPerNat, row.colours(), width,
                   background.data());
        work.checksum +=
            rows.terminals(labels.data(), foreground.data(), background.data(), width, terminals.data());
    }
}

void makePalette(const PixelRows&, Work& work) {
    work.palette = *cpu::Palette::of(work.picture.view(), work.parallel, {});
}

void dataTermByPalette(const PixelRows& rows, Work& work) {
    const int width = work.picture.width();
    const auto units = work.palette.costs(work.costs, rows, work.parallel, {});
    std::vector<int> foreground(static_cast<std::size_t>(width)), background(foreground),
        terminals(foreground);
    const std::vector<Label> labels(foreground.size(), Label::None);
    for (int y = 0; y < work.picture.height(); ++y) {
        const std::uint32_t* numbers = work.palette.row(y);
        for (std::size_t x = 0; x < labels.size(); ++x) {
            foreground[x] = (*units)[numbers[x]].foreground;
            background[x] = (*units)[numbers[x]].background;
        }
        work.checksum +=
            rows.terminals(labels.data(), foreground.data(), background.data(), width, terminals.data());
    }
}

void colourSums(const PixelRows& rows, Work& work) {
    const int width = work.picture.width();
    ColourRow row(width);
    ClassSums sums;
    for (int y = 0; y < work.picture.height(); ++y) {
        read(rows, work, ColourSpace::Rgb, y, row);
        rows.addSums(work.costs.mixtures.foreground, false, row.colours(), nullptr, width,
                     sums.foreground.data());
    }
    for (const ColourSums& s : sums.foreground) work.checksum += s.square[1];
}

/// use(row, row below, y) for every row but the last.
template <typename Use>
void forRowPairs(const PixelRows& rows, const Work& work, const Use& use) {
    ColourRow row(work.picture.width()), next(work.picture.width());
    read(rows, work, ColourSpace::Lab, 0, row);
    for (int y = 0; y + 1 < work.picture.height(); ++y) {
        read(rows, work, ColourSpace::Lab, y + 1, next);
        use(row.colours(), next.colours());
        std::swap(row, next);
    }
}

void contrast(const PixelRows& rows, Work& work) {
    const int width = work.picture.width();
    forRowPairs(rows, work, [&](cpu::Colours here, cpu::Colours below) {
        work.checksum += rows.sumOfSquares(here, here.from(1), width - 1) +
                         rows.sumOfSquares(here, below, width) +
                         rows.sumOfSquares(here.from(1), below, width - 1) +
                         rows.sumOfSquares(here, below.from(1), width - 1);
    });
}

void edges(const PixelRows& rows, Work& work) {
    const int width = work.picture.width();
    std::vector<std::uint16_t> weights(static_cast<std::size_t>(width));
    const auto weigh = [&](cpu::Colours a, cpu::Colours b, int count, float atNoDifference) {
        rows.edgeWeights(a, b, count, atNoDifference, work.scale.beta, weights.data());
        work.checksum += weights[0];
    };
    forRowPairs(rows, work, [&](cpu::Colours here, cpu::Colours below) {
        weigh(here, here.from(1), width - 1, work.scale.straight);
        weigh(here, below, width, work.scale.straight);
        weigh(here.from(1), below, width - 1, work.scale.diagonal);
        weigh(here, below.from(1), width - 1, work.scale.diagonal);
    });
}

void cleanUp(const PixelRows&, Work& work) {
    const Image<Label> labels(work.picture.size(), Label::None);
    const CleanUp rules{false, 1000, CleanUp::kMostPixels};
    work.checksum += cpu::cleanMask(work.mask, labels.view(), rules, work.parallel, {})->foreground;
}

struct Stage {
    const char* name;
    void (*run)(const PixelRows& rows, Work& work);
};
constexpr Stage kStages[] = {{"palette, once a picture", makePalette},
                             {"data term by the palette", dataTermByPalette},
                             {"data term of every pixel", dataTerm},
                             {"colours to sums of 5 components", colourSums},
                             {"contrast, Lab", contrast},
                             {"edge weights, Lab", edges},
                             {"clean-up of the mask", cleanUp}};

double fastestMs(int rounds, const std::function<void()>& work) {
    double fastest = std::numeric_limits<double>::max();
    for (int i = 0; i < std::max(1, rounds); ++i) {
        const auto start = std::chrono::steady_clock::now();
        work();
        fastest = std::min(
            fastest,
            std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count());
    }
    return fastest;
}

}  // namespace

int runStages(const StagesOptions& options) {
    const Picture picture =
        options.photo.empty() ? pictureOf(makeScene({4240, 2832}, 1).picture) : readPicture(options.photo);
    const Size size = picture.rgba->size();
    const Rect box{size.width / 4, size.height / 6, size.width / 2, size.height * 2 / 3};
    auto segmenter = makeCpuSegmenter();
    segmenter->setImage(picture.rgba);
    segmenter->setRect(box);
    const auto result = segmenter->segment({}, {}, {});
    Work work{
        *picture.rgba,
        {{ColourSpace::Rgb, evaluable(result->models->foreground), evaluable(result->models->background)},
         false,
         32,
         nullptr},
        pixel::edgeScale(50, 300, 1),
        result->mask};

    nlohmann::ordered_json json{
        {"megapixels", picture.megapixels()},
        {"components", {work.costs.mixtures.foreground.count, work.costs.mixtures.background.count}},
        {"stages", nlohmann::ordered_json::array()}};
    if (!options.json)
        std::printf("%s; one thread\n%.1f MP, %d + %d components; ms, the fastest of %d rounds\n",
                    machineDescription(1).c_str(), picture.megapixels(), work.costs.mixtures.foreground.count,
                    work.costs.mixtures.background.count, options.rounds);
    for (const Stage& stage : kStages) {
        nlohmann::ordered_json entry{{"name", stage.name}};
        if (!options.json) std::printf("  %-34s", stage.name);
        for (const cpu::InstructionSet set : cpu::kInstructionSets) {
            if (!cpu::runs(set)) continue;
            const double ms = fastestMs(options.rounds, [&] { stage.run(cpu::pixelRows(set), work); });
            entry[cpu::nameOf(set)] = ms;
            if (!options.json) std::printf("  %s %.1f", cpu::nameOf(set), ms);
        }
        if (!options.json) std::printf("\n");
        std::fflush(stdout);
        json["stages"].push_back(entry);
    }
    if (options.json) std::cout << json.dump(1) << '\n';
    return 0;
}

}  // namespace fretsaw::bench
