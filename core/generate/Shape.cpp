// The outline as an implicit surface: a sum of round, smooth lobes along a spine; the outline is where the
// sum passes kThreshold.
#include "core/generate/Shape.h"

#include <cmath>

namespace fretsaw::generate {
namespace {

// Value of one lobe at its nominal radius, (1 − ¼)³.
constexpr float kThreshold = 0.421875f;

// A lobe falls as (1 − q/4)³ with q = (distance / radius)² and is nothing from two radii on.
float falloff(float q) {
    return std::max(0.0f, 1.0f - 0.25f * q);
}

}  // namespace

Shape::Shape(Dice& dice) {
    float dx = dice.between(-1, 1),
          dy = dice.between(-1, -0.25f);  // the stem points upwards: it reads as fruit
    const float length = std::sqrt(dx * dx + dy * dy);
    dx /= length;
    dy /= length;
    directionX_ = dx;
    directionY_ = dy;

    // From a plump end to a slimmer one, with a waist or a belly between: apple, pear, gourd, aubergine.
    const float spine = dice.between(0.35f, 1.7f), bend = dice.between(-0.35f, 0.35f);
    const float slim = dice.between(0.45f, 0.95f), waist = dice.between(-0.25f, 0.25f);
    const auto spineX = [&](float t) {
        return dx * spine * (t - 0.5f) - dy * bend * (t - 0.5f) * (t - 0.5f) * spine;
    };
    const auto spineY = [&](float t) {
        return dy * spine * (t - 0.5f) + dx * bend * (t - 0.5f) * (t - 0.5f) * spine;
    };
    for (int i = 0; i < kLobes; ++i) {
        const float t = static_cast<float>(i) / (kLobes - 1);
        const float radius =
            (1.0f + (slim - 1.0f) * t + waist * 4.0f * t * (1.0f - t)) * dice.between(0.94f, 1.06f) * 0.6f;
        const float side = dice.between(-0.05f, 0.05f);
        lobes_[i] = {spineX(t) - dy * side, spineY(t) + dx * side, 1.0f / (radius * radius)};
    }
    // The stem starts inside the body, where the field ends along the spine, and leans to one side.
    float end = 1.0f;
    while (field(spineX(end), spineY(end)) > kThreshold) end += 0.02f;
    const float lean = dice.between(-0.16f, 0.16f), rise = dice.between(0.2f, 0.34f);
    for (int i = 0; i < kStemPoints; ++i) {
        const float t = static_cast<float>(i) / (kStemPoints - 1);
        stemX_[i] = spineX(end) + dx * (rise * t - 0.08f) - dy * lean * t * t;
        stemY_[i] = spineY(end) + dy * (rise * t - 0.08f) + dx * lean * t * t;
    }
    stemRadius_ = dice.between(0.032f, 0.048f);
    spineLength_ = spine + 1.0f;
    fitTo(dice.between(0.31f, 0.37f));
}

// Moves and scales everything so that its bounding box is centred and its longer half side is halfExtent.
void Shape::fitTo(float halfExtent) {
    constexpr int kSamples = 160;
    constexpr float kRange = 3.0f;
    float left = kRange, right = -kRange, top = kRange, bottom = -kRange;
    peak_ = kThreshold;
    for (int j = 0; j < kSamples; ++j) {
        for (int i = 0; i < kSamples; ++i) {
            const float x = kRange * (2.0f * (static_cast<float>(i) + 0.5f) / kSamples - 1.0f);
            const float y = kRange * (2.0f * (static_cast<float>(j) + 0.5f) / kSamples - 1.0f);
            const float value = field(x, y);
            peak_ = std::max(peak_, value);
            if (value < kThreshold && stem(x, y) < 0) continue;
            left = std::min(left, x);
            right = std::max(right, x);
            top = std::min(top, y);
            bottom = std::max(bottom, y);
        }
    }
    const float scale = halfExtent / (0.5f * std::max(right - left, bottom - top));
    const float shiftX = 0.5f * (left + right), shiftY = 0.5f * (top + bottom);
    for (Lobe& lobe : lobes_) {
        lobe = {(lobe.x - shiftX) * scale, (lobe.y - shiftY) * scale, lobe.inverseSquare / (scale * scale)};
    }
    for (int i = 0; i < kStemPoints; ++i) {
        stemX_[i] = (stemX_[i] - shiftX) * scale;
        stemY_[i] = (stemY_[i] - shiftY) * scale;
    }
    stemRadius_ *= scale;
    spineLength_ *= scale;
    reach_ = halfExtent + 2.0f * kRange / kSamples * scale;
}

float Shape::field(float x, float y) const {
    float sum = 0;
    for (const Lobe& lobe : lobes_) {
        const float dx = x - lobe.x, dy = y - lobe.y;
        const float m = falloff((dx * dx + dy * dy) * lobe.inverseSquare);
        sum += m * m * m;
    }
    return sum;
}

float Shape::bodyDepth(float x, float y) const {
    return (field(x, y) - kThreshold) / (peak_ - kThreshold);
}

ShapePoint Shape::body(float x, float y) const {
    float sum = 0, slopeX = 0, slopeY = 0;
    for (const Lobe& lobe : lobes_) {
        const float dx = x - lobe.x, dy = y - lobe.y;
        const float m = falloff((dx * dx + dy * dy) * lobe.inverseSquare);
        sum += m * m * m;
        const float slope = -1.5f * m * m * lobe.inverseSquare;
        slopeX += slope * dx;
        slopeY += slope * dy;
    }
    const float scale = 1.0f / (peak_ - kThreshold);
    const float along = (x * directionX_ + y * directionY_) / spineLength_ + 0.5f;
    return {(sum - kThreshold) * scale, slopeX * scale, slopeY * scale, along};
}

float Shape::stem(float x, float y) const {
    float nearest = 1e9f;
    for (int i = 0; i + 1 < kStemPoints; ++i) {
        const float ax = stemX_[i + 1] - stemX_[i], ay = stemY_[i + 1] - stemY_[i];
        const float px = x - stemX_[i], py = y - stemY_[i];
        const float t = std::clamp((px * ax + py * ay) / (ax * ax + ay * ay), 0.0f, 1.0f);
        const float rx = px - t * ax, ry = py - t * ay;
        nearest = std::min(nearest, rx * rx + ry * ry);
    }
    return stemRadius_ - std::sqrt(nearest);
}

}  // namespace fretsaw::generate
