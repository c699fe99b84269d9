import { CAPTURE_SAMPLE_RATE } from '../capture/frames.ts'

/**
 * Log-mel features of the last 8 s of audio, as Whisper's feature extractor in Hugging Face's transformers computes them
 * (`chunk_length=8`, `do_normalize=True`): the input of Smart Turn v3.
 */

const FEATURE_SECONDS = 8
export const FEATURE_SAMPLES = FEATURE_SECONDS * CAPTURE_SAMPLE_RATE
export const MEL_BINS = 80
/** Samples of a window and between two windows: 25 and 10 ms. */
const WINDOW_SAMPLES = 400
const HOP = 160
export const FEATURE_FRAMES = FEATURE_SAMPLES / HOP
const SPECTRUM_BINS = WINDOW_SAMPLES / 2 + 1
const FULL_SCALE = 0x8000

/** The least energy of a band, and the range below the loudest band that is kept, as powers of ten. */
const MIN_ENERGY = 1e-10
const RANGE = 8
const MIN_VARIANCE = 1e-7

/** Returns `MEL_BINS` rows of `FEATURE_FRAMES` values. Shorter audio is preceded by silence. */
export function logMelOf(samples: Int16Array): Float32Array<ArrayBuffer> {
  const padded = padByReflection(normalizeSamples(samples))
  const features = new Float32Array(MEL_BINS * FEATURE_FRAMES)
  let most = -Infinity
  for (let frame = 0; frame < FEATURE_FRAMES; frame += 2) {
    const [first, second] = powersOf(padded, frame * HOP, (frame + 1) * HOP)
    for (const [bin, filter] of MEL_FILTERS.entries()) {
      for (const [index, power] of [first, second].entries()) {
        const value = Math.log10(Math.max(MIN_ENERGY, energyOf(power, filter)))
        features[bin * FEATURE_FRAMES + frame + index] = value
        most = Math.max(most, value)
      }
    }
  }
  return features.map((value) => (Math.max(value, most - RANGE) + 4) / 4)
}

/** Returns the last 8 s with mean 0 and variance 1, including the silence before shorter audio. */
function normalizeSamples(samples: Int16Array): Float64Array {
  const used = samples.subarray(-FEATURE_SAMPLES)
  const all = new Float64Array(FEATURE_SAMPLES)
  const from = FEATURE_SAMPLES - used.length
  let sum = 0
  for (const [index, sample] of used.entries()) {
    all[from + index] = sample / FULL_SCALE
    sum += sample / FULL_SCALE
  }
  const mean = sum / FEATURE_SAMPLES
  let squares = 0
  for (const sample of all) squares += (sample - mean) ** 2
  const deviation = Math.sqrt(squares / FEATURE_SAMPLES + MIN_VARIANCE)
  return all.map((sample) => (sample - mean) / deviation)
}

/** Returns the audio with half a window mirrored before and after it, so that frames are centered. */
function padByReflection(samples: Float64Array): Float64Array {
  const half = WINDOW_SAMPLES / 2
  const all = new Float64Array(samples.length + WINDOW_SAMPLES)
  all.set(samples, half)
  for (let index = 1; index <= half; index += 1) {
    all[half - index] = samples[index] ?? 0
    all[half + samples.length - 1 + index] = samples[samples.length - 1 - index] ?? 0
  }
  return all
}

const HANN = Float64Array.from(
  { length: WINDOW_SAMPLES },
  (_, index) => 0.5 - 0.5 * Math.cos((2 * Math.PI * index) / WINDOW_SAMPLES),
)

/** A transform of 400 points as 20 × 20: the roots of unity, and two passes of 20 sums of 20. */
const SIDE = 20
const COSINES = Float64Array.from({ length: WINDOW_SAMPLES }, (_, index) =>
  Math.cos((2 * Math.PI * index) / WINDOW_SAMPLES),
)
const SINES = Float64Array.from(
  { length: WINDOW_SAMPLES },
  (_, index) => -Math.sin((2 * Math.PI * index) / WINDOW_SAMPLES),
)

const input = { real: new Float64Array(WINDOW_SAMPLES), imaginary: new Float64Array(WINDOW_SAMPLES) }
const between = { real: new Float64Array(WINDOW_SAMPLES), imaginary: new Float64Array(WINDOW_SAMPLES) }
const output = { real: new Float64Array(WINDOW_SAMPLES), imaginary: new Float64Array(WINDOW_SAMPLES) }

