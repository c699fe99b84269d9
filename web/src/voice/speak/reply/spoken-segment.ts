import type { WordTime } from '@vee/contract/http/speech'
import { playedOffset } from '@vee/contract/speech-text/speech-segment'
import type { SpeechSegment } from '@vee/contract/speech-text/speech-segment'
import type { Aside } from '../speech-output.ts'
import type { MadeSpeech } from '../voices/voice-chain.ts'

/** Estimated duration of a code unit, in seconds, until it is measured. */
const TYPICAL_SECONDS = 0.06

/** A segment on its way to playback. */
export class SpokenSegment {
  readonly speechSegment: SpeechSegment
  /** the sentence of the page that it is; undefined for text of the reply */
  readonly aside: Aside | undefined
  /** its playback was requested; only for an aside */
  isStarted = false
  /** an aside that was spoken, or is not to be */
  isOver = false
  /** its speech, once requested; resolves with undefined if no voice can speak it */
  speech: Promise<MadeSpeech | undefined> | undefined
  #making = new AbortController()
  hasBegun = false
  /** no voice could speak it */
  isSkipped = false
  /** position of its audio in the player, in seconds */
  #from = Infinity
  #to = Infinity
  #isWhole = false
  /** code units that a self-playing voice has spoken */
  #spokenLength = 0
  /** words whose times are known, in order */
  #words: readonly WordTime[] = []

  constructor(speechSegment: SpeechSegment, aside?: Aside) {
    this.speechSegment = speechSegment
    this.aside = aside
  }

  /** Requests its speech again and discards the previous one. Returns the signal for the new request. */
  renew(): AbortSignal {
    this.#making.abort()
    this.#words = []
    this.#making = new AbortController()
    return this.#making.signal
  }

  /** Sets the position of its audio; an earlier position, of a voice that failed, is discarded. */
  placeFrom(position: number): void {
    this.#from = position
    this.#to = position
    this.#isWhole = false
  }

  placeUntil(position: number, isWhole: boolean): void {
    this.#to = position
    this.#isWhole = isWhole
  }

  markSpoken(length: number): void {
    this.#spokenLength = Math.max(this.#spokenLength, length)
  }

  /** Adds words whose times became known; those of another transport may repeat earlier ones. */
  addWords(words: readonly WordTime[]): void {
    const last = this.#words.at(-1)?.start ?? -1
    this.#words = [...this.#words, ...words.filter(({ start }) => start > last)]
  }

  /** Returns the word that is played at `position`, by its place in the segment; undefined if it is unknown. */
  wordAt(position: number): WordTime | undefined {
    return this.#words.findLast(({ atMs }) => atMs <= this.#msAt(position))
  }

  #msAt(position: number): number {
    // Half a millisecond is inaudible.
    return (position - this.#from) * 1_000 + 0.5
  }

  isSoundingAt(position: number): boolean {
    return position > this.#from
  }

  /** Returns the word that is played, unless words after it may be too. */
  #knownWordAt(position: number): WordTime | undefined {
    const last = this.#words.at(-1)
    return last && last.atMs > this.#msAt(position) ? this.wordAt(position) : undefined
  }

  /** Returns the offset in the source that is played at `position`. */
  playedUntil(position: number): number {
    if (!Number.isFinite(this.#from)) return playedOffset(this.speechSegment, this.#spokenLength)
    const word = this.#knownWordAt(position)
    if (word) return playedOffset(this.speechSegment, word.start)
    const { length } = this.speechSegment.text
    const placed = this.#to - this.#from
    const duration = this.#isWhole ? placed : Math.max(placed, length * TYPICAL_SECONDS)
    const share = duration > 0 ? (position - this.#from) / duration : 0
    return playedOffset(this.speechSegment, Math.max(this.#spokenLength, share * length))
  }
}
