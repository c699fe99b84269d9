import { written } from '../listening/whisper.ts'
import type { Scene, SpokenWord } from '../listening/scene.ts'
import { createRandom, RATE } from '../listening/sounds.ts'
import type { RecordedRequest } from '../../fakes/upstream/recorded-request.ts'

const STEP_MS = 20
const STEP_SAMPLES = (RATE * STEP_MS) / 1_000
/** A recording whose loudness over time resembles the scene's this much is a recording of it: browsers change levels. */
const SAME = 0.5
/** Longest time from the end of a recording to its arrival, and from the command to play a scene to its sound, ms. */
const MAX_DELAY_MS = 1_000
/** The scene's start is known no better, ms. */
const TOLERANCE_MS = 200
/** A word is recognized if this share of it is within the recording, and as much of that is audible. */
const MIN_SHARE = 0.6
/** The level of silence, dBFS. */
const FLOOR = -55
/** A recording louder than this contains something, dBFS. */
const AUDIBLE = -50

/** A scene that is played into the microphone. */
export interface PlayedScene {
  readonly scene: Scene
  /** returns its start by `performance.now()`; undefined before it */
  readonly start: () => number | undefined
}

/**
 * Stands in for Whisper behind a real microphone: it finds where a recording lies in the scene by its loudness over
 * time, because browsers change the samples, and returns the words of the user within it, with a full stop.
 * @param otherwise what is written for a recording without them
 */
export function recognize(request: RecordedRequest, played: PlayedScene, otherwise: () => string): string {
  const levels = levelsOf(samplesOf(request.body))
  const words = wordsWithin(levels, request.arrivedAt, played)
  if (words.length > 0) return written(words, played.scene.language, createRandom(1))
  return Math.max(FLOOR, ...levels) > AUDIBLE ? otherwise() : ''
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
function levelsOf(samples: Float32Array): number[] {
  return Array.from({ length: Math.floor(samples.length / STEP_SAMPLES) }, (_, step) => {
    const some = samples.subarray(step * STEP_SAMPLES, (step + 1) * STEP_SAMPLES)
    const power = some.reduce((sum, sample) => sum + sample * sample, 0) / STEP_SAMPLES
    return Math.max(FLOOR, 10 * Math.log10(power + Number.EPSILON))
  })
}

function wordsWithin(
  recording: readonly number[],
  arrivedAt: number,
  { scene, start: startOf }: PlayedScene,
): readonly SpokenWord[] {
  const start = startOf()
  if (start === undefined) return []
  const latest = arrivedAt - start - recording.length * STEP_MS + TOLERANCE_MS
  const played = levelsOf(scene.samples)
  const begin = beginIn(played, recording, latest)
  if (begin === undefined) return []
  return scene.words.filter(({ from, to, isUser }) => {
    if (!isUser) return false
    const [first, last] = [Math.round(from / STEP_MS), Math.round(to / STEP_MS)]
    const within = recording.slice(Math.max(0, first - begin), Math.max(0, last - begin))
    // Words are placed by their lengths: some of them stand in a pause of the speaker.
    const spoken = within.filter((_, step) => (played[Math.max(first, begin) + step] ?? FLOOR) > AUDIBLE)
    const audible = spoken.filter((level) => level > AUDIBLE)
    return within.length >= MIN_SHARE * (last - first) && audible.length >= MIN_SHARE * spoken.length
  })
}

/** Returns the step of the scene at which the recording begins, at `latest` ms or up to MAX_DELAY_MS before it. */
function beginIn(scene: readonly number[], recording: readonly number[], latest: number): number | undefined {
  const last = Math.floor(latest / STEP_MS)
  let best: { readonly likeness: number; readonly begin: number } | undefined
  for (let begin = last - MAX_DELAY_MS / STEP_MS; begin <= last; begin += 1) {
    // Before and after the scene there is silence.
    const there = recording.map((_, step) => scene[begin + step] ?? FLOOR)
    const likeness = correlation(there, recording)
    if (likeness > (best?.likeness ?? SAME)) best = { likeness, begin }
  }
  return best?.begin
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
