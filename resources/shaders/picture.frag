// Composes image, mask, labels and background of one tile.
// All styling is uniforms: no texture changes with it.
//
// Scene puts the version and four definitions before this: without a GPU all branches of a shader are computed,
// so what a tile does not need is left out.
//   SAMPLING  0: texels as squares, 1: smoothed, 2: smoothed while more than one texel falls on a device pixel
//   MASK      1: there is one
//   LABELS    1: the tile has some, and they are to be seen
//   BACKGROUND  1: the object stands before it, with MASK; what view and opacity say does not count then

uniform sampler2D image;    // colours multiplied by alpha
uniform sampler2D mask;     // 1 kept … 0 cut away
uniform usampler2D labels;  // fretsaw::Label
uniform sampler2D background;  // opaque

uniform vec2 viewport;      // device pixels
uniform vec2 tileOrigin;    // device pixel, from the top left, of the texture's corner
uniform float texelSize;    // device pixels a texel
uniform vec4 backgroundPlace;  // the same of background: corner, device pixels a texel across and down
uniform bool backgroundIsRough; // it has fewer texels than the image and is smoothed
uniform vec2 imageOrigin;   // device pixel of the image's corner, modulo the patterns' period
uniform float ratio;        // device pixels a logical point

uniform int view;           // 0 overlay, 1 black and white, 2 on checkerboard
uniform float opacity;      // of the overlay

out vec4 colour;

const uint kNone = 4u;
// Positions and values often lie exactly between two texels or on one half: a hair's breadth decides the same
// way in every tile.
const float kHair = 1.0 / 2048.0;
const float kHalf = 0.5 - kHair;
const vec3 kTint = vec3(0.13, 0.10, 0.42);
const vec3 kForeground = vec3(0.42, 0.80, 1.00);
const vec3 kForegroundEdge = vec3(0.86, 0.96, 1.00);
const vec3 kBackground = vec3(0.80, 0.33, 0.02);
const vec3 kBackgroundDark = vec3(0.36, 0.12, 0.00);

ivec2 nearest(vec2 texel, vec2 size) { return ivec2(clamp(floor(texel + kHair), vec2(0.0), size - 1.0)); }

vec4 colourAt(sampler2D colours, vec2 texel) {
    vec2 size = vec2(textureSize(colours, 0));
#if SAMPLING == 0
    return texelFetch(colours, nearest(texel, size), 0);
#elif SAMPLING == 1
    return texture(colours, texel / size);
#else
    // A device pixel covers up to two texels a side: four samples look at all of them.
    vec2 right = vec2(0.25 / texelSize, 0.0), down = right.yx;
    return 0.25 * (texture(colours, (texel - right - down) / size) + texture(colours, (texel + right - down) / size) +
                   texture(colours, (texel - right + down) / size) + texture(colours, (texel + right + down) / size));
#endif
}

#if BACKGROUND
vec3 backgroundAt(vec2 device) {
    vec2 texel = (device - backgroundPlace.xy) / backgroundPlace.zw;
    if (backgroundIsRough) return texture(background, texel / vec2(textureSize(background, 0))).rgb;
    return colourAt(background, texel).rgb;
}
#endif

float maskAt(vec2 texel) {
    vec2 size = vec2(textureSize(mask, 0));
#if SAMPLING == 0
    return texelFetch(mask, nearest(texel, size), 0).r;
#else
    return texture(mask, texel / size).r;
#endif
}

uint labelAt(vec2 texel) {
    return texelFetch(labels, nearest(texel, vec2(textureSize(labels, 0))), 0).r;
}

