import { UNSPACED } from './unspaced.ts'

/**
 * Lower-case abbreviations whose full stop does not end a sentence, by language. They are rarely the end of
 * one; a sentence that does end in one is only joined to the next.
 */
const ABBREVIATIONS: Readonly<Record<string, string>> = {
  en: 'mr mrs ms dr prof sr jr st vs etc e.g i.e a.m p.m approx dept est inc ltd gen col capt lt sgt rev hon cf fig vol pp ca',
  es: 'sr sra srta dr dra ud uds vd vds p.ej ej etc pág págs aprox av avda gral prof tel vol ee ee.uu a.c d.c',
  fr: 'm mm mme mlle dr pr prof etc env ex p.ex apr av bd chap cf éd fig hab art vol tél st ste',
  de: 'hr fr dr prof z.b d.h u.a u.ä usw bzw ca evtl ggf inkl abs str vgl s.o s.u i.d.r o.ä sog tel st geb gest jh mio mrd',
  it: 'sig sigg sig.ra sig.na dott dott.ssa prof ing avv geom ecc es p.es pag pagg ca cfr vol art tel',
  pt: 'sr sra srta dr dra prof profa ex p.ex etc pág págs aprox av tel vol art cf d.c a.c',
}

/** Abbreviations before a number: "No. 5", "Nr. 5". */
const NUMBER_SIGNS = new Set([
  'no',
  'nr',
  'nº',
  'n',
  'núm',
  'num',
  'art',
  'abs',
  'fig',
  'vol',
  'p',
  'pp',
  'pag',
  'pág',
  'kap',
])

const byLanguage = new Map(
  Object.entries(ABBREVIATIONS).map(([language, words]) => [language, new Set(words.split(' '))]),
)

/** Languages with other scripts use only these from English: "Dr. Smithが来ました。" */
const TITLES_IN_LATIN = new Set(['mr', 'mrs', 'ms', 'dr', 'prof', 'st', 'vs'])

/** Matches the word before a full stop. Text in scripts without spaces is excluded. */
const LAST_WORD = new RegExp(
  String.raw`(?<!(?![${UNSPACED}])[\p{L}\d.])((?:(?![${UNSPACED}])[\p{L}\d])(?:(?![${UNSPACED}])[\p{L}\d.])*)\.$`,
  'u',
)

/**
 * Returns true if the full stop at the end of `before` belongs to its last word, so that the sentence
 * continues with `after`.
 */
export function isAbbreviated(before: string, after: string, language: string): boolean {
  const [match, word] = LAST_WORD.exec(before) ?? []
  if (match === undefined || word === undefined) return false
  const lower = word.toLowerCase()
  const tag = language.slice(0, 2).toLowerCase()
  const isContraction = /[\p{L}]['’]$/u.test(before.slice(0, -match.length))
  if (isInitial(word) || (isLetter(word) && tag !== 'en' && !isContraction) || isOrdinal(word)) return true
  if (NUMBER_SIGNS.has(lower) && /^\s*\d/.test(after)) return true
  return (byLanguage.get(tag) ?? TITLES_IN_LATIN).has(lower)
}

/** Returns true for "J." of a name, or "U.S." within a sentence; not for the pronoun at the end of one. */
function isInitial(word: string): boolean {
  return /^(?:\p{Lu}\.)*\p{Lu}$/u.test(word) && word !== 'I'
}

/**
 * Returns true for each letter of "i. d. R." or "p. ex."; English writes them without spaces, and ends
 * sentences with "x".
 */
function isLetter(word: string): boolean {
  return /^\p{Ll}$/u.test(word)
}

/** Returns true for "1." of a list and "3." of a German date. */
function isOrdinal(word: string): boolean {
  return /^\d{1,2}$/.test(word)
}
