// Outside of `String.raw`, in which the bundler cannot escape it.
const PROLONGED_SOUND = 'ー'

/** Letters of languages without spaces between words, or that append particles to foreign names. */
export const UNSPACED = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}${PROLONGED_SOUND}\p{Script=Hangul}`
