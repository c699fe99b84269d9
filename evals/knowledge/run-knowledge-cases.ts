import { performance } from 'node:perf_hooks'
import { hashedVector } from '../../fakes/upstream/embeddings.ts'
import { HybridIndex } from '../../server/src/domain/knowledge/hybrid-index.ts'
import { quantized } from '../../server/src/domain/knowledge/passage-vectors.ts'
import { documentOf } from '../../server/src/domain/knowledge/stored-documents.ts'
import type { StoredDocument } from '../../server/src/domain/knowledge/index.ts'
import { KNOWLEDGE_WORKER } from '../../server/src/lib/project-files.ts'
import { EMBEDDING_BATCH, type Embedder } from '../../server/src/providers/embedding/embedding.ts'
import { createKnowledgeIndex } from '../../server/src/adapters/knowledge-index/worker-index.ts'
import { type KnowledgeCase, makeKnowledgeCorpus } from './corpus.ts'

/** Results among which the passage has to be. */
const FIRST = 5

type Embed = (
  texts: readonly string[],
  purpose: 'passage' | 'query',
) => Promise<readonly (readonly number[])[]>

/** Weights of ranks by meaning that are tried. */
const WEIGHTS = [0.3, 0.6, 1] as const

/** Kinds of questions: in the same words, in other forms of them, and without any of them. */
const QUESTIONS = ['exact', 'paraphrase', 'synonyms'] as const
type Shares = Readonly<Record<(typeof QUESTIONS)[number], number>>

export interface KnowledgeFigures {
  readonly cases: number
  readonly documents: number
  readonly passages: number
  readonly embedder: string
  /** shares of all questions that were found, from 0 to 1 */
  readonly byWords: Shares
  /** shares of the second half of the questions, with the weight of meaning that the server uses */
  readonly merged: Shares
  /** the weight of meaning that finds the most of the first half, of all kinds together */
  readonly bestWeight: number
  /** what was not found by its exact question, by words */
  readonly missed: readonly string[]
}

const hashed: Embed = (texts) => Promise.resolve(texts.map(hashedVector))

/** Asks all questions of the corpus: by words alone, and merged with vectors. Default: those of the hashed embedder. */
export async function runKnowledgeCases(embedder?: Embedder): Promise<KnowledgeFigures> {
  const { documents, cases } = makeKnowledgeCorpus()
  const signal = AbortSignal.timeout(600_000)
  const embed: Embed = embedder
    ? async (texts, purpose) => (await embedder.embed(texts, purpose, signal)).vectors
    : hashed
  const own = indexOf(documents)
  const indexes = new Map(WEIGHTS.map((weight) => [weight, indexOf(documents, weight)]))
  await embedPassages([own, ...indexes.values()], embed)

  const vectors = new Map<string, readonly number[]>()
  for (const asked of cases)
    for (const kind of QUESTIONS) {
      const [vector] = await embed([asked[kind]], 'query')
      if (vector) vectors.set(asked[kind], vector)
    }
  const sharesOf = (index: HybridIndex, some: readonly KnowledgeCase[], isMerged: boolean): Shares => {
    const shareOf = (kind: keyof Shares) =>
      some.filter((asked) =>
        isFoundBy(index, asked, asked[kind], isMerged ? vectors.get(asked[kind]) : undefined),
      ).length / some.length
    return { exact: shareOf('exact'), paraphrase: shareOf('paraphrase'), synonyms: shareOf('synonyms') }
  }
  // The languages follow each other: every second question is of each of them.
  const chosenOn = cases.filter((_, index) => index % 2 === 0)
  const measured = cases.filter((_, index) => index % 2 === 1)
  const sums = [...indexes].map(([weight, index]) => {
    const { exact, paraphrase, synonyms } = sharesOf(index, chosenOn, true)
    return { weight, sum: exact + paraphrase + synonyms }
  })
  const best = sums.reduce((first, next) => (next.sum > first.sum ? next : first))
  return {
    cases: cases.length,
    documents: documents.length,
    passages: own.size,
    embedder: embedder?.model ?? 'hashed (a fake)',
    byWords: sharesOf(own, cases, false),
    merged: sharesOf(own, measured, true),
    bestWeight: best.weight,
    missed: cases
      .filter((asked) => !isFoundBy(own, asked, asked.exact, undefined))
      .map(({ language, exact, text }) => `${language}: ${exact} → ${text}`),
  }
}

function indexOf(documents: readonly StoredDocument[], meaningWeight?: number): HybridIndex {
  const index = new HybridIndex(meaningWeight)
  for (const document of documents) index.add(documentOf(document))
  return index
}

/** Embeds each passage once, for all indexes of the same documents. */
async function embedPassages(indexes: readonly HybridIndex[], embed: Embed): Promise<void> {
  const passages = indexes[0]?.passagesWithoutVector(Number.POSITIVE_INFINITY) ?? []
  for (let start = 0; start < passages.length; start += EMBEDDING_BATCH) {
    const some = passages.slice(start, start + EMBEDDING_BATCH)
    const vectors = await embed(
      some.map(({ text }) => text),
      'passage',
    )
    const batch = { digests: some.map(({ digest }) => digest), ...quantized(vectors) }
    for (const index of indexes) index.addVectors('evals', batch)
  }
}

const isFoundBy = (
  index: HybridIndex,
  { key, text }: KnowledgeCase,
  q: string,
  vector: readonly number[] | undefined,
): boolean =>
  index
    .search({ q, vector, offset: 0, limit: FIRST })
    .hits.some((hit) => hit.key === key && hit.text.includes(text))

