// A rectangle given in device pixels, origin at the top left.
// No zoom or pan here: the canvas has applied them.

uniform vec2 viewport;  // device pixels
uniform vec4 quad;      // left, top, right, bottom

void main() {
    vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1);
    vec2 device = mix(quad.xy, quad.zw, corner);
    gl_Position = vec4(device.x / viewport.x * 2.0 - 1.0, 1.0 - device.y / viewport.y * 2.0, 0.0, 1.0);
}