/// A light line just inside the mask and a dark one just outside, one logical point each.
vec3 withMaskEdge(vec3 c, vec2 texel, float kept) {
    float width = max(1.0, floor(ratio + 0.5)), reach = width / texelSize;
    float right = maskAt(texel + vec2(reach, 0.0)), left = maskAt(texel - vec2(reach, 0.0));
    float below = maskAt(texel + vec2(0.0, reach)), above = maskAt(texel - vec2(0.0, reach));
#if SAMPLING == 0
    if (kept >= kHalf && min(min(right, left), min(below, above)) < kHalf) return mix(c, vec3(1.0), 0.9);
    if (kept < kHalf && max(max(right, left), max(below, above)) >= kHalf) return mix(c, vec3(0.0), 0.55);
    return c;
#else
    // The smoothed mask rises across its edge: its slope tells how far away the edge is, in device pixels.
    float slope = length(vec2(right - left, below - above)) / (2.0 * width);
    float inside = (kept - kHalf) / max(slope, 0.02);
    float light = clamp(inside + 0.5, 0.0, 1.0) * clamp(width + 0.5 - inside, 0.0, 1.0);
    float dark = clamp(0.5 - inside, 0.0, 1.0) * clamp(width + 0.5 + inside, 0.0, 1.0);
    return mix(mix(c, vec3(0.0), 0.55 * dark), vec3(1.0), 0.9 * light);
#endif
}

vec3 withLabel(vec3 c, vec2 texel, vec2 pattern) {
    uint label = labelAt(texel);
    if (label >= kNone) return c;
    bool foreground = (label & 1u) == 1u, probable = label >= 2u;

    float reach = max(1.0, floor(ratio + 0.5)) / texelSize;
    bool edge = labelAt(texel + vec2(reach, 0.0)) != label || labelAt(texel - vec2(reach, 0.0)) != label ||
                labelAt(texel + vec2(0.0, reach)) != label || labelAt(texel - vec2(0.0, reach)) != label;

    float diagonal = mod(pattern.x + pattern.y, 8.0);
    float hatch = clamp((abs(diagonal - 4.0) - 2.0) * ratio * 0.7 + 0.5, 0.0, 1.0);
    vec2 cell = mod(pattern, 6.0) - 3.0;
    float dot = clamp((1.6 - length(cell)) * ratio + 0.5, 0.0, 1.0);

    if (foreground) {
        if (edge) return mix(c, kForegroundEdge, probable ? 0.45 + 0.5 * hatch : 0.95);
        return mix(c, kForeground, probable ? 0.18 + 0.6 * dot : 0.6);
    }
    if (edge) return mix(c, kBackgroundDark, probable ? 0.4 + 0.5 * hatch : 0.9);
    if (probable) return mix(mix(c, kBackground, 0.3), kBackgroundDark, 0.75 * dot);
    return mix(mix(c, kBackground, 0.62), kBackgroundDark, 0.6 * hatch);
}

void main() {
    vec2 device = vec2(gl_FragCoord.x, viewport.y - gl_FragCoord.y);
    vec2 texel = (device - tileOrigin) / texelSize;
    vec2 pattern = (device - imageOrigin) / ratio;

    vec2 square = floor(pattern / 8.0);
    vec3 checker = vec3(mod(square.x + square.y, 2.0) < 0.5 ? 0.80 : 0.60);

    vec4 source = colourAt(image, texel);
    vec3 c = source.rgb + (1.0 - source.a) * checker;
#if MASK
    float kept = maskAt(texel);
#if BACKGROUND
    c = source.rgb * kept + (1.0 - source.a * kept) * backgroundAt(device);
#else
    if (view == 1) {
        c = vec3(kept);
    } else if (view == 2) {
        c = source.rgb * kept + (1.0 - source.a * kept) * checker;
    } else {
        // What is cut away loses its own colours, so the object's are the only ones left.
        float light = dot(c, vec3(0.299, 0.587, 0.114));
        c = mix(c, kTint + light * (vec3(1.0) - kTint) * 0.45, opacity * (1.0 - kept));
        c = withMaskEdge(c, texel, kept);
    }
#endif
#endif
#if LABELS
    c = withLabel(c, texel, pattern);
#endif
    colour = vec4(c, 1.0);
}
