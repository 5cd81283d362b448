// Paints the generated scene row by row: ground, shadow, object, lens, sensor.
// The same rules as everywhere: + − × ÷ √ only, no libm, so that the bytes are the same on every machine.
#include "core/generate/Scene.h"

#include <array>
#include <cmath>

#include "core/generate/Noise.h"
#include "core/generate/Shape.h"
#include "core/image/Error.h"

namespace fretsaw {
namespace {

using generate::Dice;
using generate::mixBits;
using generate::Shape;
using generate::ShapePoint;
using generate::smoothStep;
using generate::Texture;
using generate::triangleWave;

constexpr int kMinSide = 16, kMaxSide = 32768;

/// Linear light, 0 … 1 and above for highlights.
struct Light {
    float r = 0, g = 0, b = 0;
    friend Light operator+(Light a, Light b) { return {a.r + b.r, a.g + b.g, a.b + b.b}; }
    friend Light operator*(Light a, Light b) { return {a.r * b.r, a.g * b.g, a.b * b.b}; }
    friend Light operator*(Light a, float s) { return {a.r * s, a.g * s, a.b * s}; }
};
Light mix(Light a, Light b, float t) {
    return a * (1.0f - t) + b * t;
}

enum class GroundKind { Wood, Linen, Stone };
struct GroundLook {
    GroundKind kind;
    Light dark, bright;
};
constexpr std::array<GroundLook, 7> kGrounds{{
    {GroundKind::Wood, {0.13f, 0.062f, 0.028f}, {0.34f, 0.19f, 0.098f}},     // oiled oak
    {GroundKind::Wood, {0.032f, 0.019f, 0.013f}, {0.115f, 0.066f, 0.042f}},  // walnut
    {GroundKind::Wood, {0.38f, 0.30f, 0.225f}, {0.62f, 0.53f, 0.43f}},       // limed ash
    {GroundKind::Linen, {0.36f, 0.32f, 0.26f}, {0.66f, 0.61f, 0.52f}},       // natural linen
    {GroundKind::Linen, {0.045f, 0.065f, 0.095f}, {0.13f, 0.175f, 0.23f}},   // blue-grey cloth
    {GroundKind::Stone, {0.10f, 0.105f, 0.108f}, {0.24f, 0.245f, 0.24f}},    // slate
    {GroundKind::Stone, {0.34f, 0.33f, 0.31f}, {0.60f, 0.585f, 0.56f}},      // limestone
}};

struct BodyLook {
    Light base, tip, speckle;
    float gloss;
};
constexpr std::array<BodyLook, 8> kBodies{{
    {{0.42f, 0.50f, 0.07f}, {0.56f, 0.50f, 0.10f}, {0.20f, 0.24f, 0.03f}, 0.30f},     // green pear
    {{0.62f, 0.09f, 0.035f}, {0.72f, 0.40f, 0.07f}, {0.80f, 0.50f, 0.22f}, 0.45f},    // red apple
    {{0.055f, 0.016f, 0.060f}, {0.10f, 0.03f, 0.09f}, {0.12f, 0.06f, 0.12f}, 0.75f},  // aubergine
    {{0.80f, 0.33f, 0.028f}, {0.84f, 0.46f, 0.06f}, {0.90f, 0.62f, 0.20f}, 0.25f},    // pumpkin
    {{0.78f, 0.62f, 0.06f}, {0.62f, 0.60f, 0.09f}, {0.62f, 0.44f, 0.05f}, 0.40f},     // lemon
    {{0.10f, 0.19f, 0.035f}, {0.22f, 0.33f, 0.06f}, {0.42f, 0.46f, 0.17f}, 0.50f},    // courgette
    {{0.50f, 0.045f, 0.03f}, {0.36f, 0.02f, 0.022f}, {0.62f, 0.16f, 0.09f}, 0.80f},   // pepper
    {{0.36f, 0.085f, 0.125f}, {0.62f, 0.36f, 0.13f}, {0.66f, 0.40f, 0.28f}, 0.35f},   // plum, ripening
}};

float brightness(Light c) {
    return 0.2f * c.r + 0.7f * c.g + 0.1f * c.b;
}

/// How far apart two colours are to the eye, roughly: in square roots, as a camera would store them.
float contrast(Light a, Light b) {
    const float r = std::sqrt(a.r) - std::sqrt(b.r), g = std::sqrt(a.g) - std::sqrt(b.g),
                d = std::sqrt(a.b) - std::sqrt(b.b);
    return std::sqrt(r * r + g * g + d * d);
}

/// Everything that was diced about one scene, and rows of noise to paint it with.
class Painter {
public:
    Painter(Size size, std::uint64_t seed);
    void paintRow(int y, Rgba8* picture, std::uint8_t* truth);

private:
    struct Covered {
        Light colour;
        float coverage;
    };
    void prepareRow(int y);
    [[nodiscard]] float wood(float u, float v, int x) const;
    [[nodiscard]] float linen(float u, float v, int x) const;
    [[nodiscard]] float stone(int x) const;
    [[nodiscard]] Light groundAt(float u, float v, int x) const;
    [[nodiscard]] float speckle(float u, float v) const;
    [[nodiscard]] Light bodyColour(const ShapePoint& p, float u, float v, int x) const;
    [[nodiscard]] Covered objectAt(float u, float v, int x) const;
    [[nodiscard]] Rgba8 develop(Light light, int x, int y) const;

