/** What is said at one go: a clause or a sentence. */
export interface SpeechPiece {
  readonly text: string
  /** from the first character that is said … */
  readonly start: number
  /** … to behind the last one, exclusive; UTF-16 offsets in the Markdown source */
  readonly end: number
  /** for each code unit of `text`, the offset in the source behind which it has been said */
  readonly offsets: readonly number[]
}

/** How far into the source a listener is who has heard the first `heard` code units of the piece, in whole words. */
export function heardOffset(piece: SpeechPiece, heard: number): number {
  if (heard >= piece.text.length) return piece.end
  const words = wordsWithin(piece.text, Math.max(0, Math.floor(heard)))
  return piece.offsets[words - 1] ?? piece.start
}

/** Length of the whole words in the first `length` code units; where no spaces part words, every character is one. */
function wordsWithin(text: string, length: number): number {
  const isWhole = /[\s\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/u
  let end = length
  while (end > 0 && !isWhole.test(text.charAt(end)) && !isWhole.test(text.charAt(end - 1))) end -= 1
  return end
}
