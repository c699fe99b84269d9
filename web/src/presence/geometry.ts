import type { AccentSum } from './accents.ts'
import type { Look } from './look.ts'
import { clamp01, mix, smoothstep } from './values.ts'

/**
 * The membrane consists of five strands, computed once per column; painters only light them. The field has
 * two rows of four-component texels, the GPU's format: row 0 contains the strands 0..3, row 1 the strand 4,
 * light, mask and sound. Heights are CSS pixels from the water line, up is negative.
 */
export const COLUMNS = 256
export const STRANDS = 5
const ROW = COLUMNS * 4
/** Offsets within a texel of row 1. */
export const LIGHT = 1
export const MASK = 2
export const SOUND = 3

export function createField(): Float32Array<ArrayBuffer> {
  return new Float32Array(ROW * 2)
}

export function strandHeight(field: Float32Array, strand: number, column: number): number {
  return (strand < 4 ? field[column * 4 + strand] : field[ROW + column * 4]) ?? 0
}

export function columnPart(
  field: Float32Array,
  channel: typeof LIGHT | typeof MASK | typeof SOUND,
  column: number,
) {
  return field[ROW + column * 4 + channel] ?? 0
}

/** Returns a deterministic pseudo-random value in 0..1. */
export function hash(number: number): number {
  const wave = Math.sin(number * 127.1) * 43758.5453
  return wave - Math.floor(wave)
}

export interface PresenceStage {
  /** CSS pixels */
  readonly width: number
  readonly height: number
  /** maximum displacement of the membrane in CSS pixels: it must not reach the text above */
  readonly room: number
}

export interface Moment {
  readonly seconds: number
  readonly look: Look
  readonly accents: AccentSum
  /** returns the level that many seconds ago, 0..1 */
  readonly level: (secondsAgo: number) => number
}

/** Returns the maximum height of the membrane, in CSS pixels. */
export function amplitudeOf(stage: PresenceStage): number {
  return Math.max(0, Math.min(stage.height * 0.36, stage.width * 0.26, 150, stage.room))
}

/** Time in seconds that sound takes from the middle to the end of the membrane. */
const OUTWARD_SECONDS = 0.55
const INWARD_SECONDS = 0.4
const DASH_PX = 22
const DASH_SPEED_PX = 26
const GAP_HALF_PX = 30

/** Writes the field for one moment. */
export function computeField(field: Float32Array, stage: PresenceStage, moment: Moment): void {
  const { values, pose } = moment.look
  const amplitude = amplitudeOf(stage)
  // A stage without a layout has no room, which would result in NaN.
  const halfSpan = Math.max(1, Math.min(stage.width * 0.47, stage.height * 2.3, amplitude * 5.4) * pose.span)
  const breathsPerSecond = 0.09 + 0.34 * values.pulseRate
  const breath =
    0.78 + 0.22 * Math.sin(moment.seconds * Math.PI * 2 * breathsPerSecond) + 0.3 * moment.accents.pulse
  for (let column = 0; column < COLUMNS; column++) {
    const x = (column / (COLUMNS - 1) - 0.5) * stage.width
    const u = x / halfSpan
    const inside = Math.abs(u) < 1 ? 1 - u * u : 0
    const point = { x, u, swell: inside * inside * (3 - 2 * inside), taper: inside ** 1.25 }
    const burst = rippleAt(x, stage.width, moment)
    const level = levelAt(fromMiddle(u), moment)
    writeStrands(field, column, point, moment, { amplitude, breath, burst, level })
    const texel = ROW + column * 4
    field[texel + LIGHT] = lightAt(point, stage.width, moment)
    field[texel + MASK] = maskAt(point, moment)
    field[texel + SOUND] = clamp01(level + burst + moment.accents.pulse * point.swell)
  }
}

/**
 * Returns the distance from the middle; smoothed there, so that a wave has no edge where both halves meet.
 */
function fromMiddle(u: number): number {
  return Math.sqrt(u * u + 0.006) - 0.05
}

/** A column's position: px from the middle, fraction of the half span, and the local amplitude. */
interface ColumnPoint {
  readonly x: number
  readonly u: number
  readonly swell: number
  readonly taper: number
}

interface Drive {
  readonly amplitude: number
  readonly breath: number
  readonly burst: number
  readonly level: number
}

