// The brush's ring: a light line between two dark ones, so that it shows on any picture.
// It knows nothing of the picture below.

uniform vec2 viewport;  // device pixels
uniform vec2 centre;    // device pixels, from the top left
uniform float radius;   // device pixels
uniform float ratio;    // device pixels a logical point
uniform bool dashed;

out vec4 colour;        // multiplied by alpha

const float kDashes = 16.0;

void main() {
    vec2 device = vec2(gl_FragCoord.x, viewport.y - gl_FragCoord.y) - centre;
    float distance = abs(length(device) - radius);
    float light = clamp(0.5 * ratio - distance + 0.5, 0.0, 1.0);
    float dark = clamp(1.5 * ratio - distance + 0.5, 0.0, 1.0) * 0.55;
    if (dashed && fract(atan(device.y, device.x) / 6.2831853 * kDashes) < 0.45) light *= 0.0;
    float alpha = light + (1.0 - light) * dark;
    colour = vec4(vec3(light), alpha);
}
