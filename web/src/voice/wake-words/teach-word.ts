import { createEnergyDetector } from '@vee/contract/audio/energy-detector'
import { FRAME_MS, joinSamples, type Frame } from '../capture/frames.ts'
import type { Microphone, OpenMicrophone } from '../capture/microphone.ts'
import { meterOf } from '../detect/level.ts'
import type { Clock } from '../speak/clock.ts'
import { checkSound, checkTake, TAKES, wordOfTakes, type TakeProblem } from './check-take.ts'
import { createTaughtWordSpotter } from './taught-word-spotter.ts'
import { EMBEDDING_MS, FIRST_EMBEDDING_MS } from './speech-embedding.ts'
import type { WakeWordWorker } from './wake-word-messages.ts'
import { wordIn, type TaughtWord } from './word-templates.ts'

export interface TeachingPorts {
  readonly microphone: Pick<Microphone, 'open'>
  readonly openWorker: () => WakeWordWorker
  /** returns embeddings of ordinary speech, which a wake word must not resemble */
  readonly ordinarySpeech: () => Promise<readonly Float32Array[]>
  readonly clock: Clock
}

export type TeachingProgress =
  /** 0…1 */
  | { readonly type: 'level'; readonly level: number }
  /** the word may be said, for this take from 1 on */
  | { readonly type: 'say'; readonly take: number }
  /** the last take was not used; the next one replaces it */
  | { readonly type: 'rejected'; readonly problem: TakeProblem }

/** Thrown if the models cannot be loaded, or this device is too slow for them. */
class WakeWordModelError extends Error {
  override readonly name = 'WakeWordModelError'
}

/** The room's noise before the first word: a window of the embedding, which must not be empty, and a little more. */
const ROOM_FRAMES = 1_000 / FRAME_MS
/** Sound before and after the word in the recording, ms. */
const BEFORE_MS = 900
const AFTER_MS = 160
/** A word may contain a pause, as in "Hey, Vee", ms. */
const PAUSE_IN_WORD_MS = 350
const NOTHING_AFTER_MS = 8_000
const SENSITIVITY_DB = -50
/** Share of the frames of the room that are softer than its noise level. */
const NOISE_QUANTILE = 0.5
const LEVEL_EVERY_FRAMES = 5

/**
 * Records the word three times and returns what the spotter needs to know it; resolves to 'too-common' if ordinary
 * speech sounds like it. Rejects with MicrophoneError, WakeWordModelError, or the reason of the signal.
 * @param others words that were taught before, which it must not resemble
 */
export async function teachWord(
  word: string,
  others: readonly TaughtWord[],
  ports: TeachingPorts,
  onProgress: (progress: TeachingProgress) => void,
  signal: AbortSignal,
): Promise<TaughtWord | 'too-common'> {
  const embedder = createEmbedder(ports.openWorker)
  const lost = Promise.withResolvers<never>()
  lost.promise.catch(() => undefined)
  const opened = await ports.microphone.open(
    () => lost.reject(new WakeWordModelError('microphone lost')),
    signal,
  )
  const takes: (readonly Float32Array[])[] = []
  try {
    const recordings = new WordRecordings(opened, ports.clock, (level) =>
      onProgress({ type: 'level', level }),
    )
    signal.addEventListener('abort', () => lost.reject(signal.reason as Error), { once: true })
    await Promise.race([recordings.prepared, lost.promise])
    while (takes.length < TAKES) {
      signal.throwIfAborted()
      onProgress({ type: 'say', take: takes.length + 1 })
      const recording = await Promise.race([recordings.next(), lost.promise])
      const embeddings = recording && (await Promise.race([embedder.embed(recording), lost.promise]))
      const problem =
        !recording || !embeddings ? 'nothing' : (checkSound(recording) ?? checkTake(embeddings, takes))
      if (problem) onProgress({ type: 'rejected', problem })
      else if (embeddings) takes.push(embeddings)
    }
  } finally {
    opened.close()
    embedder.close()
  }
  const speech = [await ports.ordinarySpeech(), ...others.flatMap((other) => other.takes)]
  const taught = wordOfTakes(word, takes, speech)
  return typeof taught === 'string' ? 'too-common' : taught
}

/** Calls back with each taught word that is recognized in the microphone's sound until the signal ends it. */
export async function tryWords(
  words: readonly TaughtWord[],
  { microphone, openWorker }: Pick<TeachingPorts, 'microphone' | 'openWorker'>,
  onProgress: (progress: { readonly level: number } | { readonly word: string }) => void,
  signal: AbortSignal,
): Promise<void> {
  const ended = Promise.withResolvers<undefined>()
  const fail = () => ended.reject(new WakeWordModelError('not on this device'))
  const spotter = createTaughtWordSpotter(openWorker, fail)
  spotter.use(words)
  const opened = await microphone.open(() => ended.resolve(undefined), signal)
  signal.addEventListener('abort', () => ended.resolve(undefined), { once: true })
  spotter.start(
    '',
    () => undefined,
    ({ word }) => onProgress({ word }),
  )
  let frames = 0
  opened.follow(({ samples, level }) => {
    frames += 1
    spotter.push(samples)
    if (frames % LEVEL_EVERY_FRAMES === 0) onProgress({ level: meterOf(level) })
  })
  try {
    await ended.promise
  } finally {
    opened.close()
    spotter.close()
  }
}