function writeStrands(
  field: Float32Array,
  column: number,
  point: ColumnPoint,
  moment: Moment,
  drive: Drive,
): void {
  const { values, pose } = moment.look
  const { x, u, swell, taper } = point
  const t = moment.seconds
  const distance = fromMiddle(u)
  const sound = drive.level * (0.16 + 0.34 * values.rippleIntensity) * taper * (0.5 + 0.5 * swell)
  const lively = (0.035 + 0.05 * values.intensity) * swell + sound
  const spread = pose.aperture * (0.34 + 0.26 * pose.gather) * drive.breath * taper
  const sag = pose.gap * 0.22 * Math.exp(-(((Math.abs(x) - GAP_HALF_PX) / 40) ** 2)) * (x < 0 ? -1 : 1)
  for (let strand = 0; strand < STRANDS; strand++) {
    const offset = strand / 2 - 1
    const braid =
      Math.sin(u * 4.6 + strand * 1.2566 + t * 0.9) * (0.62 + 0.38 * Math.cos(u * 2.1 - t * 0.37 + strand))
    const waves =
      0.55 * Math.sin(u * 3.2 + t * 0.8 + strand * 0.7) +
      0.62 * Math.sin(distance * 8.5 - pose.flow * t * 6.2 + strand * 0.62) +
      0.38 * Math.sin(distance * 17 - pose.flow * t * 10.5 + strand * 1.27)
    const height =
      -pose.bow * 0.5 * swell +
      mix(offset, braid, pose.gather) * spread +
      lively * waves +
      drive.burst * 0.3 * Math.sin(strand * 0.9 + 1.2) * (0.6 + 0.4 * values.rippleScale) +
      sag * (1 + 0.25 * offset)
    // The cap keeps every strand within the room for any sum.
    field[strand < 4 ? column * 4 + strand : ROW + column * 4] =
      Math.max(-1, Math.min(1, height)) * drive.amplitude
  }
}

/** Returns the level at a fraction of the half span: moving outward, inward, or the same everywhere. */
function levelAt(distance: number, { look, level }: Moment): number {
  if (Math.abs(look.pose.flow) < 0.05) return level(0) * 0.3
  return look.pose.flow > 0
    ? level(distance * OUTWARD_SECONDS)
    : level(Math.max(0, 1 - distance) * INWARD_SECONDS)
}

function rippleAt(x: number, width: number, { accents, look }: Moment): number {
  let sum = 0
  for (const { reach, strength } of accents.ripples) {
    const away = (Math.abs(x) / (width / 2) - reach * 1.05) / (0.05 + 0.07 * look.values.rippleScale)
    sum += strength * Math.exp(-away * away)
  }
  return sum
}

function lightAt({ x, u, swell }: ColumnPoint, width: number, { look, accents, seconds }: Moment): number {
  const across = x / (width / 2)
  const open = 0.55 + 0.45 * swell
  const gathered = Math.exp(-u * u * 5) * 1.15 + 0.12
  const towardsTheEnds = 1 - 0.72 * smoothstep(0.35, 1, Math.abs(across))
  let light = mix(open, gathered, look.pose.gather) * towardsTheEnds
  if (look.pose.shimmer > 0.01) {
    const sweep = ((seconds / 2.6) % 1) * 3 - 1.5
    light *= 1 + 0.45 * look.pose.shimmer * Math.exp(-(((u - sweep) / 0.22) ** 2))
  }
  if (accents.shimmerAt !== undefined)
    light *= 1 + 0.8 * Math.exp(-(((across - accents.shimmerAt) / 0.16) ** 2))
  return light
}

function maskAt({ x, swell }: ColumnPoint, { look, seconds }: Moment): number {
  const { dash, gap, flow } = look.pose
  let mask = 1
  if (dash > 0.01) {
    // Dashes move to the right while connecting, and from both ends to the middle while transcribing.
    const run = flow < 0 ? -Math.sign(x) : 1
    const dashPosition = (x - run * seconds * DASH_SPEED_PX) / DASH_PX
    const length = 0.34 * hash(Math.floor(dashPosition))
    const within = dashPosition - Math.floor(dashPosition)
    const on = smoothstep(0, 0.12, within) * (1 - smoothstep(0.42 + length, 0.56 + length, within))
    mask = mix(1, on, dash * (0.35 + 0.65 * swell))
  }
  if (gap > 0.01) mask *= mix(1, smoothstep(GAP_HALF_PX - 4, GAP_HALF_PX + 4, Math.abs(x)), gap)
  return mask
}
