import Anthropic from '@anthropic-ai/sdk'
import { GoogleGenAI } from '@google/genai'
import OpenAI from 'openai'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { collect } from '../../../fakes/collect.ts'
import { startGemini } from '../../../fakes/gemini/index.ts'
import { aRequest } from '../../../fakes/llm-provider-suite.ts'
import { startUpstream, type Behaviour, type Upstream } from '../../../fakes/upstream/index.ts'
import { createAnthropic } from './anthropic/anthropic.ts'
import { createGemini } from './gemini/gemini.ts'
import type { LlmEvent, LlmMessage, LlmProvider, LlmRequest } from './llm/llm.ts'
import { streamOpenAi } from './openai/openai-search.ts'

// Runs the published clients against the fakes' searches: the clients must understand what the fakes send, and send what the
// adapters send.

const SEALS = 'https://seals.example/count'
const search: Behaviour = {
  search: {
    query: 'harbour seals',
    pages: [{ url: SEALS, title: 'Seals' }],
    statements: [
      { text: 'Grüße 🦭: there are 41,300.', pages: [0], quote: 'counted 41,300' },
      { text: ' They rest.' },
    ],
    suggestions: '<div>seals</div>',
  },
  usage: { promptTokens: 100, completionTokens: 20 },
}
const MODELS = ['gpt-5.6-luna', 'gpt-4o-search-preview', 'claude-sonnet-5-5']

let upstream: Upstream
let gemini: Upstream
beforeAll(async () => {
  upstream = await startUpstream({ models: MODELS })
  gemini = await startGemini({ models: ['gemini-3.8-flash'] })
})
beforeEach(() => {
  upstream.reset()
  gemini.reset()
})
afterAll(() => Promise.all([upstream.close(), gemini.close()]))

const parameters = { type: 'object' as const, properties: {} }
const tool = { name: 'get_time', description: 'The time.', parameters }
const call = { id: 'call_1', name: 'get_time', arguments: '{}' }
const messages: LlmMessage[] = [
  { role: 'user', content: 'How many seals?' },
  { role: 'assistant', content: 'Let me see.', tool_calls: [call] },
  { role: 'tool', content: '12:00', tool_call_id: 'call_1', name: 'get_time' },
]
const searching: Partial<LlmRequest> = { messages, tools: [tool], search: { timeZone: 'Europe/Vienna' } }

async function eventsOf(
  stream: LlmProvider['stream'],
  model: string,
  more: Partial<LlmRequest> = {},
): Promise<readonly LlmEvent[]> {
  const events: LlmEvent[] = []
  await stream(aRequest(model, { ...searching, ...more }), new AbortController().signal, (event) =>
    events.push(event),
  )
  return events
}
const byOpenAi: LlmProvider['stream'] = (request, signal, emit) =>
  streamOpenAi(
    {
      provider: { id: 'openai', name: 'OpenAI' },
      baseUrl: `${upstream.url}/v1`,
      apiKey: 'key',
      timeoutMs: 5_000,
      lengthField: 'max_completion_tokens',
    },
    request,
    signal,
    emit,
  )
const textOf = (events: readonly LlmEvent[]) =>
  events.flatMap((event) => (event.type === 'text' ? [event.text] : [])).join('')
const bodyOf = async (vendor: Upstream, count: number) => {
  const { path, json } = await vendor.arrival(count)
  return { path, json }
}
const FOUND = { type: 'web-search', query: 'harbour seals', pages: [{ url: SEALS, title: '' }] }

const openai = () => new OpenAI({ apiKey: 'key', baseURL: `${upstream.url}/v1`, maxRetries: 0 })
const anthropic = () => new Anthropic({ apiKey: 'key', baseURL: upstream.url, maxRetries: 0 })
const google = () =>
  new GoogleGenAI({ apiKey: 'key', httpOptions: { baseUrl: gemini.url, apiVersion: 'v1beta' } })
const VENDOR = { apiKey: 'key', modelPrimary: '', timeoutMs: 5_000, searchesByVendor: true }
const byAnthropic = () => createAnthropic({ ...VENDOR, baseUrl: upstream.url })
const byGemini = () => createGemini({ ...VENDOR, baseUrl: gemini.url })

