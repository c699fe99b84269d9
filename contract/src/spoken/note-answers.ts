import { consentAnswerOf } from './consent-answers.ts'
import { baseOf } from './fold.ts'

/** A spoken answer to "Shall I remember this?": `correction` are the words that are right instead. */
export type NoteAnswer =
  | { readonly kind: 'yes' | 'no' }
  | { readonly kind: 'correction'; readonly words: string }

/** "Not that, Linz", with one space in place of punctuation: the group is what is right. */
const CORRECTIONS: Readonly<Record<string, RegExp>> = {
  en: /^(?:no|nope|not that|not quite|not exactly|almost) (?:it['’]s |it is |but |rather |to )?(\S.*)$/iu,
  es: /^(?:no|eso no|no eso|no exactamente|casi) (?:es |sino (?:a |en )?|a |en )?(\S.*)$/iu,
  fr: /^(?:non|pas ça|pas cela|pas tout à fait|presque) (?:c['’]est |mais |plutôt |à )?(\S.*)$/iu,
  de: /^(?:nein|nee|nö|nicht das|nicht ganz|das nicht|fast) (?:sondern |es ist |das ist |nach )?(\S.*)$/iu,
  it: /^(?:no|non quello|quello no|non proprio|quasi) (?:è |ma |bensì |a )?(\S.*)$/iu,
  pt: /^(?:não é isso|não|isso não|não exatamente|quase) (?:é |mas |e sim |para )?(\S.*)$/iu,
  ja: /^(?:そうじゃなくて|そうではなくて|そうではなく|それじゃなくて|いいえ|いや|違います|違う) ?(\S.*?)(?:です|だよ|だ)?$/u,
  ko: /^(?:그게 아니라|그거 말고|아니요|아니오|아뇨|아니) (\S.*?)(?:이에요|예요|이야|입니다)?$/u,
  zh: /^(?:不是那个|不是这个|不是|不对|不) ?(?:而是|是)?(\S.*)$/u,
}

const PUNCTUATION = /[\s,.;:!–—、。，！]+/gu

/** Longest correction, in UTF-16 code units: a longer utterance is about something else. */
const MAX_CORRECTION_LENGTH = 80

/** Returns the answer if the whole utterance is one; other words are for the assistant. */
export function noteAnswerOf(
  text: string,
  language: string,
  wakeWords: readonly string[],
): NoteAnswer | undefined {
  const answer = consentAnswerOf(text, language, wakeWords)
  if (answer) return { kind: answer === 'no' ? 'no' : 'yes' }
  const spoken = text
    .slice(0, 2 * MAX_CORRECTION_LENGTH)
    .replaceAll(PUNCTUATION, ' ')
    .trim()
  const words = CORRECTIONS[baseOf(language)]?.exec(spoken)?.[1]?.trim() ?? ''
  const isQuestion = /[?？]/u.test(words)
  return words === '' || words.length > MAX_CORRECTION_LENGTH || isQuestion
    ? undefined
    : { kind: 'correction', words }
}

/** Words that a correction has if it is a sentence of its own. */
const SENTENCE_WORDS = 4

/**
 * Returns a note in which a correction takes the place of the last word of its kind: "Moved to Graz." with "Linz" is "Moved to Linz.".
 * A correction that is a sentence takes the place of the note; one that fits nowhere is added.
 */
export function correctedNote(note: string, correction: string, language: string): string {
  const words = wordsIn(correction, language)
  if (words.length >= SENTENCE_WORDS) return `${correction.charAt(0).toUpperCase()}${correction.slice(1)}`
  const wanted = kindOf(correction)
  const replaced = wordsIn(note, language).findLast(
    // The first word of a sentence has a capital letter, too.
    ({ segment, index }) => kindOf(segment) === wanted && (index > 0 || wanted !== 'name'),
  )
  if (!replaced) return `${note.replace(/[.。]$/u, '')} (${correction})`
  // "New York" is one name.
  const before = wordsIn(note.slice(0, replaced.index), language).at(-1)
  const isName = wanted === 'name' && before !== undefined && before.index > 0
  const joins =
    isName &&
    kindOf(before.segment) === wanted &&
    note.slice(before.index, replaced.index) === `${before.segment} `
  const start = joins ? before.index : replaced.index
  return `${note.slice(0, start)}${correction}${note.slice(replaced.index + replaced.segment.length)}`
}

const wordsIn = (text: string, language: string) =>
  [...new Intl.Segmenter(language, { granularity: 'word' }).segment(text)].filter(
    ({ isWordLike }) => isWordLike,
  )

/** Returns what kind of word a text is: a figure, a name, its script. */
function kindOf(text: string): string {
  if (/\p{N}/u.test(text)) return 'figure'
  if (/^\p{Script=Katakana}/u.test(text)) return 'katakana'
  if (/^\p{Script=Han}/u.test(text)) return 'han'
  if (/^\p{Script=Hangul}/u.test(text)) return 'hangul'
  return /^\p{Lu}/u.test(text) ? 'name' : 'word'
}
