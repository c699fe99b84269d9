/** Sample rate of the models' input, in Hz. */
export const MODEL_SAMPLE_RATE = 16_000

const PCM = 1
const EXTENSIBLE = 0xfffe

/**
 * Decodes a WAV file of 16-bit PCM (RIFF, Microsoft's Multimedia Programming Interface 1.0) to mono at 16
 * kHz, -1 to 1. Several channels are averaged, other rates are interpolated. Returns undefined for any other
 * file.
 */
export function decodeWav(bytes: Uint8Array): Float32Array<ArrayBuffer> | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (bytes.length < 12 || textAt(view, 0) !== 'RIFF' || textAt(view, 8) !== 'WAVE') return undefined
  let format: { readonly channels: number; readonly sampleRate: number } | undefined
  for (let at = 12; at + 8 <= bytes.length;) {
    const size = view.getUint32(at + 4, true)
    const data = at + 8
    const length = Math.min(size, bytes.length - data)
    if (textAt(view, at) === 'fmt ' && length >= 16) {
      const encoding = view.getUint16(data, true)
      const isPcm16 = (encoding === PCM || encoding === EXTENSIBLE) && view.getUint16(data + 14, true) === 16
      if (!isPcm16) return undefined
      format = { channels: view.getUint16(data + 2, true), sampleRate: view.getUint32(data + 4, true) }
    }
    if (textAt(view, at) === 'data') {
      if (!format || format.channels === 0 || format.sampleRate === 0) return undefined
      return atModelRate(monoOf(view, data, length, format.channels), format.sampleRate)
    }
    at = data + size + (size % 2)
  }
  return undefined
}

function textAt(view: DataView, at: number): string {
  return String.fromCharCode(...[0, 1, 2, 3].map((index) => view.getUint8(at + index)))
}

/** Averages the channels. Reads by an Int16Array of little-endian order, ten times as fast as by a DataView: 25 MB in 40 ms. */
function monoOf(view: DataView, start: number, length: number, channels: number): Float32Array<ArrayBuffer> {
  const frames = Math.floor(length / (channels * 2))
  const from = view.byteOffset + start
  const size = frames * channels * 2
  // A 16-bit array must start at an even address.
  const samples =
    from % 2 === 0
      ? new Int16Array(view.buffer, from, frames * channels)
      : new Int16Array(view.buffer.slice(from, from + size))
  const mono = new Float32Array(frames)
  if (channels === 1) {
    for (let frame = 0; frame < frames; frame++) mono[frame] = (samples[frame] ?? 0) / 32_768
    return mono
  }
  for (let frame = 0; frame < frames; frame++) {
    let sum = 0
    for (let channel = 0; channel < channels; channel++) sum += samples[frame * channels + channel] ?? 0
    mono[frame] = sum / channels / 32_768
  }
  return mono
}

/**
 * Resamples linearly. Speech has little energy above half of the models' rate: the aliased part is below a
 * room's noise.
 */
function atModelRate(samples: Float32Array<ArrayBuffer>, rate: number): Float32Array<ArrayBuffer> {
  if (rate === MODEL_SAMPLE_RATE) return samples
  const ratio = rate / MODEL_SAMPLE_RATE
  const result = new Float32Array(Math.floor(samples.length / ratio))
  for (const index of result.keys()) {
    const position = index * ratio
    const left = Math.floor(position)
    const part = position - left
    result[index] = (samples[left] ?? 0) * (1 - part) + (samples[left + 1] ?? 0) * part
  }
  return result
}

/** Maximum length of a piece, in seconds: Whisper's window is 30. */
const LONGEST_PIECE_SECONDS = 28
/** Minimum length of a piece, in seconds. */
const SHORTEST_PIECE_SECONDS = 20
const HOP = MODEL_SAMPLE_RATE / 50

/** Audio of one channel: 16 bits, or -1 to 1. */
export type Samples = Float32Array<ArrayBuffer> | Int16Array<ArrayBuffer>

/**
 * Splits long audio into pieces of at most 28 s, each at the quietest position of its last 8 s. Copies
 * nothing.
 */
export function* samplePiecesOf<S extends Samples>(samples: S): Generator<S> {
  let start = 0
  while (samples.length - start > LONGEST_PIECE_SECONDS * MODEL_SAMPLE_RATE) {
    const end = quietestPlace(
      samples,
      start + SHORTEST_PIECE_SECONDS * MODEL_SAMPLE_RATE,
      start + LONGEST_PIECE_SECONDS * MODEL_SAMPLE_RATE,
    )
    yield samples.subarray(start, end) as S
    start = end
  }
  yield samples.subarray(start) as S
}

/** The middle of the quietest fifth of a second. */
function quietestPlace(samples: Samples, from: number, to: number): number {
  const length = 10 * HOP
  let quietest = to
  let least = Infinity
  for (let at = from; at + length <= to; at += HOP) {
    let energy = 0
    for (let index = at; index < at + length; index += 4) energy += (samples[index] ?? 0) ** 2
    if (energy < least) {
      least = energy
      quietest = at + length / 2
    }
  }
  return quietest
}

/** Returns a copy between -1 and 1. */
export function toFloats(samples: Samples): Float32Array<ArrayBuffer> {
  if (samples instanceof Float32Array) return samples.slice()
  const floats = new Float32Array(samples.length)
  // A loop is ten times as fast as `Float32Array.from`, and this runs on the event loop.
  for (let index = 0; index < samples.length; index++) floats[index] = (samples[index] ?? 0) / 32_768
  return floats
}
