import { SEGMENTS_AHEAD } from '@vee/contract/socket/socket-limits'
import type { SocketAnswer } from '@vee/contract/socket/messages'
import { REALTIME_SAMPLE_RATE } from '@vee/contract/openai-realtime/realtime-limits'
import type { SocketChannel } from '../../voice/socket-turns/index.ts'

const BYTES_PER_MS = (REALTIME_SAMPLE_RATE * 2) / 1_000
/**
 * Speech is synthesized this far ahead of its playback, in ms. Clients of this protocol do not report what they
 * play, so playback is assumed to be continuous from the first audio on.
 */
const LEAD_MS = 8_000

/** A part of a reply with the time at which its audio is played, in ms of the reply's audio. */
interface TimedSegment {
  /** offsets in the reply's text */
  readonly start: number
  readonly end: number
  readonly fromMs: number
  toMs: number
}

export interface PacedVoiceOptions {
  /** Sends audio, as base64. Resolves when there is room for more. */
  readonly sendAudio: (base64: string) => Promise<void>
  /** called if a segment cannot be synthesized; no later one follows */
  readonly onFailed: (code: Extract<SocketAnswer, { type: 'speech-failed' }>['error']) => void
  /** requests a segment */
  readonly want: (segment: number) => void
}

/** Receives the speech of a reply from its pipeline, and requests it at the speed of its playback. */
export class PacedVoice implements SocketChannel {
  readonly #options: PacedVoiceOptions
  readonly #segments: TimedSegment[] = []
  #bytes = 0
  /** half a sample, until its other half arrives */
  #odd: Uint8Array = new Uint8Array()
  #startedAt: number | undefined
  #next: NodeJS.Timeout | undefined

  constructor(options: PacedVoiceOptions) {
    this.#options = options
  }

  /** length of the audio so far, in ms */
  get durationMs(): number {
    return this.#bytes / BYTES_PER_MS
  }

  send(answer: SocketAnswer): void {
    if (answer.type === 'speech-failed') return this.#options.onFailed(answer.error)
    if (answer.type === 'speech-started') {
      const { start, end } = answer
      this.#odd = new Uint8Array()
      this.#segments.push({ start, end, fromMs: this.durationMs, toMs: this.durationMs })
    }
    if (answer.type === 'speech-ended') this.#wantLater(answer.piece + SEGMENTS_AHEAD)
  }

  async sendAudio(bytes: Uint8Array): Promise<void> {
    const all = Buffer.concat([this.#odd, bytes])
    const wholeSampleBytes = all.length - (all.length % 2)
    this.#odd = all.subarray(wholeSampleBytes)
    if (wholeSampleBytes === 0) return
    this.#startedAt ??= performance.now()
    this.#bytes += wholeSampleBytes
    const segment = this.#segments.at(-1)
    if (segment) segment.toMs = this.durationMs
    await this.#options.sendAudio(all.toString('base64', 0, wholeSampleBytes))
  }

  /** Requests nothing more. */
  end(): void {
    clearTimeout(this.#next)
  }

  /** Returns how many characters of the reply were played after so many ms of its audio. */
  playedLength(playedMs: number): number {
    let length = 0
    for (const { start, end, fromMs, toMs } of this.#segments) {
      if (playedMs <= fromMs) break
      const fraction = playedMs >= toMs ? 1 : (playedMs - fromMs) / (toMs - fromMs)
      length = Math.floor(start + (end - start) * fraction)
    }
    return length
  }

  #wantLater(segment: number): void {
    const played = performance.now() - (this.#startedAt ?? performance.now())
    this.#next = setTimeout(
      () => this.#options.want(segment),
      Math.max(0, this.durationMs - played - LEAD_MS),
    ).unref()
  }
}
