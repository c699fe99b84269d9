/** A segment of speech: a clause or a sentence. */
export interface SpeechSegment {
  readonly text: string
  /** offset of the first spoken character … */
  readonly start: number
  /** … and after the last one, exclusive; UTF-16 offsets in the Markdown source */
  readonly end: number
  /** for each code unit of `text`, the source offset after which it has been spoken */
  readonly offsets: readonly number[]
}

/**
 * Returns the source offset that corresponds to the first `playedLength` code units of the segment, in whole words.
 */
export function playedOffset(segment: SpeechSegment, playedLength: number): number {
  if (playedLength >= segment.text.length) return segment.end
  const words = wordsWithin(segment.text, Math.max(0, Math.floor(playedLength)))
  return segment.offsets[words - 1] ?? segment.start
}

/**
 * Returns the length of the whole words in the first `length` code units; in scripts without spaces, every
 * character is a word.
 */
function wordsWithin(text: string, length: number): number {
  const isWhole = /[\s\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/u
  let end = length
  while (end > 0 && !isWhole.test(text.charAt(end)) && !isWhole.test(text.charAt(end - 1))) end -= 1
  return end
}
