import { CAPTURE_SAMPLE_RATE } from '../../capture/frames.ts'
import { type Detection, END_KNOWN_AFTER_MS, MIN_SPEECH_MS } from '@vee/contract/audio/detector'

/** Samples per window. */
export const WINDOW_SAMPLES = 512
const WINDOW_MS = (WINDOW_SAMPLES * 1_000) / CAPTURE_SAMPLE_RATE
/** Probabilities above which speech starts, and below which it ends. */
const BEGINS = 0.5
const ENDS = 0.35
/** Consecutive windows that start speech: a single one may be a knock. */
const START_WINDOWS = 2

/** Converts the probability of speech per window into the start and end of speech. */
export class SpeechJudge {
  #window = 0
  #loudInARow = 0
  /** window in which the current speech started */
  #startedAt: number | undefined
  /** window after the last loud one */
  #loudUntil = 0

  judge(probability: number): Detection | undefined {
    const windowIndex = this.#window
    this.#window += 1
    return this.#startedAt === undefined
      ? this.#awaitStart(windowIndex, probability)
      : this.#awaitEnd(this.#startedAt, windowIndex, probability)
  }

  #awaitStart(windowIndex: number, probability: number): Detection | undefined {
    this.#loudInARow = probability >= BEGINS ? this.#loudInARow + 1 : 0
    if (this.#loudInARow < START_WINDOWS) return undefined
    this.#startedAt = windowIndex + 1 - this.#loudInARow
    this.#loudUntil = windowIndex + 1
    this.#loudInARow = 0
    return { type: 'speech-start', at: this.#startedAt * WINDOW_MS }
  }

  #awaitEnd(startedAt: number, windowIndex: number, probability: number): Detection | undefined {
    if (probability >= ENDS) this.#loudUntil = windowIndex + 1
    if ((windowIndex + 1 - this.#loudUntil) * WINDOW_MS < END_KNOWN_AFTER_MS) return undefined
    this.#startedAt = undefined
    const isShort = (this.#loudUntil - startedAt) * WINDOW_MS < MIN_SPEECH_MS
    return { type: isShort ? 'misfire' : 'speech-end', at: this.#loudUntil * WINDOW_MS }
  }
}
