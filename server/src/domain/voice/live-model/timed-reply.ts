import type { FinishReason } from '@vee/contract/stream/reply-event'
import { LIVE_MODEL_OUTPUT_RATE } from '#providers/speech/live-models/live-model.ts'

const BYTES_PER_MS = (LIVE_MODEL_OUTPUT_RATE * 2) / 1_000
/** Time from sending to playing on a usual connection, in ms. */
const PLAYING_LAG_MS = 100
/** In place of words that were spoken by either side, and not transcribed by the vendor. */
export const UNKNOWN_WORDS = '…'

/** One response of the vendor; a reply with tool calls has several. */
interface Part {
  text: string
  audioMs: number
}

/**
 * The words and the audio of one reply of a live model. Vendors do not report when a word is spoken: within a part, words
 * are distributed over its audio by their length.
 */
export class TimedReply {
  readonly #elapsed: () => number
  readonly #parts: Part[] = [{ text: '', audioMs: 0 }]
  /** when the first audio was sent */
  #startedAt: number | undefined

  /** @param elapsed returns milliseconds of a monotonic clock */
  constructor(elapsed: () => number = () => performance.now()) {
    this.#elapsed = elapsed
  }

  get text(): string {
    return this.#parts
      .map(({ text }) => text.trim())
      .filter((text) => text !== '')
      .join(' ')
  }

  /** duration of the audio so far */
  get audioMs(): number {
    return Math.round(this.#parts.reduce((sum, { audioMs }) => sum + audioMs, 0))
  }

  addWords(text: string): void {
    this.#last.text += text
  }

  /** Called when audio is sent to the client. */
  addAudio(bytes: number): void {
    this.#startedAt ??= this.#elapsed()
    this.#last.audioMs += bytes / BYTES_PER_MS
  }

  /** Called when the vendor ended a response that another one continues. */
  endPart(): void {
    this.#parts.push({ text: '', audioMs: 0 })
  }

  /** Returns how much was played by now, in ms, if the client plays without interruption. */
  playedMs(): number {
    if (this.#startedAt === undefined) return 0
    return Math.round(Math.min(this.audioMs, Math.max(0, this.#elapsed() - this.#startedAt - PLAYING_LAG_MS)))
  }

  /** Returns the time until all of it was played, in ms. */
  remainingMs(): number {
    if (this.#startedAt === undefined) return 0
    return Math.max(0, this.#startedAt + this.audioMs + PLAYING_LAG_MS - this.#elapsed())
  }

  /** Returns the words that were spoken within that time, up to the last whole one. */
  playedText(playedMs: number): string {
    let left = playedMs
    const playedTexts: string[] = []
    for (const { text, audioMs } of this.#parts) {
      const words = text.trim()
      if (left >= audioMs && audioMs > 0) playedTexts.push(words)
      else if (left > 0 && audioMs > 0)
        playedTexts.push(wholeWords(words, Math.round((left / audioMs) * words.length)))
      left -= audioMs
    }
    return playedTexts.filter((text) => text !== '').join(' ')
  }

  get #last(): Part {
    const last = this.#parts.at(-1)
    if (!last) throw new Error('a reply has at least one part')
    return last
  }
}

interface ReplyEnd {
  readonly finishReason: FinishReason
  /** undefined: it is estimated by the clock */
  readonly playedMs: number | undefined
  /** the vendor had generated all of it */
  readonly isComplete: boolean
}

/**
 * Returns what is kept of a reply that ended: all of it, or what was heard of it. `truncatedMs` is what was played of one
 * that was cut, in ms.
 */
export function endOfReply(reply: TimedReply, { finishReason, playedMs, isComplete }: ReplyEnd) {
  const isCut = finishReason === 'stopped' || finishReason === 'interrupted'
  const played = Math.min(playedMs ?? reply.playedMs(), reply.audioMs)
  const isWhole = !isCut || (isComplete && played >= reply.audioMs)
  const words = isWhole ? reply.text : reply.playedText(played)
  return {
    text: reply.text === '' && played > 0 ? UNKNOWN_WORDS : words,
    finishReason: isWhole && isCut ? 'stop' : finishReason,
    truncatedMs: isWhole ? undefined : played,
  } as const
}

/** Scripts that separate no words. */
const JOINED = String.raw`\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}`
const ENDS_WITHIN_WORD = new RegExp(String.raw`[^\s${JOINED}]$`, 'u')
const STARTS_WITHIN_WORD = new RegExp(String.raw`^[^\s${JOINED}]`, 'u')

/** Returns the start of a text, without a word that is cut. Scripts without spaces are cut anywhere. */
function wholeWords(text: string, length: number): string {
  const start = text.slice(0, length)
  const isWithinWord = ENDS_WITHIN_WORD.test(start) && STARTS_WITHIN_WORD.test(text.slice(length))
  const wordFrom = Math.max(start.lastIndexOf(' '), start.lastIndexOf('\n')) + 1
  return (isWithinWord ? start.slice(0, wordFrom) : start).trimEnd()
}
