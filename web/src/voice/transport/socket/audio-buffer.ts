import { CAPTURE_SAMPLE_RATE, type Frame, type WorkletMessage } from '../../capture/frames.ts'

/** Longer delays of the main thread are covered by the page's own copy. */
const KEPT_SAMPLES = 2 * CAPTURE_SAMPLE_RATE

/** Buffers the last seconds of a microphone. */
export class AudioBuffer {
  #frames: Frame[] = []
  #isWhole = false

  /** whether the microphone delivered its last frame */
  get isWhole(): boolean {
    return this.#isWhole
  }

  pushFrame(message: WorkletMessage): void {
    if (!message) {
      this.#isWhole = true
      return
    }
    this.#frames.push(message)
    const end = message.capturedAt + message.samples.length
    const [first] = this.#frames
    if (first && end - first.capturedAt > KEPT_SAMPLES) this.#frames.shift()
  }

  /** Returns all audio from that sample on; undefined if its start is no longer buffered. */
  from(sample: number): Int16Array<ArrayBuffer>[] | undefined {
    const last = this.#frames.at(-1)
    if (last && sample >= last.capturedAt + last.samples.length) return []
    const isHere = this.#frames.some(({ capturedAt }) => capturedAt === sample)
    if (!isHere) return undefined
    return this.#frames.filter(({ capturedAt }) => capturedAt >= sample).map(({ samples }) => samples)
  }
}
