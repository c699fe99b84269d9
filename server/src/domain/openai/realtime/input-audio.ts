import { type Detector, sensitivityOfThreshold } from '@vee/contract/audio/detector'
import { createEnergyDetector } from '@vee/contract/audio/energy-detector'
import { pcmSamples } from '@vee/contract/audio/pcm-samples'
import {
  MAX_REALTIME_INPUT_SECONDS,
  REALTIME_SAMPLE_RATE,
} from '@vee/contract/openai-realtime/realtime-limits'
import type { RealtimeTurnDetection } from '@vee/contract/openai-realtime/session-config'

const BYTES_PER_MS = (REALTIME_SAMPLE_RATE * 2) / 1_000
const MAX_MS = MAX_REALTIME_INPUT_SECONDS * 1_000
/** Audio is given to the detector in steps of this length, so that turns do not depend on the size of events. */
const STEP_BYTES = 20 * BYTES_PER_MS
/** Shorter sounds, such as a click, neither interrupt a response nor make a turn, in ms. */
const CONFIRMED_AFTER_MS = 300
/** Silence at the end of an utterance that is transcribed with it, in ms. */
const TAIL_MS = 200
/** Audio before the current position that is kept while nobody speaks, in addition to the padding, in ms. */
const LOOKBACK_MS = 1_000

/** Memory of a chunk in addition to its audio, in bytes. */
const CHUNK_BYTES = 200

const DEFAULT_THRESHOLD = 0.5
/** The detector's own default level, which corresponds to DEFAULT_THRESHOLD. */
const THRESHOLD_OF_DETECTOR = 0.15

/** When a turn begins and ends, with all defaults. Times in ms. */
interface Endpointing {
  readonly threshold: number
  readonly paddingMs: number
  readonly silenceMs: number
}

const SILENCE_BY_EAGERNESS = { low: 1_500, medium: 800, auto: 800, high: 400 } as const

function endpointingOf(detection: RealtimeTurnDetection): Endpointing {
  const standard = { threshold: DEFAULT_THRESHOLD, paddingMs: 300 }
  if (detection.type === 'semantic_vad')
    return { ...standard, silenceMs: SILENCE_BY_EAGERNESS[detection.eagerness ?? 'auto'] }
  return {
    threshold: Math.max(0.01, detection.threshold ?? standard.threshold),
    paddingMs: detection.prefix_padding_ms ?? standard.paddingMs,
    silenceMs: detection.silence_duration_ms ?? 500,
  }
}

/** Times are ms of audio since the session began. */
export type InputAudioEvent =
  | { readonly type: 'speech-started'; readonly atMs: number }
  | { readonly type: 'speech-stopped'; readonly atMs: number; readonly pcm: Uint8Array }

interface Utterance {
  readonly startMs: number
  /** end of the last sound; undefined while it lasts */
  endMs: number | undefined
  /** true once `speech-started` was emitted */
  isConfirmed: boolean
}

/**
 * The input buffer of a session: collects audio until it is committed, by the client or by the detected end of
 * speech. Audio is 16-bit little-endian mono at REALTIME_SAMPLE_RATE. Without speech, only the audio is kept
 * that may belong to the beginning of the next utterance.
 */
export class InputAudio {
  #chunks: Uint8Array[] = []
  #bytes = 0
  /** position of the buffer's first byte since the session began */
  #from = 0
  #detection:
    | { readonly detector: Detector; readonly fromMs: number; readonly rules: Endpointing }
    | undefined
  #utterance: Utterance | undefined

  /** memory of the buffer, in bytes */
  get keptBytes(): number {
    return this.#bytes + this.#chunks.length * CHUNK_BYTES
  }

  /** null: the client commits */
  setTurnDetection(detection: RealtimeTurnDetection | null): void {
    this.#utterance = undefined
    if (!detection) return void (this.#detection = undefined)
    const rules = endpointingOf(detection)
    const sensitivityDb = sensitivityOfThreshold(
      (rules.threshold / DEFAULT_THRESHOLD) * THRESHOLD_OF_DETECTOR,
    )
    this.#detection = {
      rules,
      fromMs: this.#nowMs(),
      detector: createEnergyDetector({
        sensitivityDb,
        sampleRate: REALTIME_SAMPLE_RATE,
        hasOneSpeaker: true,
      }),
    }
  }

