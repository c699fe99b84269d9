import { rmsOf } from '../../detect/level.ts'
import { SPEECH_SAMPLE_RATE } from './pcm-decoder.ts'
import { DUCKED, type PcmPlayer, type PlayerOptions } from './pcm-player.ts'

const FADE_SECONDS = 0.015
const REPORT_EVERY_MS = 50
/** Window of the level in samples, about 40 ms. */
const LEVEL_SAMPLES = 1_024

/** A sentence that was passed to the context, or waits for it while the player is paused. */
interface Scheduled {
  readonly source: AudioBufferSourceNode
  readonly samples: Float32Array<ArrayBuffer>
  /** seconds of the context's clock */
  readonly startsAt: number
  /** seconds of audio before it */
  readonly position: number
}

/** For browsers without AudioWorklet: every sentence is a buffer that is played once it is complete. */
export function openDecodedPlayer(context: AudioContext, options: PlayerOptions): PcmPlayer {
  return new DecodedPlayer(context, options)
}

class DecodedPlayer implements PcmPlayer {
  readonly #context: AudioContext
  readonly #options: PlayerOptions
  #gain: GainNode
  #sentence: Float32Array[] = []
  #scheduled: Scheduled[] = []
  #written = 0
  #freeAt = 0
  #isDucked = false
  /** position at which it is paused */
  #pausedAt: number | undefined
  #timer: ReturnType<typeof setInterval> | undefined

  constructor(context: AudioContext, options: PlayerOptions) {
    this.#context = context
    this.#options = options
    this.#gain = this.#newGain()
  }

  write(samples: Float32Array): void {
    this.#sentence.push(samples)
    this.#written += samples.length / SPEECH_SAMPLE_RATE
  }

  endSentence(): void {
    const samples = joinChunks(this.#sentence)
    this.#sentence = []
    if (samples.length === 0) return
    this.#schedule(samples, this.#written - samples.length / SPEECH_SAMPLE_RATE)
    this.#timer ??= setInterval(() => this.#report(), REPORT_EVERY_MS)
  }

  end(): number {
    return this.#written
  }

  duck(isDucked: boolean): void {
    this.#isDucked = isDucked
    this.#gain.gain.value = this.#volume()
  }

  setPaused(isPaused: boolean): void {
    if (isPaused && this.#pausedAt === undefined) {
      this.#pausedAt = this.#position()
      for (const { source } of this.#scheduled) source.stop()
    } else if (!isPaused && this.#pausedAt !== undefined) this.#goOn(this.#pausedAt)
  }

  flush(): void {
    this.#stopReports()
    const silentAt = this.#context.currentTime + FADE_SECONDS
    this.#gain.gain.setValueAtTime(this.#gain.gain.value, this.#context.currentTime)
    this.#gain.gain.linearRampToValueAtTime(0, silentAt)
    if (this.#pausedAt === undefined) for (const { source } of this.#scheduled) source.stop(silentAt)
    this.#pausedAt = undefined
    this.#isDucked = false
    this.#gain = this.#newGain()
    this.#sentence = []
    this.#scheduled = []
    this.#written = 0
    this.#freeAt = 0
  }

  level(): number {
    const now = this.#current()
    if (!now || this.#pausedAt !== undefined) return 0
    const sampleIndex = Math.floor((this.#context.currentTime - now.startsAt) * SPEECH_SAMPLE_RATE)
    return rmsOf(now.samples.subarray(sampleIndex, sampleIndex + LEVEL_SAMPLES))
  }

  dispose(): void {
    this.#stopReports()
    if (this.#pausedAt === undefined) for (const { source } of this.#scheduled) source.stop()
    this.#gain.disconnect()
  }

  #newGain(): GainNode {
    const gain = this.#context.createGain()
    gain.connect(this.#context.destination)
    return gain
  }

  #volume(): number {
    return this.#options.volume() * (this.#isDucked ? DUCKED : 1)
  }

  /** Schedules it after the previous sentence; while the player is paused, only queues it. */
  #schedule(samples: Float32Array<ArrayBuffer>, position: number): void {
    const buffer = this.#context.createBuffer(1, samples.length, SPEECH_SAMPLE_RATE)
    buffer.copyToChannel(samples, 0)
    const source = new AudioBufferSourceNode(this.#context, { buffer })
    source.connect(this.#gain)
    this.#gain.gain.value = this.#volume()
    const startsAt = Math.max(this.#freeAt, this.#context.currentTime)
    if (this.#pausedAt === undefined) source.start(startsAt)
    this.#freeAt = startsAt + buffer.duration
    this.#scheduled.push({ source, samples, startsAt, position })
  }

  #goOn(from: number): void {
    const unplayed = this.#scheduled
    this.#scheduled = []
    this.#pausedAt = undefined
    this.#freeAt = 0
    for (const { samples, position } of unplayed) {
      const played = Math.max(0, Math.round((from - position) * SPEECH_SAMPLE_RATE))
      if (played < samples.length) {
        this.#schedule(samples.slice(played), position + played / SPEECH_SAMPLE_RATE)
      }
    }
  }

  #current(): Scheduled | undefined {
    return this.#scheduled.findLast(({ startsAt }) => startsAt <= this.#context.currentTime)
  }

  #position(): number {
    if (this.#pausedAt !== undefined) return this.#pausedAt
    const now = this.#current()
    if (!now) return 0
    const length = now.samples.length / SPEECH_SAMPLE_RATE
    return now.position + Math.min(this.#context.currentTime - now.startsAt, length)
  }

  #report(): void {
    this.#options.onPlayed(this.#position())
    const isOver = this.#sentence.length === 0 && this.#context.currentTime >= this.#freeAt
    if (isOver && this.#pausedAt === undefined) this.#stopReports()
  }

  #stopReports(): void {
    clearInterval(this.#timer)
    this.#timer = undefined
  }
}

function joinChunks(parts: readonly Float32Array[]): Float32Array<ArrayBuffer> {
  const samples = new Float32Array(parts.reduce((length, chunk) => length + chunk.length, 0))
  let offset = 0
  for (const chunk of parts) {
    samples.set(chunk, offset)
    offset += chunk.length
  }
  return samples
}
