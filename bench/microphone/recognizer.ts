import { wordsIn, type SpokenWord } from '../listening/scene.ts'
import { written } from '../listening/whisper.ts'
import { createRandom, RATE } from '../listening/sounds.ts'
import type { RecordedRequest } from '../../fakes/upstream/recorded-request.ts'

const STEP_MS = 20
const STEP_SAMPLES = (RATE * STEP_MS) / 1_000
/** Two envelopes with this correlation are the same speech: browsers change its level while they adapt to it. */
const SAME = 0.65
/** Least overlap of a part of speech and a recording, or the whole part if it is shorter. */
const LEAST_STEPS = 400 / STEP_MS
/** The level of silence, dBFS. */
const FLOOR = -55
/** A recording louder than this contains something, dBFS. */
const AUDIBLE = -50

/** A part of speech that was played into the microphone. */
export interface PlayedPart {
  readonly text: string
  readonly samples: Float32Array
}

/**
 * Stands in for Whisper behind a real microphone: it finds which of the played parts a recording contains by their
 * loudness over time, because browsers change the samples, and returns their words with a full stop.
 *
 * @param otherwise what is written for a recording without them
 */
export function recognize(
  request: RecordedRequest,
  parts: readonly PlayedPart[],
  language: string,
  otherwise: () => string,
): string {
  const samples = samplesOf(request.body)
  const loudness = envelopeOf(samples)
  const words = parts.flatMap((part) => wordsWithin(part, loudness))
  if (words.length > 0) return written(words, language, createRandom(1))
  return Math.max(FLOOR, ...loudness) > AUDIBLE ? otherwise() : ''
}

/** Returns the duration of a recording. */
export const secondsOf = ({ body }: RecordedRequest): number => samplesOf(body).length / RATE

/** Returns the samples of the WAV file in a multipart body. */
function samplesOf(body: Buffer): Float32Array {
  const start = body.indexOf('RIFF')
  const data = body.indexOf('data', start)
  if (start === -1 || data === -1) throw new Error('a recording that is no WAV file')
  const length = Math.min(body.readUInt32LE(data + 4), body.length - data - 8)
  return Float32Array.from(
    { length: Math.floor(length / 2) },
    (_, index) => body.readInt16LE(data + 8 + 2 * index) / 0x8000,
  )
}

/** Returns the levels of the steps, in dBFS. */
function envelopeOf(samples: Float32Array): number[] {
  return Array.from({ length: Math.floor(samples.length / STEP_SAMPLES) }, (_, step) => {
    const some = samples.subarray(step * STEP_SAMPLES, (step + 1) * STEP_SAMPLES)
    const power = some.reduce((sum, sample) => sum + sample * sample, 0) / STEP_SAMPLES
    return Math.max(FLOOR, 10 * Math.log10(power + Number.EPSILON))
  })
}

/** Returns the words of a part that lie within the recording. */
function wordsWithin({ text, samples }: PlayedPart, recording: readonly number[]): SpokenWord[] {
  const part = envelopeOf(samples)
  const words = wordsIn(text, 0, part.length * STEP_MS, true)
  return found(part, 0, part.length, recording).flatMap(({ from, to, lag }) => {
    const begin = Math.max(from, -lag) * STEP_MS
    const end = Math.min(to, recording.length - lag) * STEP_MS
    // A word belongs to the stretch that its middle is in.
    return words.filter((word) => {
      const middle = (word.from + word.to) / 2
      return middle >= from * STEP_MS && middle < to * STEP_MS && middle >= begin && middle < end
    })
  })
}

interface Stretch {
  readonly from: number
  readonly to: number
  /** steps from the part's start to its place in the recording */
  readonly lag: number
}

/** Returns where stretches of a part are in a recording: more than one if a busy machine lost sound between them. */
function found(
  part: readonly number[],
  from: number,
  to: number,
  recording: readonly number[],
): readonly Stretch[] {
  const least = Math.min(LEAST_STEPS, to - from - 1)
  let best = { likeness: SAME, lag: Number.NaN }
  for (let lag = least - to; lag <= recording.length - least - from; lag += 1) {
    const begin = Math.max(from, -lag)
    const end = Math.min(to, recording.length - lag)
    if (end - begin < least) continue
    const likeness = correlation(part.slice(begin, end), recording.slice(begin + lag, end + lag))
    // Longer overlaps are more certain.
    const certainty = likeness - 0.1 * (1 - (end - begin) / (to - from))
    if (certainty > best.likeness) best = { likeness: certainty, lag }
  }
  if (!Number.isNaN(best.lag)) return [{ from, to, lag: best.lag }]
  if (to - from < 2 * LEAST_STEPS) return []
  const middle = Math.floor((from + to) / 2)
  return [...found(part, from, middle, recording), ...found(part, middle, to, recording)]
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

function correlation(one: readonly number[], other: readonly number[]): number {
  const [oneMean, otherMean] = [mean(one), mean(other)]
  let [products, oneSquares, otherSquares] = [0, 0, 0]
  for (const [index, value] of one.entries()) {
    const a = value - oneMean
    const b = (other[index] ?? 0) - otherMean
    products += a * b
    oneSquares += a * a
    otherSquares += b * b
  }
  return oneSquares * otherSquares === 0 ? 0 : products / Math.sqrt(oneSquares * otherSquares)
}
