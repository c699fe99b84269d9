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
  const least = Math.min(LEAST_STEPS, part.length - 1)
  let best = { likeness: SAME, lag: Number.NaN }
  for (let lag = least - part.length; lag <= recording.length - least; lag += 1) {
    const from = Math.max(0, -lag)
    const to = Math.min(part.length, recording.length - lag)
    const likeness = correlation(part.slice(from, to), recording.slice(from + lag, to + lag))
    // Longer overlaps are more certain.
    if (likeness - 0.1 * (1 - (to - from) / part.length) > best.likeness) best = { likeness, lag }
  }
  if (Number.isNaN(best.lag)) return []
  const from = -best.lag * STEP_MS
  const to = (recording.length - best.lag) * STEP_MS
  return wordsIn(text, 0, part.length * STEP_MS, true).filter(
    (word) => Math.min(word.to, to) - Math.max(word.from, from) >= 0.6 * (word.to - word.from),
  )
}

function correlation(one: readonly number[], other: readonly number[]): number {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
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
