/** Letters of languages without spaces between words, or that append particles to foreign names. */
export const UNSPACED = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー\p{Script=Hangul}`
