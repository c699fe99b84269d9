/** Words with the space before them; two characters at a time in scripts without spaces. */
const PIECE =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]{1,2}|\s+[^\s\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]{0,40}|[^\s\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]{1,40}/gu

/** Cuts a text as a model would stream it; together the pieces are the text. */
export const piecesOf = (text: string): readonly string[] => text.match(PIECE) ?? []