/** Returns the power spectra of two windows, which share one complex transform. */
function powersOf(audio: Float64Array, first: number, second: number): readonly [Float64Array, Float64Array] {
  for (let index = 0; index < WINDOW_SAMPLES; index += 1) {
    input.real[index] = (audio[first + index] ?? 0) * (HANN[index] ?? 0)
    input.imaginary[index] = (audio[second + index] ?? 0) * (HANN[index] ?? 0)
  }
  transform()
  const powers = [new Float64Array(SPECTRUM_BINS), new Float64Array(SPECTRUM_BINS)] as const
  for (let bin = 0; bin < SPECTRUM_BINS; bin += 1) {
    const mirror = (WINDOW_SAMPLES - bin) % WINDOW_SAMPLES
    const [real, imaginary] = [output.real[bin] ?? 0, output.imaginary[bin] ?? 0]
    const [mirroredReal, mirroredImaginary] = [output.real[mirror] ?? 0, output.imaginary[mirror] ?? 0]
    powers[0][bin] = ((real + mirroredReal) ** 2 + (imaginary - mirroredImaginary) ** 2) / 4
    powers[1][bin] = ((real - mirroredReal) ** 2 + (imaginary + mirroredImaginary) ** 2) / 4
  }
  return powers
}

function transform(): void {
  for (let column = 0; column < SIDE; column += 1) {
    for (let row = 0; row < SIDE; row += 1) {
      let [real, imaginary] = [0, 0]
      for (let index = 0; index < SIDE; index += 1) {
        const root = ((index * row) % SIDE) * SIDE
        const [cosine, sine] = [COSINES[root] ?? 0, SINES[root] ?? 0]
        const [a, b] = [input.real[SIDE * index + column] ?? 0, input.imaginary[SIDE * index + column] ?? 0]
        real += a * cosine - b * sine
        imaginary += a * sine + b * cosine
      }
      const [cosine, sine] = [COSINES[row * column] ?? 0, SINES[row * column] ?? 0]
      between.real[row * SIDE + column] = real * cosine - imaginary * sine
      between.imaginary[row * SIDE + column] = real * sine + imaginary * cosine
    }
  }
  for (let row = 0; row < SIDE; row += 1) {
    for (let column = 0; column < SIDE; column += 1) {
      let [real, imaginary] = [0, 0]
      for (let index = 0; index < SIDE; index += 1) {
        const root = ((index * column) % SIDE) * SIDE
        const [cosine, sine] = [COSINES[root] ?? 0, SINES[root] ?? 0]
        const [a, b] = [between.real[row * SIDE + index] ?? 0, between.imaginary[row * SIDE + index] ?? 0]
        real += a * cosine - b * sine
        imaginary += a * sine + b * cosine
      }
      output.real[row + SIDE * column] = real
      output.imaginary[row + SIDE * column] = imaginary
    }
  }
}

/** A triangle over the spectrum: its weights from a bin on. */
interface MelFilter {
  readonly from: number
  readonly weights: readonly number[]
}

/** Slaney's mel scale: linear below 1 kHz, logarithmic above; triangles of equal area. */
const LOGARITHMIC_FROM = { hertz: 1_000, mel: 15 }
const MELS_PER_E = 27 / Math.log(6.4)
const melOf = (hertz: number) =>
  hertz < LOGARITHMIC_FROM.hertz
    ? (3 * hertz) / 200
    : LOGARITHMIC_FROM.mel + MELS_PER_E * Math.log(hertz / LOGARITHMIC_FROM.hertz)
const hertzOf = (mel: number) =>
  mel < LOGARITHMIC_FROM.mel
    ? (200 * mel) / 3
    : LOGARITHMIC_FROM.hertz * Math.exp((mel - LOGARITHMIC_FROM.mel) / MELS_PER_E)

const MAX_HERTZ = CAPTURE_SAMPLE_RATE / 2
const edgeOf = (index: number) => hertzOf((melOf(MAX_HERTZ) * index) / (MEL_BINS + 1))
const MEL_FILTERS: readonly MelFilter[] = Array.from({ length: MEL_BINS }, (_, bin) => {
  const [low, middle, high] = [edgeOf(bin), edgeOf(bin + 1), edgeOf(bin + 2)]
  const all = Array.from({ length: SPECTRUM_BINS }, (__, index) => {
    const hertz = (MAX_HERTZ * index) / (SPECTRUM_BINS - 1)
    const height = Math.min((hertz - low) / (middle - low), (high - hertz) / (high - middle))
    return (Math.max(0, height) * 2) / (high - low)
  })
  const from = Math.max(
    0,
    all.findIndex((weight) => weight > 0),
  )
  const to = all.findLastIndex((weight) => weight > 0) + 1
  return { from, weights: all.slice(from, to) }
})

function energyOf(power: Float64Array, { from, weights }: MelFilter): number {
  let energy = 0
  for (const [index, weight] of weights.entries()) energy += weight * (power[from + index] ?? 0)
  return energy
}
