// The outline of the generated object: a lumpy fruit on a curved spine, with a stem.
// Geometry only: colours and light are the scene's.
#pragma once

#include <array>

#include "core/generate/Noise.h"

namespace fretsaw::generate {

/// What the shape is like at one point. Lengths are in units of the picture's shorter side.
struct ShapePoint {
    float depth = 0;  ///< of the body: 0 at the outline, about 1 where it is thickest, < 0 outside
    float slopeX = 0, slopeY = 0;  ///< gradient of depth
    float along = 0;               ///< place along the spine, about 0 … 1 (the stem's end)
};

/// Coordinates: the picture's centre is (0, 0), its shorter side spans −½ … ½, y grows downwards.
class Shape {
public:
    explicit Shape(Dice& dice);

    [[nodiscard]] ShapePoint body(float x, float y) const;
    /// Depth of the body alone: cheaper, for its shadow.
    [[nodiscard]] float bodyDepth(float x, float y) const;
    /// How deep (x, y) lies in the stem, as a length: its radius on the axis, 0 on the outline, < 0 outside.
    [[nodiscard]] float stem(float x, float y) const;
    [[nodiscard]] float stemRadius() const { return stemRadius_; }
    /// Everything lies within this distance of the centre in x and in y.
    [[nodiscard]] float reach() const { return reach_; }

private:
    static constexpr int kLobes = 6, kStemPoints = 4;
    struct Lobe {
        float x, y, inverseSquare;
    };
    [[nodiscard]] float field(float x, float y) const;
    void fitTo(float halfExtent);

    std::array<Lobe, kLobes> lobes_{};
    std::array<float, kStemPoints> stemX_{}, stemY_{};
    float stemRadius_ = 0, reach_ = 0, peak_ = 1;
    float directionX_ = 1, directionY_ = 0, spineLength_ = 1;
};

}  // namespace fretsaw::generate
