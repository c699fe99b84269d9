/** Matches a word with the preceding space; in scripts without spaces, two characters. */
const PIECE =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]{1,2}|\s+[^\s\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]{0,40}|[^\s\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]{1,40}/gu

/** Splits a text into pieces as a model would stream them; concatenated, they are the original text. */
export const textPiecesOf = (text: string): readonly string[] => text.match(PIECE) ?? []