    Size size_;
    std::uint64_t seed_;
    Dice dice_;
    Shape shape_;
    GroundLook ground_;
    BodyLook body_;
    float side_, unit_;  // the shorter side in pixels, and its inverse
    float sunX_, sunY_, sunZ_, halfX_, halfY_, halfZ_;
    float cosine_, sine_;  // of the ground's direction
    float grain_, exposure_;
    // Rows of noise: coarse and fine for the ground, skin for the object, a warp for its outline.
    Buffer<float> coarse_, fine_, skin_, warpX_, warpY_;
};

Painter::Painter(Size size, std::uint64_t seed)
    : size_(size), seed_(mixBits(seed ^ 0x66726574736177u)), dice_(seed), shape_(dice_) {
    side_ = static_cast<float>(std::min(size.width, size.height));
    unit_ = 1.0f / side_;
    ground_ = kGrounds[static_cast<std::size_t>(dice_.below(kGrounds.size()))];
    const Light middle = mix(ground_.dark, ground_.bright, 0.5f);
    do {
        body_ = kBodies[static_cast<std::size_t>(dice_.below(kBodies.size()))];
    } while (contrast(body_.base, middle) < 0.30f || contrast(body_.tip, middle) < 0.30f);

    sunX_ = dice_.between(-0.75f, -0.35f) * (dice_.below(2) == 0 ? 1.0f : -1.0f);
    sunY_ = dice_.between(-0.70f, -0.35f);
    sunZ_ = 0.85f;
    const float length = std::sqrt(sunX_ * sunX_ + sunY_ * sunY_ + sunZ_ * sunZ_);
    sunX_ /= length;
    sunY_ /= length;
    sunZ_ /= length;
    const float half = std::sqrt(sunX_ * sunX_ + sunY_ * sunY_ + (sunZ_ + 1.0f) * (sunZ_ + 1.0f));
    halfX_ = sunX_ / half;
    halfY_ = sunY_ / half;
    halfZ_ = (sunZ_ + 1.0f) / half;

    // A half-angle tangent gives an exact direction without sine and cosine.
    const float tangent = ground_.kind == GroundKind::Linen ? dice_.between(-0.2f, 0.2f) : 0.0f;
    cosine_ = (1.0f - tangent * tangent) / (1.0f + tangent * tangent);
    sine_ = 2.0f * tangent / (1.0f + tangent * tangent);
    grain_ = dice_.between(5.0f, 9.0f);
    // A camera exposes for the whole frame: dark grounds come out lighter than they are.
    exposure_ = 0.68f / std::sqrt(0.05f + 0.6f * brightness(middle) + 0.4f * brightness(body_.base));
    exposure_ = std::min(exposure_, 1.6f);
    for (Buffer<float>* row : {&coarse_, &fine_, &skin_, &warpX_, &warpY_}) {
        *row = Buffer<float>(size.width, 0.0f);
    }
}

void Painter::prepareRow(int y) {
    const auto fill = [&](Buffer<float>& row, std::uint64_t salt, float coarse, float fine, float fall,
                          float stretch) {
        std::fill(row.begin(), row.end(), 0.0f);
        const float finePx = std::max(2.5f, fine * side_);  // a lens resolves no finer
        generate::addTexture(
            {mixBits(seed_ + salt), std::max(coarse * side_, finePx), finePx, fall, stretch, 0.5f}, y, 0,
            size_.width, row.data());
    };
    const bool isWood = ground_.kind == GroundKind::Wood;
    fill(coarse_, 1, 0.5f, 0.02f, 0.62f, isWood ? 3.0f : 1.0f);
    fill(fine_, 2, isWood ? 0.012f : 0.05f, 0.0f, isWood ? 0.75f : 0.8f, isWood ? 14.0f : 1.0f);
    const float v = (static_cast<float>(y) + 0.5f - 0.5f * static_cast<float>(size_.height)) * unit_;
    if (std::abs(v) > shape_.reach() + 0.1f) return;
    fill(skin_, 3, 0.2f, 0.0f, 0.62f, 1.0f);
    fill(warpX_, 4, 0.30f, 0.05f, 0.34f, 1.0f);
    fill(warpY_, 5, 0.30f, 0.05f, 0.34f, 1.0f);
}

// Boards with rings: the grain is a wave across the board, bent by coarse noise; pores are fine and long.
float Painter::wood(float u, float v, int x) const {
    const float across = v * 2.6f + 8.0f;
    const float board = static_cast<float>(static_cast<int>(across));
    const float inBoard = across - board;
    const std::uint64_t dice = mixBits(seed_ + static_cast<std::uint64_t>(board) * 77u);
    const float tone = static_cast<float>(dice >> 40) * (1.0f / 16777216.0f) - 0.5f;
    const float rings =
        triangleWave(inBoard * grain_ + u * 0.5f * tone + coarse_[x] * 1.9f + tone * 5.0f + 20.0f);
    const float seam = smoothStep(0.0f, 0.012f, inBoard) * smoothStep(0.0f, 0.012f, 1.0f - inBoard);
    const float value = 0.30f + 0.36f * rings * rings + 0.55f * fine_[x] + 0.35f * tone + 0.2f * coarse_[x];
    return value * (0.25f + 0.75f * seam) - 0.35f * (1.0f - seam);
}

// Threads over and under each other, with slubs: uneven thickness along a thread.
float Painter::linen(float u, float v, int x) const {
    const float threads = std::min(110.0f, side_ / 7.0f);
    const float a = u * threads + 1.2f * coarse_[x] + 400.0f, b = v * threads + 0.9f * coarse_[x] + 400.0f;
    const float warp = triangleWave(a), weft = triangleWave(b);
    const bool over = ((static_cast<int>(a) + static_cast<int>(b)) & 1) == 0;
    const float thread = over ? warp * (0.65f + 0.35f * weft) : weft * (0.55f + 0.35f * warp);
    return 0.28f + 0.42f * thread + 0.55f * fine_[x] + 0.40f * coarse_[x];
}

// Cloudy, with fine grit and a few veins where a noise passes zero.
float Painter::stone(int x) const {
    const float vein = 1.0f - smoothStep(0.0f, 0.035f, std::abs(coarse_[x] + 0.25f * fine_[x] - 0.12f));
    return 0.5f + 0.55f * coarse_[x] + 0.55f * fine_[x] + 0.22f * vein;
}

Light Painter::groundAt(float u, float v, int x) const {
    const float ru = u * cosine_ + v * sine_, rv = v * cosine_ - u * sine_;
    float value = 0;
    switch (ground_.kind) {
        case GroundKind::Wood:
            value = wood(ru, rv, x);
            break;
        case GroundKind::Linen:
            value = linen(ru, rv, x);
            break;
        case GroundKind::Stone:
            value = stone(x);
            break;
    }
    const Light colour = mix(ground_.dark, ground_.bright, std::clamp(value, -0.3f, 1.3f));
    // The body keeps light off the ground: a long soft shadow away from the sun, and a dark line of contact.
    const float cast = shape_.bodyDepth(u + sunX_ * 0.16f, v + sunY_ * 0.16f);
    const float contact = shape_.bodyDepth(u + sunX_ * 0.03f, v + sunY_ * 0.03f);
    const float shade =
        (1.0f - 0.52f * smoothStep(-0.45f, 0.40f, cast)) * (1.0f - 0.5f * smoothStep(-0.30f, 0.08f, contact));
    return Light{std::max(0.0f, colour.r), std::max(0.0f, colour.g), std::max(0.0f, colour.b)} * shade;
}

// Pale dots, one at a diced place in most cells of a grid; 0 between them, up to 1 in their middle.
float Painter::speckle(float u, float v) const {
    constexpr float kCells = 46.0f;
    const float a = u * kCells + 64.0f, b = v * kCells + 64.0f;
    const auto ia = static_cast<std::int32_t>(a), ib = static_cast<std::int32_t>(b);
    const std::uint64_t bits =
        mixBits(seed_ ^ (static_cast<std::uint64_t>(ia) << 20) ^ static_cast<std::uint64_t>(ib));
    const auto part = [&](int shift) {
        return static_cast<float>(bits >> shift & 0xffffu) * (1.0f / 65536.0f);
    };
    const float radius = 0.06f + 0.20f * part(0) * part(0);
    const float da = a - static_cast<float>(ia) - 0.28f - 0.44f * part(16);
    const float db = b - static_cast<float>(ib) - 0.28f - 0.44f * part(32);
    const float inside = 1.0f - (da * da + db * db) / (radius * radius);
    return smoothStep(0.0f, 0.75f, inside) * part(48);
}

Light Painter::bodyColour(const ShapePoint& p, float u, float v, int x) const {
    const float blush = smoothStep(0.25f, 0.95f, p.along + 0.35f * skin_[x]);
    Light colour = mix(body_.base, body_.tip, blush) * (1.0f + 0.30f * skin_[x]);
    colour = mix(colour, body_.speckle, 0.3f * speckle(u, v));

    const float depth = std::clamp(p.depth, 0.0f, 1.0f);
    const float steep = 0.30f / std::sqrt(depth + 0.012f);
    const float gx = -steep * p.slopeX * 0.5f - 0.10f * skin_[x],
                gy = -steep * p.slopeY * 0.5f - 0.10f * skin_[x];
    const float inverse = 1.0f / std::sqrt(gx * gx + gy * gy + 1.0f);
    const float nx = gx * inverse, ny = gy * inverse, nz = inverse;

    const float facing = nx * sunX_ + ny * sunY_ + nz * sunZ_;
    const float direct = smoothStep(-0.85f, 1.1f, facing) * 1.0f;
    const float sky = 0.16f + 0.16f * nz;
    const Light bounce = mix(ground_.dark, ground_.bright, 0.6f) * (0.30f * (1.0f - nz));
    // A softbox seen in the skin: a high power of the half-way cosine by repeated squaring.
    float glint = std::max(0.0f, nx * halfX_ + ny * halfY_ + nz * halfZ_);
    for (int i = 0; i < 5; ++i) glint *= glint;
    const float sheen = body_.gloss * (0.55f * glint + 0.10f * (1.0f - nz) * (1.0f - nz));
    return colour * (Light{1.04f, 1.0f, 0.94f} * direct + Light{0.92f, 0.98f, 1.08f} * sky + bounce) +
           Light{1.0f, 0.98f, 0.95f} * (sheen * (0.8f + 0.5f * skin_[x]));
}

Painter::Covered Painter::objectAt(float u, float v, int x) const {
    constexpr float kBlurPx = 1.4f;  // width of an edge through the lens
    const float wu = u + 0.035f * warpX_[x], wv = v + 0.035f * warpY_[x];
    const ShapePoint p = shape_.body(wu, wv);
    const float slope = std::sqrt(p.slopeX * p.slopeX + p.slopeY * p.slopeY) + 1e-6f;
    const float bodyPx = p.depth / slope * side_;
    const float stem = shape_.stem(wu, wv);
    const float stemPx = stem * side_;
    const float nearest = std::max(bodyPx, stemPx);
    const float coverage = std::clamp(0.5f + nearest / kBlurPx, 0.0f, 1.0f);
    if (coverage == 0) return {{}, 0};

    const float stemCover = std::clamp(0.5f + stemPx / kBlurPx, 0.0f, 1.0f);
    const float round = std::clamp(stem / shape_.stemRadius(), 0.0f, 1.0f);
    const Light stemColour =
        Light{0.16f, 0.12f, 0.045f} * ((0.35f + 0.75f * round) * (1.0f + 0.9f * skin_[x]));
    if (stemCover >= 1) return {stemColour, coverage};
    // The stem sits in a dimple, which it darkens.
    const float dimple = 1.0f - 0.45f * smoothStep(-0.045f, 0.0f, stem);
    return {mix(bodyColour(p, u, v, x) * dimple, stemColour, stemCover), coverage};
}

// Exposure, a square root for gamma (near sRGB's curve), and sensor noise: mostly in brightness, a little in
// colour.
Rgba8 Painter::develop(Light light, int x, int y) const {
    const std::uint64_t bits =
        mixBits(seed_ ^ (static_cast<std::uint64_t>(y) << 32) ^ static_cast<std::uint64_t>(x));
    const auto bell = [&](int shift) {  // the sum of four bytes' nibbles is close to a normal distribution
        const auto part = static_cast<std::uint32_t>(bits >> shift);
        return static_cast<float>(
            static_cast<int>((part & 15u) + (part >> 4 & 15u) + (part >> 8 & 15u) + (part >> 12 & 15u)) - 30);
    };
    const float common = 0.20f * bell(0);
    const auto encode = [&](float v, float own) {
        v = v * exposure_;
        v = v / (1.0f + 0.18f * v * v);  // highlights roll off
        const float level = 255.0f * std::sqrt(std::max(0.0f, v)) + common + 0.12f * own;
        return static_cast<std::uint8_t>(std::clamp(level + 0.5f, 0.0f, 255.0f));
    };
    return {encode(light.r, bell(16)), encode(light.g, bell(32)), encode(light.b, bell(48)), 255};
}

void Painter::paintRow(int y, Rgba8* picture, std::uint8_t* truth) {
    prepareRow(y);
    const float v = (static_cast<float>(y) + 0.5f - 0.5f * static_cast<float>(size_.height)) * unit_;
    const float reach = shape_.reach() + 0.03f;
    for (int x = 0; x < size_.width; ++x) {
        const float u = (static_cast<float>(x) + 0.5f - 0.5f * static_cast<float>(size_.width)) * unit_;
        Covered object{{}, 0};
        if (std::abs(u) < reach && std::abs(v) < reach) object = objectAt(u, v, x);
        Light light = object.coverage < 1 ? groundAt(u, v, x) : Light{};
        // One large window: light falls off away from it, and the lens darkens the corners.
        light = mix(light, object.colour, object.coverage);
        const float window = 1.0f + 0.30f * (u * sunX_ + v * sunY_);
        const float corner = 1.0f - 0.16f * (u * u + v * v);
        picture[x] = develop(light * (std::max(0.25f, window) * std::max(0.35f, corner)), x, y);
        truth[x] = object.coverage >= 0.5f ? 255 : 0;
    }
}

Rect boxAround(ImageView<const std::uint8_t> truth) {
    int left = truth.width(), right = -1, top = truth.height(), bottom = -1;
    for (int y = 0; y < truth.height(); ++y) {
        const std::uint8_t* row = truth.row(y);
        for (int x = 0; x < truth.width(); ++x) {
            if (row[x] == 0) continue;
            left = std::min(left, x);
            right = std::max(right, x);
            top = std::min(top, y);
            bottom = y;
        }
    }
    const int margin = std::max(1, std::min(truth.width(), truth.height()) / 30);
    const Rect box{left - margin, top - margin, right - left + 1 + 2 * margin, bottom - top + 1 + 2 * margin};
    return box.intersected(truth.bounds());
}

}  // namespace

Scene makeScene(Size size, std::uint64_t seed) {
    if (std::min(size.width, size.height) < kMinSide || std::max(size.width, size.height) > kMaxSide) {
        throw InvalidArgument("A scene is 16×16 to 32768×32768 pixels large, not " +
                              std::to_string(size.width) + "×" + std::to_string(size.height) + ".");
    }
    Scene scene{Image<Rgba8>(size), Image<std::uint8_t>(size), {}};
    Painter painter(size, seed);
    for (int y = 0; y < size.height; ++y) painter.paintRow(y, scene.picture.row(y), scene.truth.row(y));
    scene.box = boxAround(scene.truth.view());
    return scene;
}

}  // namespace fretsaw
