// Label planes: applying patches, counting, and reading them from masks and OpenCV's codes.
// No rasterising (Stroke.cpp) and no solving here.
#include "core/segment/Labels.h"

#include <algorithm>
#include <string>

#include "core/image/Error.h"

namespace fretsaw {
namespace {

constexpr std::uint8_t kForegroundFrom = 192, kBackgroundBelow = 64;

void checkNotEmpty(const StartMaskLabels& counted) {
    const auto refuse = [&](const std::string& what, const std::string& missing) {
        throw InvalidArgument("The start mask has no " + what + ": none of its " +
                              std::to_string(counted.foreground + counted.background + counted.unknown) +
                              " pixels is " + missing + ".");
    };
    if (counted.foreground == 0) refuse("foreground", "192 or brighter");
    if (counted.background == 0) refuse("background", "darker than 64");
}

}  // namespace

void checkFits(const LabelPatch& patch, Size plane) {
    if (patch.empty()) return;
    if (patch.rect.intersected(Rect::of(plane)) != patch.rect)
        throw InvalidArgument("A label patch reaches outside the image.");
    if (static_cast<std::int64_t>(patch.after.size()) != patch.rect.area())
        throw InvalidArgument("A label patch does not hold one label for each of its pixels.");
}

void applyPatch(ImageView<Label> labels, const LabelPatch& patch) {
    checkFits(patch, labels.size());
    if (patch.empty()) return;
    const ImageView<Label> target = labels.sub(patch.rect);
    for (int y = 0; y < target.height(); ++y)
        std::copy_n(patch.after.data() + static_cast<std::ptrdiff_t>(y) * target.width(), target.width(),
                    target.row(y));
}

LabelCounts countLabels(ImageView<const Label> labels) {
    LabelCounts counts;
    for (int y = 0; y < labels.height(); ++y) {
        // Labels come in runs.
        const Label *at = labels.row(y), *const end = at + labels.width();
        while (at < end) {
            const Label *const begin = at, label = *at;
            while (at < end && *at == label) ++at;
            counts.of[static_cast<int>(label)] += at - begin;
        }
    }
    return counts;
}

StartMaskLabels labelsFromStartMask(ImageView<const std::uint8_t> mask) {
    StartMaskLabels result;
    for (int y = 0; y < mask.height(); ++y) {
        const std::uint8_t* row = mask.row(y);
        for (int x = 0; x < mask.width(); ++x) {
            if (row[x] >= kForegroundFrom)
                ++result.foreground;
            else if (row[x] < kBackgroundBelow)
                ++result.background;
            else
                ++result.unknown;
        }
    }
    checkNotEmpty(result);

    const bool isTrimap = result.unknown > 0;
    const Label foreground = isTrimap ? Label::SureForeground : Label::ProbableForeground;
    const Label background = isTrimap ? Label::SureBackground : Label::ProbableBackground;
    result.labels = Image<Label>(mask.size(), Label::None);
    for (int y = 0; y < mask.height(); ++y) {
        const std::uint8_t* from = mask.row(y);
        Label* to = result.labels.row(y);
        for (int x = 0; x < mask.width(); ++x) {
            if (from[x] >= kForegroundFrom)
                to[x] = foreground;
            else if (from[x] < kBackgroundBelow)
                to[x] = background;
        }
    }
    return result;
}

Image<Label> labelsFromCodes(ImageView<const std::uint8_t> codes) {
    Image<Label> labels(codes.size(), Label::None);
    for (int y = 0; y < codes.height(); ++y) {
        const std::uint8_t* from = codes.row(y);
        Label* to = labels.row(y);
        for (int x = 0; x < codes.width(); ++x) {
            if (from[x] > 3)
                throw InvalidArgument("The label picture has the value " + std::to_string(from[x]) + " at " +
                                      std::to_string(x) + "," + std::to_string(y) +
                                      "; it may hold 0, 1, 2 and 3 only (sure background, sure foreground, "
                                      "probable background, probable foreground).");
            to[x] = static_cast<Label>(from[x]);
        }
    }
    return labels;
}

}  // namespace fretsaw
