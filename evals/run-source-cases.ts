import { randomUUID } from 'node:crypto'
import { reply } from '../contract/src/stream/reply-event.ts'
import { SEARCH_KEY, startSearchEngine } from '../fakes/search/index.ts'
import { startUpstream } from '../fakes/upstream/index.ts'
import { articleOf, startSite } from '../fakes/web/index.ts'
import type { Asked } from './run-cases.ts'
import { SOURCE_CASES, SOURCE_PAGES, type SourceCase } from './source-cases.ts'

/** The web, a search engine and a model that replies as the cases say: what is measured is the proof. */
export async function startSourceWorld() {
  const pages = Object.entries(SOURCE_PAGES).map(([path, { title, paragraphs }]) => [
    path,
    articleOf(title, paragraphs),
  ])
  const [site, engine, model] = await Promise.all([
    startSite(Object.fromEntries(pages)),
    startSearchEngine(),
    startUpstream(),
  ])
  return {
    /** the server's settings for this world */
    settings: {
      OPENAI_API_KEY: 'sk-evals',
      OPENAI_BASE_URL: `${model.url}/v1`,
      KAGI_API_KEY: SEARCH_KEY,
      KAGI_BASE_URL: engine.url,
      SEARCH_PRICES: 'kagi=0',
      ALLOWED_PRIVATE_NETWORKS: '127.0.0.0/8',
    },
    /** Sets what the engine finds, and what the model calls and replies. */
    prepare({ question, hits, sentences }: SourceCase): void {
      engine.index(
        hits.map((path) => ({ url: `${site.url}${path}`, title: path.slice(1), snippet: question })),
      )
      const query = JSON.stringify({ query: question })
      model.scriptOnly(
        'chat',
        { text: '', toolCalls: [{ id: 'call-1', name: 'search_web', arguments: query }] },
        { text: sentences.map(({ text }) => text).join(' ') },
      )
    },
    close: () => Promise.all([site.close(), engine.close(), model.close()]),
  }
}

export type SourceWorld = Awaited<ReturnType<typeof startSourceWorld>>

export interface ProofFigures {
  /** cited sentences that a page says */
  readonly trueSentences: number
  /** of these, those that lost their number */
  readonly unproven: readonly string[]
  /** traps: cited sentences that their page does not say */
  readonly traps: number
  /** of these, those that kept a number */
  readonly falselyProven: readonly string[]
  /** numbers in replies that no source of the reply has */
  readonly numbersWithoutSource: number
}

/** Returns whether the figures are those that are required: 90 % proven, and no number where there is no proof. */
export const isEnough = ({
  trueSentences,
  unproven,
  falselyProven,
  numbersWithoutSource,
}: ProofFigures): boolean =>
  unproven.length <= trueSentences * 0.1 && falselyProven.length === 0 && numbersWithoutSource === 0

const MARKERS = /\s?\[\d+\]/g

/** Asks all questions in sequence, each in a conversation of its own. */
export async function runSourceCases({ url, token }: Asked, world: SourceWorld): Promise<ProofFigures> {
  const figures = { trueSentences: 0, traps: 0, numbersWithoutSource: 0 }
  const [unproven, falselyProven]: [string[], string[]] = [[], []]
  for (const testCase of SOURCE_CASES) {
    world.prepare(testCase)
    const response = await fetch(`${url}/api/chat`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify({
        conversationId: `conv-v_agent-${randomUUID()}`,
        messages: [{ role: 'user', content: testCase.question, id: randomUUID() }],
      }),
    })
    if (!response.ok) throw new Error(`the server answered ${response.status}: ${await response.text()}`)
    const { content, sources = [] } = reply.parse(await response.json())
    const numbers = new Set(sources.map(({ number }) => `[${number}]`))
    figures.numbersWithoutSource += (content.match(/\[\d+\]/g) ?? []).filter(
      (marker) => !numbers.has(marker),
    ).length
    for (const { text, isTrue } of testCase.sentences) {
      const count = text.match(MARKERS)?.length ?? 0
      const isKept = content.includes(text)
      const hasAny = !isKept && !content.includes(text.replaceAll(MARKERS, ''))
      if (isTrue) {
        figures.trueSentences += 1
        if (!isKept) unproven.push(text)
      } else {
        figures.traps += count > 0 ? 1 : 0
        if (isKept || hasAny) falselyProven.push(text)
      }
    }
  }
  return { ...figures, unproven, falselyProven }
}

/** Returns the figures as lines, with the sentences that were decided wrongly. */
export function proofReport({
  trueSentences,
  unproven,
  traps,
  falselyProven,
  numbersWithoutSource,
}: ProofFigures): string {
  const proven = trueSentences - unproven.length
  return [
    `${proven} of ${trueSentences} cited sentences proven (${Math.round((100 * proven) / trueSentences)} %)`,
    ...unproven.map((text) => `  lost its number: ${text}`),
    `${traps - falselyProven.length} of ${traps} traps lost their number`,
    ...falselyProven.map((text) => `  kept a number: ${text}`),
    `${numbersWithoutSource} numbers without a source that was read`,
  ].join('\n')
}
