import type { StoredDocument } from '../../server/src/domain/knowledge/index.ts'
import { CORPUS_LANGUAGES, type CorpusLanguage, type Thing } from './languages.ts'
import { SYNONYMS } from './synonyms.ts'

/** A question whose answer is in one document. */
export interface KnowledgeCase {
  readonly language: string
  readonly exact: string
  readonly paraphrase: string
  /** shares no word with the sentence */
  readonly synonyms: string
  /** the document, and the sentence in it */
  readonly key: string
  readonly text: string
}

export interface KnowledgeCorpus {
  readonly documents: readonly StoredDocument[]
  readonly cases: readonly KnowledgeCase[]
}

const FILES = 30
const MEETINGS = 20
const CONVERSATIONS = 200
const PAGES = 10
const SENTENCES_PER_PAGE = 8
const LINES_PER_MEETING = 40
const MESSAGES_PER_CONVERSATION = 8

/** Returns numbers from 0 to 1 that are the same in each run (mulberry32). */
function repeatableRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d_2b_79_f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Makes 30 files, 20 meetings and 200 conversations in nine languages, with 120 questions; the same each time. */
export function makeKnowledgeCorpus(): KnowledgeCorpus {
  const random = repeatableRandom(48)
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] as T
  const languages = Object.entries(CORPUS_LANGUAGES)
  const fill = (template: string, [name, form]: Thing, language: CorpusLanguage) => {
    const values = { thing: name, form, name: pick(language.names), day: pick(language.days) }
    const number = String(20 + Math.floor(random() * 900))
    return sentenceCase(
      template.replaceAll(/\{(\w+)\}/g, (_, slot: string) => Object({ ...values, number })[slot]),
    )
  }
  const chatter = (language: CorpusLanguage) =>
    random() < 0.4 ? pick(language.smallTalk) : fill(pick(language.fillers), pick(language.things), language)

  const documents = [
    ...Array.from({ length: FILES }, (_, index) => ({ kind: 'file' as const, index })),
    ...Array.from({ length: MEETINGS }, (_, index) => ({ kind: 'meeting' as const, index })),
    ...Array.from({ length: CONVERSATIONS }, (_, index) => ({ kind: 'conversation' as const, index })),
  ].map(({ kind, index }) => {
    const [code, language] = languages[index % languages.length] as [string, CorpusLanguage]
    const count = {
      file: PAGES * SENTENCES_PER_PAGE,
      meeting: LINES_PER_MEETING,
      conversation: MESSAGES_PER_CONVERSATION,
    }
    return {
      kind,
      id: `${kind} ${index}`,
      code,
      sentences: Array.from({ length: count[kind] }, () => chatter(language)),
    }
  })

  /** places of sentences that are asked for */
  const taken = new Set<string>()
  const cases = languages.flatMap(([code, language]) =>
    language.things.map((thing, index): KnowledgeCase => {
      const fact = language.facts[index % language.facts.length] as CorpusLanguage['facts'][number]
      // One name and one day for the sentence and its questions.
      const single = { ...language, names: [pick(language.names)], days: [pick(language.days)] }
      const text = fill(fact.text, thing, single)
      const document = pick(documents.filter((candidate) => candidate.code === code))
      const free = document.sentences.flatMap((_, position) =>
        taken.has(`${document.id} ${position}`) ? [] : position,
      )
      const position = pick(free)
      taken.add(`${document.id} ${position}`)
      document.sentences[position] = text
      return {
        language: code,
        key: document.id,
        text,
        exact: fill(fact.exact, thing, single),
        paraphrase: fill(fact.paraphrase, thing, single),
        synonyms: synonymsFor(code, index, index % language.facts.length),
      }
    }),
  )
  return {
    documents: documents.map(({ kind, id, sentences }) => storedDocument(kind, id, sentences)),
    cases,
  }
}

function synonymsFor(code: string, thing: number, fact: number): string {
  const { things = [], questions = [] } = SYNONYMS[code] ?? {}
  const question = questions[fact]
  const name = things[thing]
  if (question === undefined || name === undefined)
    throw new RangeError(`${code} has no synonyms of ${thing}.`)
  return question.replace('{thing}', name)
}

const sentenceCase = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

function storedDocument(
  kind: 'file' | 'meeting' | 'conversation',
  id: string,
  sentences: readonly string[],
): StoredDocument {
  const base = { key: id, id, stamp: '1', title: '', at: Date.UTC(2026, 9, 1) }
  if (kind === 'conversation') {
    const messages = sentences.map((content, index) => ({ id: `m${index}`, content, at: base.at }))
    return { ...base, kind, messages }
  }
  if (kind === 'file') {
    const sections = Array.from({ length: PAGES }, (_, index) => ({
      title: `Page ${index + 1}`,
      text: sentences.slice(index * SENTENCES_PER_PAGE, (index + 1) * SENTENCES_PER_PAGE).join(' '),
    }))
    return { ...base, kind, title: `${id}.pdf`, text: JSON.stringify({ sections }) }
  }
  const transcriptLines = sentences.map((text, index) => ({
    id: `l${index}`,
    start: index * 6,
    end: index * 6 + 5,
    speaker: index % 2 === 0 ? 'A' : 'B',
    text,
  }))
  return { ...base, kind, details: '{}', proof: JSON.stringify({ transcriptLines }), actionItems: '[]' }
}