interface Recording {
  readonly samples: Int16Array
  /** start and end of the word in it, ms */
  readonly onset: number
  readonly end: number
  readonly ms: number
  readonly levelDb: number
  readonly noiseDb: number
}

/** Cuts the microphone's sound into words. */
class WordRecordings {
  readonly prepared: Promise<void>
  readonly #detector = createEnergyDetector({ sensitivityDb: SENSITIVITY_DB })
  readonly #clock: Clock
  readonly #onLevel: (level: number) => void
  #frames: Frame[] = []
  /** frames that are no longer stored */
  #dropped = 0
  #isPrepared = () => {}
  #startedAt: number | undefined
  #endedAt: number | undefined
  #deliver: ((recording: Recording | undefined) => void) | undefined

  constructor(openMicrophone: OpenMicrophone, clock: Clock, onLevel: (level: number) => void) {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.prepared = promise
    this.#isPrepared = resolve
    this.#clock = clock
    this.#onLevel = onLevel
    openMicrophone.follow((frame) => this.#push(frame))
  }

  /** Resolves with the next word, or with undefined if none is said in time. Earlier sound does not count. */
  next(): Promise<Recording | undefined> {
    const { promise, resolve } = Promise.withResolvers<Recording | undefined>()
    const stopWaiting = this.#clock.after(NOTHING_AFTER_MS, () => {
      // A word that has begun is awaited.
      if (this.#startedAt === undefined) this.#deliver?.(undefined)
    })
    this.#deliver = (recording) => {
      stopWaiting()
      this.#deliver = undefined
      resolve(recording)
    }
    return promise
  }

  #push(frame: Frame): void {
    this.#frames.push(frame)
    const count = this.#dropped + this.#frames.length
    if (count % LEVEL_EVERY_FRAMES === 0) this.#onLevel(meterOf(frame.level))
    if (count === ROOM_FRAMES) this.#isPrepared()
    for (const { type, at } of this.#detector.push(frame.samples)) {
      if (type === 'speech-start') {
        if (this.#endedAt === undefined && this.#deliver && at >= BEFORE_MS) this.#startedAt = at
        this.#endedAt = undefined
      } else if (this.#startedAt !== undefined) this.#endedAt = at
    }
    const now = count * FRAME_MS
    if (
      this.#startedAt !== undefined &&
      this.#endedAt !== undefined &&
      now >= this.#endedAt + PAUSE_IN_WORD_MS
    )
      this.#finish(this.#startedAt, this.#endedAt)
    else if (this.#startedAt === undefined) this.#trim(now - BEFORE_MS - PAUSE_IN_WORD_MS)
  }

  #finish(startedAt: number, endedAt: number): void {
    this.#startedAt = undefined
    this.#endedAt = undefined
    const first = Math.max(this.#dropped, Math.floor((startedAt - BEFORE_MS) / FRAME_MS))
    const from = first * FRAME_MS
    const frames = this.#framesBetween(from, endedAt + AFTER_MS)
    this.#deliver?.({
      samples: joinSamples(frames.map(({ samples }) => samples)),
      onset: startedAt - from,
      end: endedAt - from,
      ms: endedAt - startedAt,
      levelDb: decibelsOf(this.#framesBetween(startedAt, endedAt)),
      noiseDb: decibelsOf(softestFrames(this.#framesBetween(from, startedAt))),
    })
  }

  #framesBetween(from: number, to: number): readonly Frame[] {
    return this.#frames.slice(
      Math.max(0, Math.floor(from / FRAME_MS) - this.#dropped),
      Math.max(0, Math.ceil(to / FRAME_MS) - this.#dropped),
    )
  }

  #trim(before: number): void {
    const count = Math.max(0, Math.floor(before / FRAME_MS) - this.#dropped)
    if (count === 0) return
    this.#frames.splice(0, count)
    this.#dropped += count
  }
}

const softestFrames = (frames: readonly Frame[]): readonly Frame[] =>
  frames
    .toSorted((a, b) => a.level - b.level)
    .slice(0, Math.max(1, Math.ceil(frames.length * NOISE_QUANTILE)))

/** Returns the level of the frames in dBFS. */
function decibelsOf(frames: readonly Frame[]): number {
  const power = frames.reduce((sum, { level }) => sum + level * level, 0) / Math.max(1, frames.length)
  return 10 * Math.log10(Math.max(power, 1e-10))
}

/** Describes recordings in the worker. */
function createEmbedder(openWorker: () => WakeWordWorker) {
  const worker = openWorker()
  const waiting = new Map<number, PromiseWithResolvers<readonly Float32Array[]>>()
  let isBroken = false
  let ids = 0
  worker.addEventListener('message', ({ data }) => {
    if (data.type === 'embedded') waiting.get(data.id)?.resolve(data.embeddings)
    if (data.type !== 'broken') return
    isBroken = true
    for (const { reject } of waiting.values()) reject(new WakeWordModelError('not on this device'))
  })
  return {
    /** Resolves to the embeddings of the word in the recording. */
    async embed({ samples, onset, end }: Recording): Promise<readonly Float32Array[]> {
      if (isBroken) throw new WakeWordModelError('not on this device')
      const result = Promise.withResolvers<readonly Float32Array[]>()
      ids += 1
      waiting.set(ids, result)
      worker.postMessage({ type: 'embed', id: ids, samples })
      const embeddings = await result.promise
      return wordIn(embeddings, (index) => FIRST_EMBEDDING_MS + index * EMBEDDING_MS, { onset, end })
    },
    close: () => worker.terminate(),
  }
}