describe("OpenAI's client", () => {
  const request = {
    model: 'gpt-5.6-luna',
    instructions: 'You are V.',
    input: [
      { role: 'user' as const, content: 'How many seals?' },
      { role: 'assistant' as const, content: 'Let me see.' },
      { type: 'function_call' as const, call_id: 'call_1', name: 'get_time', arguments: '{}' },
      { type: 'function_call_output' as const, call_id: 'call_1', output: '12:00' },
    ],
    stream: true as const,
    store: false,
    tools: [
      { type: 'function' as const, name: 'get_time', description: 'The time.', parameters, strict: false },
      {
        type: 'web_search' as const,
        user_location: { type: 'approximate' as const, timezone: 'Europe/Vienna' },
      },
    ],
    include: ['web_search_call.action.sources' as const],
  }

  it('reads the search, the text and its annotations of a response', async () => {
    upstream.script(search)
    const events = await collect(await openai().responses.create(request))
    const done = events.find(
      (event) => event.type === 'response.output_item.done' && event.item.type === 'web_search_call',
    )
    expect(done).toMatchObject({
      item: {
        action: { type: 'search', queries: ['harbour seals'], sources: [{ type: 'url', url: SEALS }] },
      },
    })
    const text = events
      .flatMap((event) => (event.type === 'response.output_text.delta' ? [event.delta] : []))
      .join('')
    const added = events.find((event) => event.type === 'response.output_text.annotation.added')
    expect(added?.annotation).toMatchObject({ type: 'url_citation', url: `${SEALS}?utm_source=openai` })
    const cited = added?.annotation?.type === 'url_citation' ? added.annotation : undefined
    expect(Array.from(text).slice(cited?.start_index, cited?.end_index).join('')).toBe(
      `([seals.example](${SEALS}?utm_source=openai))`,
    )
    expect(events.at(-1)).toMatchObject({
      type: 'response.completed',
      response: { usage: { input_tokens: 100 } },
    })
  })

  it('sends the same request as the adapter, which marks what is cited in place of its link', async () => {
    upstream.script(search)
    await collect(await openai().responses.create(request))
    const events = await eventsOf(byOpenAi, 'gpt-5.6-luna')
    expect(await bodyOf(upstream, 2)).toEqual(await bodyOf(upstream, 1))
    expect(events).toContainEqual(expect.objectContaining(FOUND))
    expect(textOf(events)).toBe('Grüße 🦭: there are 41,300. \uE200cite:0\uE201 They rest.')
    expect(events.at(-1)).toMatchObject({ type: 'finish', reason: 'stop', searches: 1 })
  })

  it.each([1, 7])('reads links that arrive in packets of %i bytes', async (packetBytes) => {
    upstream.script({ ...search, packetBytes })
    expect(textOf(await eventsOf(byOpenAi, 'gpt-5.6-luna'))).toContain('\uE200cite:0\uE201')
  })

  it('calls functions beside the search', async () => {
    upstream.script({ text: '', toolCalls: [{ id: 'call_9', name: 'get_time', arguments: '{"at":1}' }] })
    const events = await eventsOf(byOpenAi, 'gpt-5.6-luna')
    expect(events).toMatchObject([
      { type: 'tool-call-delta', index: 0, id: 'call_9', name: 'get_time' },
      { type: 'tool-call-delta', argumentsDelta: '{"at":1}' },
      { type: 'finish', reason: 'tool_calls' },
    ])
  })

  it.each([
    'unauthorized',
    'rate-limited',
    'error-mid-stream',
    'cut-mid-stream',
    'garbage-mid-stream',
  ] as const)('fails as others do: %s', async (behaviour) => {
    upstream.script(behaviour)
    await expect(eventsOf(byOpenAi, 'gpt-5.6-luna')).rejects.toMatchObject({ name: 'ProviderFailure' })
  })

  it('sends a request with an option that only chat completions have without the search', async () => {
    upstream.script({ text: 'Hi.' })
    await eventsOf(byOpenAi, 'gpt-5.6-luna', { options: { seed: 7 } })
    expect((await upstream.arrival(1)).path).toBe('/v1/chat/completions')
  })

  it('reads the annotations of search models, which follow the text', async () => {
    upstream.script(search)
    const stream = await openai().chat.completions.create({
      model: 'gpt-4o-search-preview',
      messages: [{ role: 'user', content: 'How many seals?' }],
      stream: true,
      web_search_options: {},
    })
    const deltas = (await collect(stream)).flatMap(({ choices }) =>
      choices.map(({ delta }) => delta as object),
    )
    expect(deltas).toContainEqual({
      annotations: [{ type: 'url_citation', url_citation: expect.objectContaining({ title: 'Seals' }) }],
    })
    const events = await eventsOf(byOpenAi, 'gpt-4o-search-preview')
    expect((await upstream.arrival(2)).json).toMatchObject({
      web_search_options: {
        user_location: { type: 'approximate', approximate: { timezone: 'Europe/Vienna' } },
      },
    })
    const text = textOf(events)
    const late = events.find((event) => event.type === 'late-citations')
    const [cited] = late?.citations ?? []
    expect(text.slice(cited?.start, cited?.end)).toBe(`([seals.example](${SEALS}?utm_source=openai))`)
  })
})