export interface KnowledgeSpeed {
  readonly passages: number
  /** median, 95th percentile and slowest of all searches, in ms */
  readonly searchMs: number
  readonly p95Ms: number
  readonly slowestMs: number
  readonly indexing200PagesMs: number
  /** the longest turn of the server's loop while it indexes and searches, in ms of processor time and in ms */
  readonly loop: LongestTurn
}

interface LongestTurn {
  readonly cpuMs: number
  readonly wallMs: number
}

/**
 * Watches the turns of this thread's loop. Processor time is what this program itself takes: on a machine that others use, a turn
 * lasts longer because the thread waits for a core.
 */
function watchLoop(): { stop(): LongestTurn } {
  let longest: LongestTurn = { cpuMs: 0, wallMs: 0 }
  let last = { at: performance.now(), ...process.threadCpuUsage() }
  const timer = setInterval(() => {
    const now = { at: performance.now(), ...process.threadCpuUsage() }
    longest = {
      cpuMs: Math.max(longest.cpuMs, (now.user + now.system - last.user - last.system) / 1_000),
      wallMs: Math.max(longest.wallMs, now.at - last.at),
    }
    last = now
  }, 1)
  return {
    stop() {
      clearInterval(timer)
      return longest
    },
  }
}

/** Measures 20,000 passages in the thread of the index, as the server uses it, with vectors. */
export async function measureKnowledge(passageCount = 20_000): Promise<KnowledgeSpeed> {
  const index = createKnowledgeIndex(KNOWLEDGE_WORKER)
  const { documents, cases } = makeKnowledgeCorpus()
  const size = 500
  const pages = manyPages(documents, 200, 0)
  const more = Array.from({ length: Math.ceil((passageCount - 200) / size) }, (_, index) =>
    manyPages(documents, size, 200 + index * size),
  )
  try {
    const indexing = watchLoop()
    const start = performance.now()
    await index.add('ann', pages)
    const indexing200PagesMs = performance.now() - start
    for (const batch of more) await index.add('ann', batch)
    const whileIndexing = indexing.stop()
    await addVectors(index)
    const questions = cases.map(({ exact }) => ({ q: exact, vector: hashedVector(exact) }))
    const searching = watchLoop()
    const times: number[] = []
    for (const question of questions) {
      const before = performance.now()
      await index.search('ann', { ...question, offset: 0, limit: 12 })
      times.push(performance.now() - before)
    }
    const whileSearching = searching.stop()
    const sorted = times.toSorted((left, right) => left - right)
    return {
      passages: passageCount,
      searchMs: sorted[Math.floor(sorted.length / 2)] ?? 0,
      p95Ms: sorted[Math.floor(sorted.length * 0.95)] ?? 0,
      slowestMs: sorted.at(-1) ?? 0,
      indexing200PagesMs,
      loop: {
        cpuMs: Math.max(whileIndexing.cpuMs, whileSearching.cpuMs),
        wallMs: Math.max(whileIndexing.wallMs, whileSearching.wallMs),
      },
    }
  } finally {
    await index.close()
  }
}

async function addVectors(index: ReturnType<typeof createKnowledgeIndex>): Promise<void> {
  for (;;) {
    const passages = await index.passagesWithoutVector('ann', 500)
    if (passages.length === 0) return
    const batch = quantized(passages.map(({ text }) => hashedVector(text)))
    await index.addVectors('ann', 'evals', { digests: passages.map(({ digest }) => digest), ...batch })
  }
}

/** Returns files of one page of about 100 words each. */
function manyPages(
  documents: readonly StoredDocument[],
  count: number,
  first: number,
): readonly StoredDocument[] {
  const texts = documents.flatMap((document) =>
    document.kind === 'conversation' ? document.messages.map(({ content }) => content) : [],
  )
  return Array.from({ length: count }, (_, index) => {
    const id = `page ${first + index}`
    const at = (first + index) * 7
    const text = Array.from({ length: 9 }, (__, offset) => texts[(at + offset * 13) % texts.length]).join(' ')
    const sections = [{ title: '', text: `${text} ${id}`.slice(0, 900) }]
    return { key: id, id, stamp: '1', title: '', at: 0, kind: 'file', text: JSON.stringify({ sections }) }
  })
}

const percent = (share: number) => `${Math.round(share * 100)} %`
const inWords = ({ exact, paraphrase, synonyms }: Shares) =>
  `${percent(exact)} of exact questions, ${percent(paraphrase)} of paraphrases, ${percent(synonyms)} without a word in common`

export const knowledgeReport = (figures: KnowledgeFigures, speed: KnowledgeSpeed): string =>
  [
    `${figures.cases} questions of each kind to ${figures.documents} documents with ${figures.passages} passages in nine languages, recall@${FIRST}`,
    `by words: ${inWords(figures.byWords)}`,
    `with vectors of ${figures.embedder}, the second half: ${inWords(figures.merged)}`,
    `weight of meaning that finds the most of the first half: ${figures.bestWeight}`,
    ...figures.missed.map((line) => `missed by words: ${line}`),
    `${speed.passages} passages with vectors: ${speed.searchMs.toFixed(0)} ms a question, 95 % within ${speed.p95Ms.toFixed(0)} ms, ${speed.slowestMs.toFixed(0)} ms at most; 200 pages indexed in ${speed.indexing200PagesMs.toFixed(0)} ms; the server's loop held by ${speed.loop.cpuMs.toFixed(1)} ms of processor time at most (${speed.loop.wallMs.toFixed(1)} ms with waiting for a core)`,
  ].join('\n')

/** Whether enough is found, as the issue demands it; what shares no word needs a real model. */
export const isKnowledgeFound = ({ byWords, merged }: KnowledgeFigures): boolean =>
  byWords.exact >= 0.9 && merged.paraphrase >= 0.8
