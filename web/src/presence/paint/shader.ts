export const VERTEX_SHADER = `#version 300 es
in vec2 corner;
void main() { gl_Position = vec4(corner, 0., 1.); }`

/**
 * One pass that lights the field (see geometry.ts): strands, halo, film between them, light in the air above, glints on
 * the water below, motes. At most nine texture reads a pixel.
 */
export const FRAGMENT_SHADER = `#version 300 es
precision highp float;
precision highp sampler2D;
uniform vec2 canvasSize;
uniform float scale, seconds, waterLine, amplitude;
uniform float light, glow, glowRadius, neural, particles, warmth;
uniform float ink, cell, wash, detail;
uniform vec3 strandColour, filmColour, glintColour, deepColour;
uniform sampler2D field, noiseTable;
out vec4 colour;

float random(vec2 p) {
  p = fract(p * vec2(123.34, 456.21));
  p += dot(p, p + 45.32);
  return fract(p.x * p.y);
}
float noise(vec2 p) {
  vec2 i = floor(p), f = p - i;
  f = f * f * (3. - 2. * f);
  return texture(noiseTable, (i + f + .5) / 64.).r;
}
float max5(vec4 a, float b) { return max(max(max(a.x, a.y), max(a.z, a.w)), b); }
float min5(vec4 a, float b) { return min(min(min(a.x, a.y), min(a.z, a.w)), b); }

float caustics(float x, float within) {
  float bend = x * .021 + 1.7 * sin(within * 3.1 + seconds * .33) + 1.1 * sin(x * .013 - seconds * .27);
  float broad = abs(sin(bend + seconds * .22));
  float fine = abs(sin(x * .034 - within * 2.6 - seconds * .31 + 1.4 * sin(x * .009 + seconds * .2)));
  return pow(1. - broad, 5.) + .8 * pow(1. - fine, 7.);
}

float waterAt(float x, float width, float depth) {
  float reach = 46. + 74. * glow;
  if (depth <= 0. || depth >= reach * 4.) return 0.;
  float row = 14. * log(1. + depth * .055);
  float bent = x + (noise(vec2(row * .9, seconds * .35)) - .5) * (8. + depth * .35);
  vec4 mirrored = texture(field, vec2(bent / width + .5, .75));
  vec2 flat2 = vec2(x / (26. + depth * .55) + noise(vec2(row * .7, seconds * .2)) * 2.2, row * 1.15 - seconds * .22);
  float coarse = noise(flat2);
  float fine = detail > .5 ? noise(flat2 * vec2(1.9, 1.) + vec2(17.3, seconds * .16)) : coarse;
  float glints = smoothstep(.5, .8, coarse * .62 + fine * .38 + mirrored.w * .16);
  float brightness = pow(mirrored.y, 1.6) * exp(-depth / reach) * (.35 + .65 * mirrored.z);
  return (glints * (.3 + .45 * glow) + .05) * brightness;
}

float moteAt(vec2 p, float y, float middle, float lit) {
  if (particles < .02 || detail < 1.5) return 0.;
  vec2 grid = vec2(p.x, y + seconds * 7.) / 44.;
  float seed = random(floor(grid) + 3.7);
  vec2 off = fract(grid) - .5 - vec2(sin(seconds * .5 + seed * 6.3), cos(seconds * .37 + seed * 9.)) * .28;
  float near = exp(-abs(y - middle) / (amplitude * .75)) * lit;
  float size = cell > .5 ? .12 : .045;
  return step(1. - particles * .8, seed) * smoothstep(size, 0., length(off)) * near
    * (.45 + .55 * sin(seconds * 1.3 + seed * 40.));
}

void main() {
  vec2 p = vec2(gl_FragCoord.x, canvasSize.y - gl_FragCoord.y) / scale;
  vec2 size = canvasSize / scale;
  float shown = 1.;
  if (cell > .5) {
    vec2 within = fract(p / cell);
    p = (floor(p / cell) + .5) * cell;
    shown = step(.17, within.x) * step(.17, within.y);
  }
  float u = p.x / size.x, next = 2. / size.x;
  vec4 a = texture(field, vec2(u, .25)), b = texture(field, vec2(u, .75));
  vec4 aNext = texture(field, vec2(u + next, .25));
  float eNext = texture(field, vec2(u + next, .75)).x;
  float y = p.y - waterLine, x = p.x - size.x * .5;
  float lit = b.y, mask = b.z, sound = b.w;

  // Distances are divided by the slope, so that a steep strand is no thicker than a flat one.
  vec4 slope = (aNext - a) * .5;
  float eSlope = (eNext - b.x) * .5;
  vec4 d = abs(vec4(y) - a) * inversesqrt(1. + slope * slope);
  float e = abs(y - b.x) * inversesqrt(1. + eSlope * eSlope);
  float thin = cell > .5 ? cell * .55 : .7, edge = cell > .5 ? .5 : 1.1;
  vec4 lines = 1. - smoothstep(vec4(thin), vec4(thin + edge), d);
  float eLine = 1. - smoothstep(thin, thin + edge, e);
  float line = max(max(max(lines.x * .55, lines.y * .75), max(lines.z, lines.w * .75)), eLine * .55);
  float sigma = glowRadius * .7;
  vec4 halos = exp(-d * d / (sigma * sigma));
  float eHalo = exp(-e * e / (sigma * sigma));
  float halo = (halos.x * .5 + halos.y * .7 + halos.z + halos.w * .7 + eHalo * .5) * .26;

  float top = min5(a, b.x), bottom = max5(a, b.x), thickness = max(bottom - top, 1.);
  float inside = smoothstep(0., 3., y - top) * smoothstep(0., 3., bottom - y);
  float caustic = inside > 0. && detail > .5 ? caustics(x, (y - top) / thickness) : 0.;
  float film = inside * (.14 + .24 * light) * (.6 + .4 * smoothstep(0., 60., thickness))
    + inside * caustic * (.12 + .62 * neural);
  float air = exp(-max(top - y, 0.) / (14. + 38. * glow)) * step(y, top) * (.35 + .65 * glow);
  float water = waterAt(x, size.x, max(y - bottom, 0.));
  float mote = max(moteAt(p, y, a.z, lit), 0.) * .9;

  vec3 strand = mix(strandColour, glintColour, clamp(warmth - .4, 0., .6) * .8);
  vec3 film3 = mix(filmColour, glintColour, clamp(warmth - .35, 0., .65) * .7);
  float lineLight = line * (.5 + .5 * light) * (.25 + .75 * lit) * mask * (1. + .5 * sound);
  float haloLight = halo * glow * lit * mask * (1. + .6 * sound);
  float filmLight = film * lit * (.12 + .88 * mask);
  float airLight = min(air * lit * .5 * light * (.82 + .18 * mask), wash);
  vec3 rgb;
  float alpha;
  if (ink > .5) {
    alpha = clamp(lineLight * .95 + haloLight * .42 + filmLight * .55 + water * .55 + airLight + mote * .8, 0., 1.);
    vec3 mixed = strand * (lineLight * .95 + mote * .4) + film3 * (haloLight * .42 + filmLight * .55 + airLight)
      + glintColour * (water * .55 + mote * .4);
    rgb = min(mixed / max(alpha, 1e-3), 1.) * alpha;
  } else {
    rgb = strand * (lineLight * 1.8 + mote) + film3 * (haloLight * .6 + airLight)
      + mix(film3, deepColour, .25) * filmLight + mix(glintColour, film3, .35) * water;
    rgb = 1. - exp(-rgb * 1.15);
    alpha = clamp(max(rgb.r, max(rgb.g, rgb.b)), 0., 1.);
  }
  float dither = (random(gl_FragCoord.xy + seconds) - .5) / 255.;
  float edges = smoothstep(0., 44., p.y) * smoothstep(0., 40., size.y - p.y);
  colour = vec4(rgb + dither * alpha, alpha) * shown * edges;
}`