describe("Anthropic's client", () => {
  const tools = [{ type: 'web_search_20250305' as const, name: 'web_search' as const, max_uses: 4 }]

  it('reads the search, its results and citations', async () => {
    upstream.script(search)
    const message = await anthropic()
      .messages.stream({
        model: 'claude-sonnet-5-5',
        max_tokens: 100,
        messages: [{ role: 'user', content: 'How many seals?' }],
        tools,
      })
      .finalMessage()
    expect(message).toMatchObject({
      content: [
        { type: 'server_tool_use', name: 'web_search', input: { query: 'harbour seals' } },
        { type: 'web_search_tool_result', content: [{ type: 'web_search_result', url: SEALS }] },
        {
          type: 'text',
          text: 'Grüße 🦭: there are 41,300.',
          citations: [{ type: 'web_search_result_location', url: SEALS, cited_text: 'counted 41,300' }],
        },
        { type: 'text', text: ' They rest.' },
      ],
      usage: { server_tool_use: { web_search_requests: 1 } },
    })
  })

  it('sends the same tools as the adapter, which marks what is cited', async () => {
    upstream.script(search)
    const events = await eventsOf((...options) => byAnthropic().stream(...options), 'claude-sonnet-5-5')
    expect((await upstream.arrival(1)).json).toMatchObject({
      tools: [
        { name: 'get_time' },
        { ...tools[0], user_location: { type: 'approximate', timezone: 'Europe/Vienna' } },
      ],
    })
    expect(events).toContainEqual(
      expect.objectContaining({ ...FOUND, query: '', pages: [{ url: SEALS, title: 'Seals' }] }),
    )
    expect(events).toContainEqual(expect.objectContaining({ type: 'web-search', query: 'harbour seals' }))
    expect(textOf(events)).toBe('Grüße 🦭: there are 41,300.\uE200cite:0\uE201 They rest.')
    expect(events.at(-1)).toMatchObject({ searches: 1, usage: { promptTokens: 100 } })
  })
})

describe("Google's client", () => {
  it('reads the grounding, in bytes', async () => {
    gemini.script(search)
    const stream = await google().models.generateContentStream({
      model: 'gemini-3.8-flash',
      contents: 'How many seals?',
      config: { tools: [{ googleSearch: {} }] },
    })
    const chunks = await collect(stream)
    expect(chunks.at(-1)?.candidates?.[0]?.groundingMetadata).toMatchObject({
      webSearchQueries: ['harbour seals'],
      groundingChunks: [{ web: { uri: SEALS, title: 'Seals' } }],
      groundingSupports: [
        {
          segment: { endIndex: Buffer.byteLength('Grüße 🦭: there are 41,300.') },
          groundingChunkIndices: [0],
        },
      ],
      searchEntryPoint: { renderedContent: '<div>seals</div>' },
    })
  })

  it('sends the same tools as the adapter, which converts the ranges', async () => {
    gemini.script(search)
    await collect(
      await google().models.generateContentStream({
        model: 'gemini-3.8-flash',
        contents: 'How many seals?',
        config: {
          tools: [
            {
              functionDeclarations: [
                { name: tool.name, description: tool.description, parametersJsonSchema: parameters },
              ],
            },
            { googleSearch: {} },
          ],
          toolConfig: { includeServerSideToolInvocations: true },
        },
      }),
    )
    const events = await eventsOf((...options) => byGemini().stream(...options), 'gemini-3.8-flash')
    const [byClient, byAdapter] = gemini.requests.map(
      ({ json }) => json as { tools: unknown; toolConfig: unknown },
    )
    expect([byAdapter?.tools, byAdapter?.toolConfig]).toEqual([byClient?.tools, byClient?.toolConfig])
    const end = 'Grüße 🦭: there are 41,300.'.length
    expect(events).toContainEqual({
      type: 'late-citations',
      citations: [{ start: end, end, citation: { key: '0', pages: [{ url: SEALS, title: 'Seals' }] } }],
    })
    expect(events).toContainEqual({ type: 'search-suggestions', html: '<div>seals</div>' })
    expect(events.at(-1)).toMatchObject({ searches: 1 })
  })
})
