import { heardOffset } from '@vee/contract/speakable/speech-piece'
import type { SpeechPiece } from '@vee/contract/speakable/speech-piece'
import type { MadeSpeech } from '../voices/voice-chain.ts'

/** How long a code unit takes where nothing better is known yet, in seconds. */
const TYPICAL_SECONDS = 0.06

/** A piece on its way to the listener. */
export class SpokenLine {
  readonly piece: SpeechPiece
  /** its speech, once it has been asked for; undefined speech when no voice can say it */
  made: Promise<MadeSpeech | undefined> | undefined
  #making = new AbortController()
  hasBegun = false
  /** no voice could say it */
  isSkipped = false
  /** where its sound is among what the player was given, in seconds */
  #from = Infinity
  #to = Infinity
  #isWhole = false
  /** code units of the text that a voice which plays by itself has said */
  #said = 0

  constructor(piece: SpeechPiece) {
    this.piece = piece
  }

  /** Its speech is asked for anew: what was made before is not wanted any more. Answers the signal for the new one. */
  renew(): AbortSignal {
    this.#making.abort()
    this.#making = new AbortController()
    return this.#making.signal
  }

  /** Its sound begins there; what was placed before, by a voice that broke, no longer counts. */
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

  /** Offset in the source up to which a listener at `position` has heard. */
  heardUntil(position: number): number {
    if (!Number.isFinite(this.#from)) return heardOffset(this.piece, this.#said)
    const { length } = this.piece.text
    const placed = this.#to - this.#from
    const duration = this.#isWhole ? placed : Math.max(placed, length * TYPICAL_SECONDS)
    const share = duration > 0 ? (position - this.#from) / duration : 0
    return heardOffset(this.piece, Math.max(this.#said, share * length))
  }
}
