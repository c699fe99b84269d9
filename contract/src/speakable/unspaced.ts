// Outside of `String.raw`, in which the bundler cannot escape it.
const PROLONGED_SOUND = 'ー'

/** The letters of languages that write a word right behind another, or a particle right behind a foreign name. */
export const UNSPACED = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}${PROLONGED_SOUND}\p{Script=Hangul}`
