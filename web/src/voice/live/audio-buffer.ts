import { CAPTURE_SAMPLE_RATE, type Frame, type WorkletMessage } from '../capture/frames.ts'

/** A page whose thread is busy for longer gives all of the sound itself. */
const KEPT_SAMPLES = 2 * CAPTURE_SAMPLE_RATE

/** The last seconds of what a microphone said. */
export class AudioBuffer {
  #frames: Frame[] = []
  #isWhole = false

  /** whether the microphone has given its last */
  get isWhole(): boolean {
    return this.#isWhole
  }

  take(frame: WorkletMessage): void {
    if (!frame) {
      this.#isWhole = true
      return
    }
    this.#frames.push(frame)
    const end = frame.at + frame.samples.length
    const [first] = this.#frames
    if (first && end - first.at > KEPT_SAMPLES) this.#frames.shift()
  }

  /** All that was said from that sample on; undefined when its beginning is not here. */
  from(sample: number): Int16Array<ArrayBuffer>[] | undefined {
    const last = this.#frames.at(-1)
    if (last && sample >= last.at + last.samples.length) return []
    const isHere = this.#frames.some(({ at }) => at === sample)
    if (!isHere) return undefined
    return this.#frames.filter(({ at }) => at >= sample).map(({ samples }) => samples)
  }
}
