import { MarkdownReader } from './markdown-reader.ts'
import type { MarkdownToken, ShownThing } from './markdown-token.ts'
import { ReplyLanguage } from './reply-language.ts'
import { clauseEnds, forcedEnd, sentenceEnds } from './sentences.ts'
import type { SpeechSegment } from './speech-segment.ts'

/** Minimum length of a segment that justifies a request, in UTF-16 code units. */
const MIN_LENGTH = 12
/** Maximum length of a segment; a longer sentence is split at a clause. */
const MAX_LENGTH = 240
/**
 * Number of following characters after which a sentence just below the maximum length is known to be
 * complete.
 */
const MARGIN = 24

/** Spoken in place of content that is only shown, in the language of the reply. */
export type Announcements = Readonly<Record<ShownThing, string>>

/** One spoken token with its range in the source. */
interface SpokenText {
  readonly text: string
  readonly start: number
  /** extended over the markup that closes after it */
  end: number
}

/**
 * Splits a growing Markdown source into segments for speech synthesis: the first is a clause, so that
 * playback starts early, the others are whole sentences. The segments do not depend on how the source is
 * split into deltas; together they contain all speakable text, once and in order.
 */
export class SpeechSegmenter {
  readonly #reader = new MarkdownReader()
  readonly #language: ReplyLanguage
  readonly #announcements: Announcements
  #spokenTexts: SpokenText[] = []
  #text = ''
  /** punctuation that may end a segment was read, and no letter since */
  #awaitsLetter = false
  #hasSpoken = false
  #lastShown: ShownThing | undefined
  #segments: SpeechSegment[] = []

  /** @param language BCP 47; the text's own language is followed where its words show another one */
  constructor(language: string, announcements: Announcements) {
    this.#language = new ReplyLanguage(language)
    this.#announcements = announcements
  }

  append(delta: string): SpeechSegment[] {
    return this.#addTokens(this.#reader.append(delta))
  }

  /** Returns the pending text if it is a complete sentence: something else is spoken before the text that follows. */
  flushSentence(): SpeechSegment[] {
    if (/[.!?…。！？]["”’»」)]*\s*$/u.test(this.#text)) this.#breakOff()
    return this.#addTokens([])
  }

  /** Ends the source and returns the remaining segments; nothing may be appended afterwards. */
  end(): SpeechSegment[] {
    return this.#addTokens(this.#reader.end())
  }

  #addTokens(tokens: readonly MarkdownToken[]): SpeechSegment[] {
    for (const token of tokens) this.#takeToken(token)
    const segments = this.#segments
    this.#segments = []
    return segments
  }

  #takeToken(token: MarkdownToken): void {
    switch (token.type) {
      case 'say':
        return this.#say(token)
      case 'markup': {
        const last = this.#spokenTexts.at(-1)
        if (last && last.text !== ' ') last.end = token.end
        return
      }
      case 'show':
        return this.#show(token)
      case 'break':
        return this.#breakOff()
    }
  }

  #say({ text, start, end }: SpokenText): void {
    const isSpace = text.trim() === ''
    if (isSpace && (this.#text === '' || this.#text.endsWith(' '))) return
    this.#language.read(text)
    this.#spokenTexts.push({ text: isSpace ? ' ' : text, start, end })
    this.#text += isSpace ? ' ' : text
    if (/[.!?,;:。！？、，；：…]/.test(text)) this.#awaitsLetter = true
    else if (this.#awaitsLetter && /[\p{L}\p{N}]/u.test(text)) this.#cutAtMark(/\p{L}/u.test(text))
    while (this.#text.length >= MAX_LENGTH + MARGIN) this.#cut(this.#nextCut() ?? this.#forcedCut())
  }

  #show({ thing: what, isInline, start, end }: Extract<MarkdownToken, { type: 'show' }>): void {
    if (!isInline) this.#breakOff()
    const announcement = this.#announcements[what].trim()
    if (this.#lastShown === what || announcement === '') return
    if (isInline) {
      this.#say({ text: ' ', start, end: start })
      this.#say({ text: announcement, start, end })
    } else this.#emit([{ text: announcement, start, end }], announcement)
    this.#lastShown = what
  }

  #cutAtMark(isLetter: boolean): void {
    const end = this.#nextCut()
    if (end !== undefined) this.#cut(end)
    this.#awaitsLetter = end === undefined && !isLetter
  }

  #nextCut(): number | undefined {
    const query = { text: this.#text, language: this.#language.tag, minLength: MIN_LENGTH }
    const sentence = sentenceEnds(query).next().value ?? Infinity
    const clause = this.#hasSpoken ? Infinity : (clauseEnds(query).next().value ?? Infinity)
    const end = Math.min(sentence, clause)
    return end <= MAX_LENGTH ? end : undefined
  }

  #forcedCut(): number {
    return forcedEnd({ text: this.#text, language: this.#language.tag, minLength: MIN_LENGTH }, MAX_LENGTH)
  }

  /** Emits all pending text as one or more segments. */
  #breakOff(): void {
    for (let end = this.#nextCut(); end !== undefined; end = this.#nextCut()) this.#cut(end)
    while (this.#text.length > MAX_LENGTH) this.#cut(this.#forcedCut())
    const text = this.#text.trimEnd()
    if (text !== '') this.#emit(this.#spokenTexts, asSentence(text, this.#language.tag))
    this.#spokenTexts = []
    this.#text = ''
    this.#awaitsLetter = false
  }

  /** Emits the pending text up to the offset `end`; names are never split. */
  #cut(end: number): void {
    let length = 0
    let count = 0
    for (const { text } of this.#spokenTexts) {
      if (length >= end) break
      length += text.length
      count += 1
    }
    this.#emit(this.#spokenTexts.slice(0, count), this.#text.slice(0, length).trimEnd())
    const isSpace = this.#spokenTexts[count]?.text === ' '
    this.#spokenTexts = this.#spokenTexts.slice(isSpace ? count + 1 : count)
    this.#text = this.#text.slice(isSpace ? length + 1 : length)
  }

  #emit(spokenTexts: readonly SpokenText[], text: string): void {
    if (!/[\p{L}\p{N}]/u.test(text)) return
    const spoken = spokenTexts.at(-1)?.text === ' ' ? spokenTexts.slice(0, -1) : spokenTexts
    const offsets = spoken.flatMap(({ text, start, end }) =>
      Array.from({ length: text.length }, (_, index) => (index === text.length - 1 ? end : start)),
    )
    const start = spoken[0]?.start ?? 0
    const end = spoken.at(-1)?.end ?? start
    while (offsets.length < text.length) offsets.push(end)
    this.#segments.push({ text, start, end, offsets })
    this.#hasSpoken = true
    this.#lastShown = undefined
  }
}

/** Adds a full stop to a heading or a list item, so that the voice ends it like a sentence. */
function asSentence(text: string, language: string): string {
  if (!/[\p{L}\p{N}\p{Pe}\p{Pf}"'%€$£¥°]$/u.test(text)) return text
  return text + (/^(?:ja|zh)/i.test(language) ? '。' : '.')
}

/** Returns the segments of a complete source. */
export function speechSegmentsOf(
  markdown: string,
  language: string,
  announcements: Announcements,
): SpeechSegment[] {
  const segmenter = new SpeechSegmenter(language, announcements)
  return [...segmenter.append(markdown), ...segmenter.end()]
}
