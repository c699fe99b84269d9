import type { SourcePlace } from '../entities/source.ts'
import type { KnowledgeKind } from '../http/knowledge.ts'
import { foldForSearch } from '../text/search-fold.ts'
import { type DocumentPart, type KnowledgeDocument, passagesOf } from './passage.ts'
import { comparableWords, isTelling, stemOf, type Word } from './words.ts'

/** Parameters of BM25 (Robertson and Zaragoza, 2009): how much repetitions and the length of a passage count. */
const K1 = 1.2
const B = 0.6
/** Weights of a match by the beginning of a word, and within a compound word. */
const STEM_WEIGHT = 0.4
const INSIDE_WEIGHT = 0.3
/** Makes one rare word outweigh several frequent ones: a question holds more of these. */
const RARITY_POWER = 1.5
/** Weight of a word that is not likely to tell the subject. */
const SHORT_WEIGHT = 0.3
/** Passages with less than this fraction of the best score are left out. */
const MIN_SHARE = 0.2
/** Characters that a word needs to be searched within longer ones. */
const INSIDE_LENGTH = 4
/** Passages of one document among the results. */
const PER_DOCUMENT = 3
/** Length of an excerpt, in UTF-16 code units. */
const EXCERPT_LENGTH = 260

export interface PassageQuery {
  readonly q: string
  readonly kinds?: readonly KnowledgeKind[] | undefined
  /** milliseconds since 1970, both inclusive */
  readonly from?: number | undefined
  readonly to?: number | undefined
  readonly speaker?: string | undefined
  /** the agent that asks: knowledge of other agents is left out; null: a built-in agent. Default: the knowledge of all agents */
  readonly agentId?: string | null | undefined
  /** the project in which it is asked: knowledge of other projects is left out; null: none. Default: the knowledge of all projects */
  readonly inProject?: string | null | undefined
  /** only files and pages of knowledge bases */
  readonly isOnlyKnowledge?: boolean | undefined
  /** only these documents, as `kind id`: those of a project */
  readonly only?: ReadonlySet<string> | undefined
  /** not this conversation: the question itself would be the best answer to it */
  readonly exceptConversation?: string | undefined
  readonly offset: number
  readonly limit: number
}

/** Which passages are searched. */
export type PassageFilter = Omit<PassageQuery, 'q' | 'offset' | 'limit'>

/** The numbers of passages, the best one first, with their scores. */
export type RankedPassages = readonly (readonly [number: number, score: number])[]

export interface PassageHit
  extends Pick<KnowledgeDocument, 'key' | 'kind' | 'id' | 'title' | 'knowledge'>, DocumentPart {
  readonly excerpt: string
  readonly marks: readonly [number, number][]
  readonly score: number
}

interface IndexedDocument extends Omit<KnowledgeDocument, 'parts'> {
  passageCount: number
  isRemoved: boolean
}

export interface IndexedPassage extends DocumentPart {
  readonly document: IndexedDocument
  /** in words */
  readonly length: number
}

/** How often a passage contains a word is stored below this number, in one number with the passage's: memory limits the index. */
const FREQUENCIES = 64
/** Passages that contain a word: the number of the passage times FREQUENCIES, plus how often. */
type Postings = number[]

/** The passages of everything that one person may see, searched by words (BM25). */
export class PassageIndex {
  readonly #documents = new Map<string, IndexedDocument>()
  #passages: IndexedPassage[] = []
  #words = new Map<string, Postings>()
  #stems = new Map<string, Postings>()
  #totalLength = 0
  #removed = 0

  /** number of passages, with those of removed documents until the next rebuilding */
  get size(): number {
    return this.#passages.length
  }

