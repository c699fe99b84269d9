/**
 * Abbreviations whose full stop ends no sentence, lower-case, by language. They are followed by more of the sentence
 * nearly always; a sentence that does end in one is only joined to the next.
 */
const ABBREVIATIONS: Readonly<Record<string, string>> = {
  en: 'mr mrs ms dr prof sr jr st vs etc e.g i.e a.m p.m approx dept est inc ltd gen col capt lt sgt rev hon cf fig vol pp ca',
  es: 'sr sra srta dr dra ud uds vd vds p.ej ej etc pág págs aprox av avda gral prof tel vol ee ee.uu a.c d.c',
  fr: 'm mm mme mlle dr pr prof etc env ex p.ex av bd chap cf éd fig hab art vol tél st ste',
  de: 'hr fr dr prof z.b d.h u.a u.ä usw bzw ca evtl ggf inkl abs str vgl s.o s.u i.d.r o.ä sog tel st geb gest jh mio mrd',
  it: 'sig sigg sig.ra sig.na dott dott.ssa prof ing avv geom ecc es p.es pag pagg ca cfr vol art tel',
  pt: 'sr sra srta dr dra prof profa ex p.ex etc pág págs aprox av tel vol art cf d.c a.c',
}

/** Words that stand before a number: "No. 5", "Nr. 5". */
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

/** Whether the full stop at the end of `before` belongs to its last word, so that the sentence goes on with `after`. */
export function isAbbreviated(before: string, after: string, language: string): boolean {
  const word = /(?:^|[\s("'“‘«¿¡[-])([\p{L}\d][\p{L}\d.]*)\.$/u.exec(before)?.[1]
  if (word === undefined) return false
  const lower = word.toLowerCase()
  if (isInitial(word) || isOrdinal(word)) return true
  if (NUMBER_SIGNS.has(lower) && /^\s*\d/.test(after)) return true
  return byLanguage.get(language.slice(0, 2).toLowerCase())?.has(lower) ?? false
}

/** "J." of a name, or "U.S." within a sentence; not the pronoun that may end one. */
function isInitial(word: string): boolean {
  return /^(?:\p{Lu}\.)*\p{Lu}$/u.test(word) && word !== 'I'
}

/** "1." of a list, "3." of a German date. */
function isOrdinal(word: string): boolean {
  return /^\d{1,2}$/.test(word)
}
