import { figuresIn, STEM_LENGTH, stemsIn, TOKEN, UNSPACED_SCRIPT, wordsOnly } from './comparable-words.ts'
import { contradicts } from './contradictions.ts'
import { sentenceSpans, type Span } from './sentences.ts'

/*
 * Whether a sentence of a reply is in a text. Verbatim sentences are; of others all quotes, figures and names must be there, and
 * the figures together in one passage with enough of the words. What cannot be shown counts as not proven.
 */

/** Sentences of a source that may prove one sentence of a reply together. */
const MAX_PROOF_SENTENCES = 3
/** Verbatim sentences with fewer letters and digits occur by chance. */
const MIN_VERBATIM_LENGTH = 12
/** Quoted words with fewer letters and digits are no evidence, and not required either. */
const MIN_QUOTE_LENGTH = 4
/** Part of the words that a passage must contain. */
const ENOUGH_WORDS = 0.5
/** The same for pairs of characters in scripts without spaces, of which other sentences share more. */
const ENOUGH_PAIRS = 0.7
/** Part of the capitalized words at which a language writes nouns like names. */
const NOUNS_ARE_CAPITALIZED = 0.3
/** Part of the names that must be there in such a language. */
const ENOUGH_NOUNS = 0.6
const QUOTED = /["“„«「『]([^"“”„«»「」『』]{2,300})["”“»」』]/gu

interface Passage extends Span {
  readonly stems: ReadonlySet<string>
  readonly values: ReadonlySet<string>
}

/** Finds what proves a sentence in a text; undefined if nothing does. */
export type FindProof = (sentence: string) => Span | undefined

/**
 * Returns a function that looks for sentences in a text. `about` are words that belong to the source without being part of
 * its text, such as title and host. The text is read at the first call.
 * @param window sentences that may prove one sentence together: 1 for the rows of a table
 */
export function findProofIn(text: string, about = '', window = MAX_PROOF_SENTENCES): FindProof {
  let read: ReturnType<typeof readText> | undefined
  return (sentence) => proofOf(sentence, (read ??= readText(text, about, window)))
}

/**
 * Returns whether a row of a table says what a sentence does: the sentence has the value of the cell, and no figure that is not in
 * the row.
 */
export function hasFiguresOf(sentence: string, row: string, cell: string): boolean {
  const value = cell.trim()
  if (value === '') return false
  const figures = figuresIn(sentence)
  const values = new Set(figuresIn(row).flat())
  const ofCell = new Set(figuresIn(value).flat())
  const isNumber = ofCell.size > 0
  const hasValue = isNumber
    ? figures.some((candidates) => candidates.some((figure) => ofCell.has(figure)))
    : wordsOnly(sentence).includes(wordsOnly(value))
  return hasValue && figures.every((candidates) => candidates.some((figure) => values.has(figure)))
}

/** Returns whether the words of a quote are in a text. */
export const containsQuote = (text: string, quote: string): boolean => {
  const words = wordsOnly(quote)
  return words.length >= MIN_VERBATIM_LENGTH && wordsOnly(text).includes(words)
}

/**
 * Returns whether a sentence may rest on a quote that a model has named for it: all its figures and quotes are there, and nothing in
 * the quote says something else. The words may differ: the model has read them.
 */
export function isSupportedBy(sentence: string, quote: string, about: string): boolean {
  const source = readText(quote, about, Number.POSITIVE_INFINITY)
  const values = new Set(figuresIn(quote).flat())
  const quoted = [...sentence.matchAll(QUOTED)].map(([, words = '']) => wordsOnly(words))
  const stems = stemsIn(sentence)
  return (
    figuresIn(sentence).every((candidates) => candidates.some((value) => values.has(value))) &&
    quoted.every((words) => words.length < MIN_QUOTE_LENGTH || source.letters.includes(words)) &&
    !contradicts({ text: sentence, stems }, [quote], source.aboutLetters)
  )
}

function readText(text: string, about: string, window: number) {
  const sentences = sentenceSpans(text).map((span): Passage => {
    const words = text.slice(span.start, span.end)
    return { ...span, stems: stemsIn(words), values: new Set(figuresIn(words).flat()) }
  })
  const { letters, places: positions } = lettersOf(text)
  return {
    text,
    sentences,
    letters,
    window,
    places: positions,
    aboutStems: stemsIn(about),
    aboutLetters: wordsOnly(about),
  }
}

/** Returns the letters and digits of a text in folded form, with the place of each in the text. */
function lettersOf(text: string) {
  const positions: number[] = []
  let letters = ''
  for (const { 0: token, index } of text.matchAll(TOKEN)) {
    const folded = wordsOnly(token)
    letters += folded
    for (let offset = 0; offset < folded.length; offset += 1)
      positions.push(index + Math.min(offset, token.length - 1))
  }
  return { letters, places: positions }
}

type ReadText = ReturnType<typeof readText>

function proofOf(sentence: string, source: ReadText): Span | undefined {
  const { text, sentences, letters, places: positions } = source
  const sentenceWords = wordsOnly(sentence)
  const index = sentenceWords.length >= MIN_VERBATIM_LENGTH ? letters.indexOf(sentenceWords) : -1
  if (index !== -1)
    return aroundOf(sentences, positions[index] ?? 0, (positions[index + sentenceWords.length - 1] ?? 0) + 1)
  const quotes = [...sentence.matchAll(QUOTED)]
    .map(([, words = '']) => wordsOnly(words))
    .filter((words) => words.length >= MIN_QUOTE_LENGTH)
  if (!quotes.every((words) => letters.includes(words))) return undefined
  const figures = figuresIn(sentence)
  const allStems = stemsIn(sentence)
  // Words that name the source, as in "a travel guide gives 409 metres", need not be in it.
  const ownStems = new Set([...allStems].filter((stem) => !source.aboutStems.has(stem)))
  const stems = ownStems.size === 0 ? allStems : ownStems
  const best = bestWindow(source, figures, stems)
  if (!best) return undefined
  const enough = UNSPACED_SCRIPT.test(sentence) ? ENOUGH_PAIRS : ENOUGH_WORDS
  // "It opened in 1903": with a figure one word is enough, if it is there.
  const hasWords = stems.size >= 2 || (stems.size === 1 && figures.length > 0 && best.fraction === 1)
  const isSaid = best.fraction >= enough && hasWords && hasNames(sentence, source)
  // A reply in another language than its source shares only figures, names and quotes with it.
  const names = namesIn(sentence).filter((name) => isNameIn(name, best.stems, source))
  const evidence = figures.length + quotes.length
  const isTranslated = evidence > 0 && evidence + names.length >= 2
  if (!isSaid && !isTranslated) return undefined
  const passages = sentences.filter(({ start, end }) => start >= best.start && end <= best.end)
  const texts = passages.map(({ start, end }) => text.slice(start, end))
  const isContradicted = contradicts({ text: sentence, stems }, texts, source.aboutLetters)
  return isContradicted ? undefined : { start: best.start, end: best.end }
}

/** Returns the passage of few sentences that contains all figures and the most of the words. */
function bestWindow(
  { sentences, window }: Pick<ReadText, 'sentences' | 'window'>,
  figures: readonly (readonly string[])[],
  stems: ReadonlySet<string>,
) {
  let best: (Span & { readonly fraction: number; readonly stems: ReadonlySet<string> }) | undefined
  for (let from = 0; from < sentences.length; from += 1) {
    const matchedWords = new Set<string>()
    const values = new Set<string>()
    const words = new Set<string>()
    for (const passage of sentences.slice(from, from + window)) {
      for (const stem of stems) if (passage.stems.has(stem)) matchedWords.add(stem)
      for (const value of passage.values) values.add(value)
      for (const stem of passage.stems) words.add(stem)
      const hasFigures = figures.every((candidates) => candidates.some((value) => values.has(value)))
      const fraction = stems.size === 0 ? 0 : matchedWords.size / stems.size
      const length = passage.end - (sentences[from]?.start ?? 0)
      const isBetter =
        !best || fraction > best.fraction || (fraction === best.fraction && length < best.end - best.start)
      if (hasFigures && isBetter)
        best = { start: sentences[from]?.start ?? 0, end: passage.end, fraction, stems: words }
    }
  }
  return best
}

/** Returns the capitalized words that do not begin the sentence, and acronyms. */
function namesIn(sentence: string): readonly string[] {
  const tokens = [...sentence.matchAll(TOKEN)].map(([token]) => token)
  return tokens.filter(
    (token, index) => /^\p{Lu}{2,}$/u.test(token) || (index > 0 && /^\p{Lu}\p{L}{2}/u.test(token)),
  )
}

function isNameIn(name: string, stems: ReadonlySet<string>, { aboutStems, aboutLetters }: ReadText): boolean {
  const own = stemsIn(name)
  const isThere = own.size > 0 && [...own].some((stem) => stems.has(stem) || aboutStems.has(stem))
  return isThere || aboutLetters.includes(wordsOnly(name))
}

/** Returns whether the names of a sentence are in the source; in a language that capitalizes nouns, whether most of them are. */
function hasNames(sentence: string, source: ReadText): boolean {
  const names = namesIn(sentence)
  if (names.length === 0) return true
  const missing = names.filter((name) => {
    const letters = wordsOnly(name)
    const stem = letters.slice(0, STEM_LENGTH)
    return !source.letters.includes(stem) && !source.aboutLetters.includes(stem)
  })
  const tokens = sentence.match(TOKEN) ?? []
  const areNouns = names.length / Math.max(1, tokens.length - 1) >= NOUNS_ARE_CAPITALIZED
  return areNouns ? missing.length <= names.length * (1 - ENOUGH_NOUNS) : missing.length === 0
}

/** Returns the span from the beginning of its first to the end of its last sentence. */
function aroundOf(sentences: readonly Span[], start: number, end: number): Span {
  return {
    start: sentences.findLast((sentence) => sentence.start <= start)?.start ?? start,
    end: sentences.find((sentence) => sentence.end >= end)?.end ?? end,
  }
}
