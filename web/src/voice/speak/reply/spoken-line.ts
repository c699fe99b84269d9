import { heardOffset } from '@vee/contract/speakable/speech-piece'
import type { SpeechPiece } from '@vee/contract/speakable/speech-piece'
import type { MadeSpeech } from '../voices/voice-chain.ts'

/** Estimated duration of a code unit, in seconds, until it is measured. */
const TYPICAL_SECONDS = 0.06

/** A piece of text on its way to playback. */
export class SpokenLine {
  readonly piece: SpeechPiece
  /** its speech, once requested; resolves with undefined if no voice can speak it */
  made: Promise<MadeSpeech | undefined> | undefined
  #making = new AbortController()
  hasBegun = false
  /** no voice could speak it */
  isSkipped = false
  /** position of its audio in the player, in seconds */
  #from = Infinity
  #to = Infinity
  #isWhole = false
  /** code units that a self-playing voice has spoken */
  #said = 0

  constructor(piece: SpeechPiece) {
    this.piece = piece
  }

  /** Requests its speech again and discards the previous one. Returns the signal for the new request. */
  renew(): AbortSignal {
    this.#making.abort()
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

  say(length: number): void {
    this.#said = Math.max(this.#said, length)
  }

  isSoundingAt(position: number): boolean {
    return position > this.#from
  }

  /** Returns the offset in the source that is played at `position`. */
  heardUntil(position: number): number {
    if (!Number.isFinite(this.#from)) return heardOffset(this.piece, this.#said)
    const { length } = this.piece.text
    const placed = this.#to - this.#from
    const duration = this.#isWhole ? placed : Math.max(placed, length * TYPICAL_SECONDS)
    const share = duration > 0 ? (position - this.#from) / duration : 0
    return heardOffset(this.piece, Math.max(this.#said, share * length))
  }
}