  /** Removes what is not in the listing. Returns the keys of what is missing or has changed. */
  compare(listing: ReadonlyMap<string, string>): readonly string[] {
    for (const [key, document] of this.#documents) if (!listing.has(key)) this.#remove(document)
    if (this.#removed > 500 && this.#removed > this.#passages.length / 3) this.#rebuild()
    return [...listing].flatMap(([key, stamp]) => (this.#documents.get(key)?.stamp === stamp ? [] : [key]))
  }

  add({ parts, ...document }: KnowledgeDocument): void {
    const earlier = this.#documents.get(document.key)
    if (earlier) this.#remove(earlier)
    const indexed: IndexedDocument = { ...document, passageCount: 0, isRemoved: false }
    this.#documents.set(document.key, indexed)
    for (const part of parts) for (const passage of passagesOf(part)) this.#addPassage(indexed, passage)
  }

  /** `mergeRanks` adds passages that are found otherwise than by their words. */
  search(
    { offset, limit, q, ...filter }: PassageQuery,
    mergeRanks: (passagesByWords: RankedPassages) => RankedPassages = (passagesByWords) => passagesByWords,
  ): {
    readonly hits: readonly PassageHit[]
    readonly hasMore: boolean
  } {
    const terms = [...new Set(comparableWords(q).map(({ word }) => word))]
    const ranked = mergeRanks(this.#rank(terms, filter))
    const perDocument = new Map<IndexedDocument, number>()
    const chosen = ranked.filter(([index]) => {
      const { document } = this.#passageAt(index)
      const count = perDocument.get(document) ?? 0
      perDocument.set(document, count + 1)
      return count < PER_DOCUMENT
    })
    const hits = chosen.slice(offset, offset + limit).map(([index, score]) => {
      const { document, length: _, lines, ...passage } = this.#passageAt(index)
      const { key, kind, id, title, knowledge } = document
      return {
        key,
        kind,
        id,
        title,
        knowledge,
        ...passage,
        place: placeOfMatch({ ...passage, lines }, new Set(terms)),
        ...excerptOf(passage.text, new Set(terms)),
        score,
      }
    })
    return { hits, hasMore: chosen.length > offset + limit }
  }

  /** Returns the passages that are searched, each with its number. */
  *passages(filter: PassageFilter = {}): Generator<readonly [number: number, passage: IndexedPassage]> {
    const speaker = filter.speaker === undefined ? undefined : foldForSearch(filter.speaker)
    for (const [index, passage] of this.#passages.entries())
      if (!passage.document.isRemoved && isAsked(passage, filter, speaker)) yield [index, passage]
  }

  #rank(terms: readonly string[], filter: PassageFilter): RankedPassages {
    const scores = new Float64Array(this.#passages.length)
    /** the weight of the terms that a passage contains */
    const coverage = new Float64Array(this.#passages.length)
    let totalRarity = 0
    for (const term of terms) {
      const { frequencies, passages } = this.#matchesOf(term)
      const inverseFrequency = Math.log(
        1 + (this.#passages.length - passages.length + 0.5) / (passages.length + 0.5),
      )
      const rarity = inverseFrequency ** RARITY_POWER * (isTelling(term) ? 1 : SHORT_WEIGHT)
      totalRarity += rarity
      for (const index of passages) {
        const frequency = frequencies[index] ?? 0
        scores[index] = (scores[index] ?? 0) + rarity * this.#saturated(frequency, index)
        coverage[index] = (coverage[index] ?? 0) + rarity * Math.min(1, frequency)
      }
    }
    const speaker = filter.speaker === undefined ? undefined : foldForSearch(filter.speaker)
    const ranked: [number, number][] = []
    for (const [index, score] of scores.entries()) {
      if (score === 0) continue
      const passage = this.#passageAt(index)
      if (passage.document.isRemoved || !isAsked(passage, filter, speaker)) continue
      ranked.push([index, score * (0.3 + 0.7 * ((coverage[index] ?? 0) / totalRarity))])
    }
    const best = ranked.reduce((highest, [, score]) => Math.max(highest, score), 0)
    return ranked
      .filter(([, score]) => score >= best * MIN_SHARE)
      .toSorted(
        ([leftIndex, left], [rightIndex, right]) =>
          right - left || this.#passageAt(rightIndex).at - this.#passageAt(leftIndex).at,
      )
  }

  /** Returns the passages with a word, and how often they have it; inflected and compound forms count less. */
  #matchesOf(term: string): { readonly frequencies: Float32Array; readonly passages: readonly number[] } {
    const frequencies = new Float32Array(this.#passages.length)
    const passages: number[] = []
    const addMatches = (postings: Postings, weight: number) => {
      for (const posting of postings) {
        const index = Math.floor(posting / FREQUENCIES)
        const frequency = (posting % FREQUENCIES) * weight
        const earlier = frequencies[index] ?? 0
        if (earlier === 0) passages.push(index)
        if (frequency > earlier) frequencies[index] = frequency
      }
    }
    addMatches(this.#words.get(term) ?? [], 1)
    const stem = stemOf(term) ?? term
    addMatches(this.#stems.get(stem) ?? [], STEM_WEIGHT)
    addMatches(this.#words.get(stem) ?? [], STEM_WEIGHT)
    if (passages.length === 0 && term.length >= INSIDE_LENGTH)
      for (const [word, postings] of this.#words) if (word.includes(term)) addMatches(postings, INSIDE_WEIGHT)
    return { frequencies, passages }
  }

  #saturated(frequency: number, index: number): number {
    const { length } = this.#passageAt(index)
    const average = this.#totalLength / Math.max(1, this.#passages.length)
    return (frequency * (K1 + 1)) / (frequency + K1 * (1 - B + (B * length) / average))
  }

  #addPassage(document: IndexedDocument, part: DocumentPart): void {
    const index = this.#passages.length
    const counts = new Map<string, number>()
    const stems = new Map<string, number>()
    const words = comparableWords(part.text)
    // A passage is found by its speaker too, and the first one by the title.
    const title = document.passageCount === 0 ? document.title : ''
    for (const { word } of [...words, ...comparableWords(`${title} ${part.speaker ?? ''}`)]) {
      counts.set(word, (counts.get(word) ?? 0) + 1)
      const stem = stemOf(word)
      if (stem !== undefined) stems.set(stem, (stems.get(stem) ?? 0) + 1)
    }
    for (const [word, frequency] of counts) addPosting(this.#words, word, index, frequency)
    for (const [stem, frequency] of stems) addPosting(this.#stems, stem, index, frequency)
    this.#passages.push({ ...part, document, length: words.length })
    document.passageCount += 1
    this.#totalLength += words.length
  }

  #remove(document: IndexedDocument): void {
    document.isRemoved = true
    if (this.#documents.get(document.key) === document) this.#documents.delete(document.key)
    this.#removed += document.passageCount
  }

  #rebuild(): void {
    const passages = this.#passages.filter(({ document }) => !document.isRemoved)
    this.#passages = []
    this.#words = new Map()
    this.#stems = new Map()
    this.#totalLength = 0
    this.#removed = 0
    for (const { document } of passages) document.passageCount = 0
    for (const { document, length: _, ...passage } of passages) this.#addPassage(document, passage)
  }

  #passageAt(index: number): IndexedPassage {
    const passage = this.#passages[index]
    if (!passage) throw new RangeError('There is no such passage.')
    return passage
  }
}

function addPosting(postings: Map<string, Postings>, word: string, index: number, frequency: number): void {
  const posting = index * FREQUENCIES + Math.min(frequency, FREQUENCIES - 1)
  const list = postings.get(word)
  if (list) list.push(posting)
  else postings.set(word, [posting])
}

function isAsked(
  { document, at, speaker }: IndexedPassage,
  { kinds, from, to, agentId, inProject, isOnlyKnowledge, only, exceptConversation }: PassageFilter,
  wanted: string | undefined,
): boolean {
  const { knowledge } = document
  if (only && !only.has(`${document.kind} ${document.id}`)) return false
  if (document.kind === 'conversation' && document.id === exceptConversation) return false
  if (isOnlyKnowledge === true && !knowledge) return false
  if (knowledge && !isFor(knowledge.agentId, agentId)) return false
  if (knowledge && !isFor(knowledge.projectId, inProject)) return false
  if (kinds && !kinds.includes(document.kind)) return false
  if ((from !== undefined && at < from) || (to !== undefined && at > to)) return false
  return wanted === undefined || (speaker !== undefined && foldForSearch(speaker).includes(wanted))
}

/** Whether knowledge of this owner, or of none, answers what is asked from there; undefined: from anywhere. */
const isFor = (ownerId: string | null, askerId: string | null | undefined): boolean =>
  ownerId === null || askerId === undefined || ownerId === askerId

/** Returns the words of a passage that match a question: those that tell what it is about, if there are any. */
function matchesIn(text: string, terms: ReadonlySet<string>): readonly Word[] {
  const stems = new Set([...terms].map((term) => stemOf(term) ?? term))
  const matches = comparableWords(text).filter(
    ({ word }) => terms.has(word) || stems.has(stemOf(word) ?? word),
  )
  const telling = matches.filter(({ word }) => isTelling(word))
  return telling.length > 0 ? telling : matches
}

/** Returns the place of the line with the most different words of the question; of several, the first. */
function placeOfMatch(
  { text, place, lines = [] }: Pick<DocumentPart, 'text' | 'place' | 'lines'>,
  terms: ReadonlySet<string>,
): SourcePlace | null {
  if (lines.length < 2) return place
  const matches = matchesIn(text, terms)
  const counts = lines.map(({ start }, index) => {
    const end = lines[index + 1]?.start ?? text.length
    return new Set(matches.flatMap((match) => (match.start >= start && match.start < end ? match.word : [])))
      .size
  })
  const line = lines[counts.indexOf(Math.max(...counts))]
  return line ? { ...place, ...line.place } : place
}

/** Returns the part of a passage with the most words of the question, and where they are in it. */
function excerptOf(
  text: string,
  terms: ReadonlySet<string>,
): { readonly excerpt: string; readonly marks: readonly [number, number][] } {
  const matches = matchesIn(text, terms)
  const start =
    text.length <= EXCERPT_LENGTH
      ? 0
      : bestStart(
          text,
          matches.map((match) => match.start),
        )
  const end = text.length <= EXCERPT_LENGTH ? text.length : endOfWord(text, start + EXCERPT_LENGTH)
  const marks: [number, number][] = []
  for (const match of matches) {
    if (match.start < start || match.end > end) continue
    const last = marks.at(-1)
    // Pairs of characters overlap.
    if (last && match.start - start <= last[1]) last[1] = Math.max(last[1], match.end - start)
    else marks.push([match.start - start, match.end - start])
  }
  return { excerpt: text.slice(start, end), marks }
}

function bestStart(text: string, starts: readonly number[]): number {
  let best = { start: 0, count: 0 }
  for (const [index, start] of starts.entries()) {
    let count = 0
    for (
      let later = index;
      later < starts.length && (starts[later] ?? 0) < start + EXCERPT_LENGTH - 60;
      later += 1
    )
      count += 1
    if (count > best.count) best = { start, count }
  }
  const from = Math.max(0, Math.min(best.start - 60, text.length - EXCERPT_LENGTH))
  const space = text.indexOf(' ', from)
  return from === 0 || space === -1 || space > best.start ? from : space + 1
}

function endOfWord(text: string, limit: number): number {
  const space = text.lastIndexOf(' ', limit)
  return limit >= text.length ? text.length : space > limit - 30 ? space : limit
}