  /** Returns true if there is room for so many bytes. With turn detection there always is. */
  hasRoom(bytes: number): boolean {
    return this.#detection !== undefined || (this.#bytes + bytes) / BYTES_PER_MS <= MAX_MS
  }

  /** @param pcm whole samples */
  append(pcm: Uint8Array): InputAudioEvent[] {
    if (!this.#detection) {
      // Copied: the buffer of a short text is a part of a larger one.
      this.#add(new Uint8Array(pcm))
      return []
    }
    const events: InputAudioEvent[] = []
    for (let index = 0; index < pcm.length; index += STEP_BYTES) {
      // Copied, so that a few buffered milliseconds do not retain a large event.
      const step = new Uint8Array(pcm.subarray(index, index + STEP_BYTES))
      this.#add(step)
      events.push(...this.#detect(step))
    }
    return events
  }

  /** Returns everything that is buffered, and empties the buffer. */
  takeAudio(): Uint8Array {
    const pcm = this.#slice(this.#from, this.#from + this.#bytes)
    this.clear()
    return pcm
  }

  clear(): void {
    this.#utterance = undefined
    this.#detection?.detector.reset()
    if (this.#detection) this.#detection = { ...this.#detection, fromMs: this.#nowMs() }
    this.#dropBefore(this.#from + this.#bytes)
  }

  #nowMs(): number {
    return (this.#from + this.#bytes) / BYTES_PER_MS
  }

  #add(pcm: Uint8Array): void {
    this.#chunks.push(pcm)
    this.#bytes += pcm.length
  }

  #detect(step: Uint8Array): InputAudioEvent[] {
    if (!this.#detection) return []
    const { detector, fromMs, rules } = this.#detection
    for (const { type, at } of detector.push(pcmSamples(step))) this.#follow(type, fromMs + at)
    const events = this.#judge(rules)
    if (!this.#utterance) this.#dropBefore(this.#positionOf(this.#nowMs() - rules.paddingMs - LOOKBACK_MS))
    return events
  }

  #follow(type: 'speech-start' | 'speech-end' | 'misfire', atMs: number): void {
    const utterance = this.#utterance
    if (type === 'speech-start') {
      if (utterance) utterance.endMs = undefined
      else this.#utterance = { startMs: atMs, endMs: undefined, isConfirmed: false }
    } else if (utterance) {
      if (type === 'misfire' && !utterance.isConfirmed) this.#utterance = undefined
      else utterance.endMs = atMs
    }
  }

  #judge({ paddingMs, silenceMs }: Endpointing): InputAudioEvent[] {
    const utterance = this.#utterance
    if (!utterance) return []
    const events: InputAudioEvent[] = []
    const nowMs = this.#nowMs()
    const fromMs = Math.max(this.#from / BYTES_PER_MS, utterance.startMs - paddingMs)
    if (!utterance.isConfirmed) {
      if (utterance.endMs === undefined && nowMs - utterance.startMs < CONFIRMED_AFTER_MS) return []
      utterance.isConfirmed = true
      events.push({ type: 'speech-started', atMs: Math.round(fromMs) })
    }
    const isTooLong = nowMs - fromMs >= MAX_MS
    if (!isTooLong && (utterance.endMs === undefined || nowMs - utterance.endMs < silenceMs)) return events
    const endMs = utterance.endMs ?? nowMs
    const pcm = this.#slice(
      this.#positionOf(fromMs),
      this.#positionOf(Math.min(nowMs, endMs + Math.min(TAIL_MS, silenceMs))),
    )
    this.#utterance = undefined
    // The beginning of an utterance never overlaps the one before.
    this.#dropBefore(this.#positionOf(endMs))
    events.push({ type: 'speech-stopped', atMs: Math.round(endMs), pcm })
    return events
  }

  /** Returns a position in bytes, at a whole sample. */
  #positionOf(ms: number): number {
    return Math.max(0, Math.round((ms * BYTES_PER_MS) / 2) * 2)
  }

  #slice(from: number, to: number): Uint8Array {
    const all = Buffer.concat(this.#chunks, this.#bytes)
    return all.subarray(Math.max(0, from - this.#from), Math.max(0, to - this.#from))
  }

  #dropBefore(position: number): void {
    let first = this.#chunks[0]
    while (first && this.#from + first.length <= position) {
      this.#chunks.shift()
      this.#from += first.length
      this.#bytes -= first.length
      first = this.#chunks[0]
    }
  }
}
