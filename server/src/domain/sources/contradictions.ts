import { figuresIn, stemsIn, TOKEN, UNSPACED, wordsOnly } from './comparable-words.ts'

/*
 * What shows that a passage with the words and figures of a statement says something else: another year, another unit, a
 * negation, another person.
 */

const YEAR = /(?<![\d.,])(?:1[5-9]|20)\d\d(?![\d]|[.,]\d)/g
const NEGATIONS = new Set(
  'not no never none neither nor cannot without nicht kein keine keinen keinem keiner keines nie niemals ohne pas jamais aucun aucune sans nunca jamás ningún ninguna sin non nessun nessuna nessuno senza não nenhum nenhuma'.split(
    ' ',
  ),
)
/** First letters of units, by what they measure. */
const UNITS: readonly string[] =
  'second sekunde seconde segundo secondo|minute minuto|hour stunde heure hora ora|day tag jour día giorno dia|week woche semaine semana settimana|month monat mois mes mese mês|year jahr année año anno ano|metre meter mètre metro|kilometre kilometer kilomètre kilómetro chilometro|kilogram kilogramm kilogramme kilogramo|gram gramm gramme gramo|percent prozent procent|euro|dollar dólar dollaro|pound|pence penny|watt|degree grad degré grado grau'.split(
    '|',
  )
const NAME = /\p{Lu}\p{Ll}+(?: \p{Lu}\p{Ll}+)+/gu
/** Share of capitalized words at which a language writes nouns like names. */
const NOUNS_ARE_CAPITALIZED = 0.3

const yearsIn = (text: string): readonly string[] => text.match(YEAR) ?? []
const isNegated = (text: string): boolean =>
  (text.toLowerCase().match(TOKEN) ?? []).some((token) => NEGATIONS.has(token) || /n['’]t$/.test(token))

interface Statement {
  readonly text: string
  /** its words as they are compared, without those that name the source */
  readonly stems: ReadonlySet<string>
}

/**
 * Returns whether the sentences of a passage contradict a statement whose figures and words they contain.
 * @param aboutLetters letters of the words that belong to the source, such as its title
 */
export function contradicts(
  { text: statement, stems }: Statement,
  sentences: readonly string[],
  aboutLetters: string,
): boolean {
  const closest = closestTo(stems, sentences, new Set(figuresIn(statement).flat()))
  if (hasOtherYear(statement, sentences, closest) || hasOtherUnit(statement, sentences)) return true
  if (closest === undefined || UNSPACED.test(statement)) return false
  return isOpposite(statement, closest, stems) || namesAnother(statement, closest, aboutLetters)
}

/** Returns the text that shares the most words, of equal ones that with more figures; undefined if none shares any word. */
function closestTo(
  stems: ReadonlySet<string>,
  texts: readonly string[],
  values: ReadonlySet<string> = new Set(),
): string | undefined {
  let [closest, most]: [string | undefined, number] = [undefined, 0]
  for (const text of texts) {
    const shared = [...stemsIn(text)].filter((stem) => stems.has(stem)).length
    const figures = figuresIn(text).filter((candidates) =>
      candidates.some((value) => values.has(value)),
    ).length
    const score = shared === 0 ? 0 : shared + Math.min(0.9, figures / 10)
    if (score > most) [closest, most] = [text, score]
  }
  return closest
}

/** What the statement says of one year, the passage says of another. */
function hasOtherYear(statement: string, sentences: readonly string[], closest: string | undefined): boolean {
  const years = new Set(yearsIn(statement))
  if (years.size === 0) return false
  const values = new Set(
    figuresIn(statement)
      .flat()
      .filter((value) => !years.has(value)),
  )
  return sentences.some((sentence) => {
    const own = yearsIn(sentence)
    const isMeant =
      sentence === closest ||
      figuresIn(sentence)
        .flat()
        .some((value) => values.has(value))
    return isMeant && own.length > 0 && !own.some((year) => years.has(year))
  })
}

/** A figure of the statement has another unit wherever it is in the passage. */
function hasOtherUnit(statement: string, sentences: readonly string[]): boolean {
  const inPassage = unitsIn(sentences.join(' '))
  return unitsIn(statement).some(({ value, unit }) => {
    const others = inPassage.filter((figure) => figure.value === value)
    return others.length > 0 && others.every((figure) => figure.unit !== unit)
  })
}

/** Returns the figures of a text that a unit follows. */
function unitsIn(text: string): readonly { readonly value: string; readonly unit: number }[] {
  const words = text.toLowerCase().split(/\s+/)
  return words.flatMap((word, index) => {
    const next = words[index + 1]?.replaceAll(/[^\p{L}]/gu, '') ?? ''
    const unit =
      next.length < 3 ? -1 : UNITS.findIndex((names) => names.split(' ').some((name) => isFormOf(next, name)))
    const [values] = unit === -1 ? [] : figuresIn(word)
    return values?.map((value) => ({ value, unit })) ?? []
  })
}

const isFormOf = (word: string, name: string): boolean =>
  word.startsWith(name.slice(0, Math.max(3, name.length - 1))) && Math.abs(word.length - name.length) <= 2

/** One of both says that it is not so. */
function isOpposite(statement: string, closest: string, stems: ReadonlySet<string>): boolean {
  const negated = clausesOf(statement).find(isNegated)
  const own = negated === undefined ? stems : stemsIn(negated)
  const clause = closestTo(own, clausesOf(closest)) ?? closest
  return isNegated(clause) !== (negated !== undefined)
}

const clausesOf = (sentence: string): readonly string[] => sentence.split(/[,;:–—]/)

/** The statement is about a person whom the closest sentence does not name, while it names another one. */
function namesAnother(statement: string, closest: string, aboutLetters: string): boolean {
  const tokens = statement.match(TOKEN) ?? []
  const capitals = tokens.filter((token) => /^\p{Lu}/u.test(token)).length
  if (capitals / Math.max(1, tokens.length) >= NOUNS_ARE_CAPITALIZED && tokens.length > 6) return false
  const names = (statement.match(NAME) ?? []).map(lastWordOf).filter((name) => !aboutLetters.includes(name))
  if (names.length === 0) return false
  const letters = wordsOnly(closest)
  const others = (closest.match(NAME) ?? []).map(lastWordOf)
  return others.length > 0 && !names.some((name) => letters.includes(name))
}

const lastWordOf = (name: string): string => wordsOnly(name.split(' ').at(-1) ?? '')
