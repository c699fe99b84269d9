import type { TimedText } from './timed-text.ts'

export type TimedWord = TimedText

/** A pause in seconds after which a new line begins. */
const MIN_PAUSE_SECONDS = 1.5
/** Longest line, in UTF-16 code units. */
const MAX_LINE_LENGTH = 300
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]$/u

/** Returns sentences of single words: a line ends with its speaker, a sentence, a pause, or when it is long. */
export function groupWords(words: readonly TimedWord[]): readonly TimedText[] {
  const lines: TimedText[] = []
  let isOpen = false
  for (const word of words) {
    const last = lines.at(-1)
    const pause = last ? word.start - (last.end ?? word.start) : 0
    if (
      isOpen &&
      last &&
      last.speaker === word.speaker &&
      pause < MIN_PAUSE_SECONDS &&
      last.text.length < MAX_LINE_LENGTH
    ) {
      const separator = UNSPACED.test(last.text) ? '' : ' '
      lines[lines.length - 1] = {
        ...last,
        end: word.end ?? word.start,
        text: `${last.text}${separator}${word.text}`,
      }
    } else lines.push({ ...word, end: word.end ?? word.start })
    isOpen = !/[.!?。！？]["'”’)]*$/.test(word.text)
  }
  return lines
}
