export const VERTEX_SHADER = `#version 300 es
in vec2 corner;
void main() { gl_Position = vec4(corner, 0., 1.); }`

/**
 * One pass that lights the field (see geometry.ts) like the flat painter, with the same proportions and
 * colours, so that both pictures look the same: light in the air, film between the strands, halo, glints on
 * the water, strands, motes. Only caustics within the film are additional. Four texture reads per pixel.
 */
export const FRAGMENT_SHADER = `#version 300 es
precision highp float;
precision highp sampler2D;
uniform vec2 canvasSize;
uniform float scale, seconds, waterLine, amplitude;
uniform float light, glow, glowRadius, neural, particles, warmth;
uniform float ink, cell, wash, detail;
uniform vec3 strandColour, filmColour, glintColour, deepColour;
uniform sampler2D field;
out vec4 colour;

const vec4 WEIGHTS = vec4(.5, .72, 1., .72);
const float LAST_WEIGHT = .5;

float random(vec2 p) {
  p = fract(p * vec2(123.34, 456.21));
  p += dot(p, p + 45.32);
  return fract(p.x * p.y);
}
/** How much of a pixel, or of a character cell, lies within a line of that half width. */
float covered(float halfWidth, float away) {
  float grain = cell > .5 ? cell : 1. / scale;
  return clamp((halfWidth - away) / grain + .5, 0., 1.);
}
vec4 covered4(float halfWidth, vec4 away) {
  float grain = cell > .5 ? cell : 1. / scale;
  return clamp((halfWidth - away) / grain + .5, 0., 1.);
}
/** Two widths of soft light around a strand. */
vec4 haloOf(vec4 d) {
  vec4 far = d * d / (glowRadius * glowRadius * .81), near = d * d / (glowRadius * glowRadius * .16);
  return .09 * exp(-far) + .165 * exp(-near);
}
float between(float y, float one, float other) {
  return covered(0., min(one, other) - y) * covered(0., y - max(one, other));
}
float caustics(float x, float within) {
  float bend = x * .021 + 1.7 * sin(within * 3.1 + seconds * .33) + 1.1 * sin(x * .013 - seconds * .27);
  float broad = abs(sin(bend + seconds * .22));
  float fine = abs(sin(x * .034 - within * 2.6 - seconds * .31 + 1.4 * sin(x * .009 + seconds * .2)));
  return pow(1. - broad, 5.) + .8 * pow(1. - fine, 7.);
}
/** Light around the membrane: falls off to nothing within these CSS pixels. */
float airOf(float x, float y, float across, float rise) {
  float left = max(0., 1. - length(vec2(x / across, y / rise)));
  return left * left;
}

/** How bright a row of glints is here, and how deep it lies; the rows are those of flat-water.ts. */
vec2 rowAt(float row, float rows, vec2 p, float mirrored, float reach) {
  if (row < 0. || row >= rows) return vec2(0.);
  float fraction = (row + .6) / rows;
  float depth = 4. + reach * pow(fraction, 1.6);
  float stretch = 30. + depth * .75;
  float swell = sin(p.x / stretch + row * 2.4 + seconds * .31)
    + sin(p.x / (stretch * .43) - row * 1.7 - seconds * .23)
    + .7 * sin(p.x / (stretch * 2.3) + row * 4.1 + seconds * .17);
  if (swell <= 0.) return vec2(0.);
  float middle = depth + mirrored * .7 * exp(-depth / 46.)
    + (.8 + depth * .03) * sin(p.x / 41. + row * 1.3 + seconds * .8);
  float halfWidth = max(cell * .4, (.8 + 2.2 * fraction) * min(1., swell));
  return vec2(covered(halfWidth, abs(p.y - middle)) * (.22 + .5 * glow) * pow(1. - fraction, 1.2), fraction);
}
/** The rows lie apart: a pixel can show the two between which it lies, and no other. */
vec2 glintAt(vec2 p, float mirrored, float below) {
  if (p.y < 0.) return vec2(0.);
  float rows = detail > .5 ? 18. : 9.;
  float reach = max(1., min(below, 70. + 120. * glow));
  float along = p.y - mirrored * .7 * exp(-p.y / 46.) - 4.;
  float row = floor(pow(clamp(along / reach, 0., 1.), .625) * rows - .6);
  vec2 upper = rowAt(row, rows, p, mirrored, reach), lower = rowAt(row + 1., rows, p, mirrored, reach);
  return upper.x > lower.x ? upper : lower;
}

float moteAt(vec2 p, float y, float middle, float lit) {
  if (particles < .02 || detail < 1.5) return 0.;
  vec2 grid = vec2(p.x, y + seconds * 7.) / 44.;
  float seed = random(floor(grid) + 3.7);
  vec2 off = fract(grid) - .5 - vec2(sin(seconds * .5 + seed * 6.3), cos(seconds * .37 + seed * 9.)) * .28;
  float near = exp(-abs(y - middle) / (amplitude * .75)) * lit;
  float size = cell > .5 ? .12 : .055;
  return max(0., step(1. - particles * .8, seed) * smoothstep(size, 0., length(off)) * near
    * (.45 + .55 * sin(seconds * 1.3 + seed * 40.)));
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
  float lit = min(1.3, b.y), mask = b.z, sound = b.w;
  float drawn = smoothstep(.25, .55, mask), loud = lit * (1. + .5 * sound);

  // Distances are divided by the slope, so that a steep strand is no thicker than a flat one.
  vec4 slope = (aNext - a) * .5;
  float eSlope = (eNext - b.x) * .5;
  vec4 d = abs(vec4(y) - a) * inversesqrt(1. + slope * slope);
  float e = abs(y - b.x) * inversesqrt(1. + eSlope * eSlope);
  float thin = cell > .5 ? cell * .4 : .7;
  vec4 lineShares = covered4(thin, d) * min(vec4(1.), WEIGHTS * (.45 + .55 * light) * loud) * drawn;
  float eLineShare = covered(thin, e) * min(1., LAST_WEIGHT * (.45 + .55 * light) * loud) * drawn;
  float halo = (dot(haloOf(d), WEIGHTS) + haloOf(vec4(e)).x * LAST_WEIGHT) * (.3 + glow) * loud * drawn;

  float layers = between(y, a.x, a.y) + between(y, a.y, a.z) + between(y, a.z, a.w) + between(y, a.w, b.x);
  float film = layers * (.05 + (ink > .5 ? .1 : .11) * light) * loud * (.12 + .88 * mask);
  if (layers > 0. && detail > .5) {
    float top = min(min(min(a.x, a.y), min(a.z, a.w)), b.x);
    float bottom = max(max(max(a.x, a.y), max(a.z, a.w)), b.x);
    film += min(1., layers) * caustics(x, (y - top) / max(bottom - top, 1.)) * (.024 + .12 * neural) * loud * mask;
  }
  float rise = max(1., min(waterLine, amplitude + 30. + 50. * glow));
  float across = max(1., min(size.x * .46, amplitude * 6.));
  float brightness = min(wash, .06 + .2 * light + .12 * glow);
  float air = airOf(x, y, across, y < 0. ? rise : rise * .5) * brightness;
  vec2 water = glintAt(vec2(x, y), abs(a.z), size.y - waterLine);
  float glint = water.x
    * min(1., pow(min(1.1, b.y), 1.9) * (.35 + .65 * mask) * (1. + .6 * sound));
  float mote = moteAt(p, y, a.z, lit);

  vec3 strand = mix(strandColour, glintColour, clamp(warmth - .4, 0., .6) * .8);
  vec3 film3 = mix(filmColour, glintColour, clamp(warmth - .35, 0., .65) * .7);
  vec3 glint3 = mix(mix(glintColour, filmColour, .3), deepColour, .5 * water.y);
  vec3 rgb;
  float alpha;
  if (ink > .5) {
    // Ink lies over ink: what is drawn later covers what was there.
    float soft = 1. - (1. - min(1., air)) * (1. - min(1., film)) * (1. - min(1., halo));
    vec4 clear = 1. - lineShares;
    float line = 1. - clear.x * clear.y * clear.z * clear.w * (1. - eLineShare) * (1. - mote);
    rgb = film3 * soft;
    rgb = mix(rgb, glint3, glint);
    rgb = mix(rgb, strand, line);
    alpha = 1. - (1. - soft) * (1. - glint) * (1. - line);
  } else {
    // Light adds to light.
    float soft = air + film + halo, line = dot(lineShares, vec4(1.)) + eLineShare + mote;
    rgb = min(vec3(1.), film3 * soft + glint3 * glint + strand * line);
    alpha = min(1., soft + glint + line);
  }
  float dither = (random(gl_FragCoord.xy + seconds) - .5) / 255.;
  float edges = smoothstep(0., clamp(waterLine * .5, 1., 44.), p.y) * smoothstep(0., 40., size.y - p.y);
  colour = vec4(rgb + dither * alpha, alpha) * shown * edges;
}`
