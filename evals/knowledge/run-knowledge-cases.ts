import { monitorEventLoopDelay, performance } from 'node:perf_hooks'
import { hashedVector } from '../../fakes/upstream/embeddings.ts'
import { MeaningIndex } from '../../server/src/domain/knowledge/meaning-index.ts'
import { quantized } from '../../server/src/domain/knowledge/passage-vectors.ts'
import { documentOf } from '../../server/src/domain/knowledge/stored-documents.ts'
import type { StoredDocument } from '../../server/src/domain/knowledge/index.ts'
import { KNOWLEDGE_WORKER } from '../../server/src/lib/project-files.ts'
import { EMBEDDING_BATCH, type Embedder } from '../../server/src/providers/embedding/embedding.ts'
import { createKnowledgeIndex } from '../../server/src/adapters/knowledge-index/knowledge-index.ts'
import { type KnowledgeCase, makeKnowledgeCorpus } from './corpus.ts'

/** Results among which the passage has to be. */
const FIRST = 5

type Embed = (
  texts: readonly string[],
  purpose: 'passage' | 'query',
) => Promise<readonly (readonly number[])[]>

export interface KnowledgeFigures {
  readonly cases: number
  readonly documents: number
  readonly passages: number
  readonly embedder: string
  /** shares from 0 to 1 */
  readonly exactByWords: number
  readonly paraphraseByWords: number
  readonly exactMerged: number
  readonly paraphraseMerged: number
  /** what was not found by its exact question, by words */
  readonly missed: readonly string[]
}

const hashed: Embed = (texts) => Promise.resolve(texts.map(hashedVector))

/** Asks all questions of the corpus: by words alone, and merged with vectors. Default: those of the hashed embedder. */
export async function runKnowledgeCases(embedder?: Embedder): Promise<KnowledgeFigures> {
  const { documents, cases } = makeKnowledgeCorpus()
  const index = new MeaningIndex()
  for (const document of documents) index.add(documentOf(document))
  const signal = AbortSignal.timeout(600_000)
  const embed: Embed = embedder
    ? async (texts, purpose) => (await embedder.embed(texts, purpose, signal)).vectors
    : hashed
  const passages = index.passagesWithoutVector(Number.POSITIVE_INFINITY)
  for (let start = 0; start < passages.length; start += EMBEDDING_BATCH) {
    const some = passages.slice(start, start + EMBEDDING_BATCH)
    const vectors = await embed(
      some.map(({ text }) => text),
      'passage',
    )
    index.addVectors('evals', { digests: some.map(({ digest }) => digest), ...quantized(vectors) })
  }
  const isFound = ({ key, text }: KnowledgeCase, q: string, vector?: readonly number[]) =>
    index
      .search({ q, vector, offset: 0, limit: FIRST })
      .hits.some((hit) => hit.key === key && hit.text.includes(text))
  const recall = async (questionOf: (asked: KnowledgeCase) => string, isMerged: boolean) => {
    let count = 0
    const missed: string[] = []
    for (const asked of cases) {
      const question = questionOf(asked)
      const [vector] = isMerged ? await embed([question], 'query') : []
      if (isFound(asked, question, vector)) count += 1
      else missed.push(`${asked.language}: ${question} → ${asked.text}`)
    }
    return { share: count / cases.length, missed }
  }
  const exact = await recall((asked) => asked.exact, false)
  return {
    cases: cases.length,
    documents: documents.length,
    passages: index.size,
    embedder: embedder?.model ?? 'hashed (a fake)',
    exactByWords: exact.share,
    paraphraseByWords: (await recall((asked) => asked.paraphrase, false)).share,
    exactMerged: (await recall((asked) => asked.exact, true)).share,
    paraphraseMerged: (await recall((asked) => asked.paraphrase, true)).share,
    missed: exact.missed,
  }
}

export interface KnowledgeSpeed {
  readonly passages: number
  /** median and slowest of all searches, in ms */
  readonly searchMs: number
  readonly slowestMs: number
  readonly indexing200PagesMs: number
  /** the longest time that the server's loop was held, in ms */
  readonly loopMs: number
}

/** Measures 20,000 passages in the thread of the index, as the server uses it, with vectors. */
export async function measureKnowledge(passageCount = 20_000): Promise<KnowledgeSpeed> {
  const index = createKnowledgeIndex(KNOWLEDGE_WORKER)
  const { documents, cases } = makeKnowledgeCorpus()
  const delay = monitorEventLoopDelay({ resolution: 1 })
  try {
    const pages = manyPages(documents, 200, 0)
    const start = performance.now()
    await index.add('ann', pages)
    const indexing200PagesMs = performance.now() - start
    const size = 500
    for (let done = 200; done < passageCount; done += size) {
      await index.add('ann', manyPages(documents, size, done))
    }
    await addVectors(index)
    delay.enable()
    const times: number[] = []
    for (const { exact } of cases) {
      const before = performance.now()
      await index.search('ann', { q: exact, vector: hashedVector(exact), offset: 0, limit: 12 })
      times.push(performance.now() - before)
    }
    delay.disable()
    const sorted = times.toSorted((left, right) => left - right)
    return {
      passages: passageCount,
      searchMs: sorted[Math.floor(sorted.length / 2)] ?? 0,
      slowestMs: sorted.at(-1) ?? 0,
      indexing200PagesMs,
      loopMs: delay.max / 1e6,
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

export const knowledgeReport = (figures: KnowledgeFigures, speed: KnowledgeSpeed): string =>
  [
    `${figures.cases} questions to ${figures.documents} documents with ${figures.passages} passages in nine languages, recall@${FIRST}`,
    `by words: ${percent(figures.exactByWords)} of exact questions, ${percent(figures.paraphraseByWords)} of paraphrases`,
    `with vectors of ${figures.embedder}: ${percent(figures.exactMerged)} of exact questions, ${percent(figures.paraphraseMerged)} of paraphrases`,
    ...figures.missed.map((line) => `missed by words: ${line}`),
    `${speed.passages} passages with vectors: ${speed.searchMs.toFixed(0)} ms a question, ${speed.slowestMs.toFixed(0)} ms at most; 200 pages indexed in ${speed.indexing200PagesMs.toFixed(0)} ms; the server's loop held ${speed.loopMs.toFixed(1)} ms at most`,
  ].join('\n')

/** Whether enough is found, as the issue demands it. */
export const isKnowledgeFound = ({ exactByWords, paraphraseMerged }: KnowledgeFigures): boolean =>
  exactByWords >= 0.9 && paraphraseMerged >= 0.8
