import { Mistral } from '@mistralai/mistralai'
import { MistralError } from '@mistralai/mistralai/models/errors'
import Groq from 'groq-sdk'
import { AzureOpenAI } from 'openai'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { collect } from '../../../../fakes/collect.ts'
import { aRequest } from '../../../../fakes/llm-provider-suite.ts'
import { startUpstream, type Upstream } from '../../../../fakes/upstream/index.ts'
import type { EmitLlmEvent, LlmEvent, LlmMessage, LlmRequest } from '../llm/llm.ts'
import { createEndpointProvider } from '../endpoint-provider.ts'
import type { EndpointConnection } from '../endpoint-connection.ts'
import { streamChatCompletion } from './chat/chat-completions.ts'
import { failureOf } from '../fixtures/failure-of.ts'

// Runs the published clients of vendors with OpenAI's chat completions against the fake: the clients must understand
// its responses, and send what the adapter sends.

const KEY = 'key-of-the-host'
const MODEL = 'house-model'

let upstream: Upstream
beforeAll(async () => {
  upstream = await startUpstream({ models: [MODEL] })
})
beforeEach(() => upstream.reset())
afterAll(() => upstream.close())

const parameters = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] }
const tool = { name: 'get_weather', description: 'The weather.', parameters }
const call = { id: 'abcdefgh1', name: 'get_weather', arguments: '{"city":"Zürich"}' }
const messages: LlmMessage[] = [
  { role: 'user', content: 'How is the weather in Zürich?' },
  { role: 'assistant', content: '', tool_calls: [call] },
  { role: 'tool', content: 'Rain', tool_call_id: call.id },
]
const request: Partial<LlmRequest> = {
  messages,
  tools: [tool],
  toolChoice: { name: 'get_weather' },
  maxOutputTokens: 100,
  options: { temperature: 0.3, seed: 7, stop: ['END'] },
}
/** The same request, as the clients of OpenAI's format have it. */
const sent = {
  model: MODEL,
  messages: [
    { role: 'system' as const, content: 'You are V.' },
    { role: 'user' as const, content: 'How is the weather in Zürich?' },
    {
      role: 'assistant' as const,
      content: null,
      tool_calls: [
        { id: call.id, type: 'function' as const, function: { name: call.name, arguments: call.arguments } },
      ],
    },
    { role: 'tool' as const, content: 'Rain', tool_call_id: call.id },
  ],
  tools: [{ type: 'function' as const, function: tool }],
  tool_choice: { type: 'function' as const, function: { name: 'get_weather' } },
  temperature: 0.3,
  seed: 7,
  stop: ['END'],
  stream: true as const,
}
const everything = {
  text: 'Grüße, 会議は三時です.',
  toolCalls: [call],
  usage: { promptTokens: 120, completionTokens: 30, cachedTokens: 100 },
}

const connection = (overrides: Partial<EndpointConnection>): EndpointConnection => ({
  id: 'ep-1',
  name: 'Our models',
  protocol: 'openai',
  baseUrl: upstream.url,
  apiKey: KEY,
  headers: {},
  models: [MODEL],
  prices: null,
  transcriptionModel: null,
  speechModel: null,
  access: { kind: 'everyone' },
  ...overrides,
})
async function streamByEndpoint(
  overrides: Partial<EndpointConnection>,
  emit: EmitLlmEvent = () => undefined,
): Promise<void> {
  const provider = createEndpointProvider(connection(overrides), { modelPrimary: '', timeoutMs: 5_000 })
  await provider.stream(aRequest(MODEL, request), new AbortController().signal, emit)
}

/** What the server receives for a request. */
async function received(count: number) {
  const { method, path, query, headers, json } = await upstream.arrival(count)
  const { authorization, 'content-type': type, 'api-key': key } = headers
  return { method, path, query: [...query], authorization, key, type, json }
}
const API_VERSION = '2024-10-21'
const groq = () => new Groq({ apiKey: KEY, baseURL: upstream.url, maxRetries: 0 })
const mistral = () => new Mistral({ apiKey: KEY, serverURL: upstream.url, retryConfig: { strategy: 'none' } })
const azure = () =>
  new AzureOpenAI({ endpoint: upstream.url, apiKey: KEY, apiVersion: API_VERSION, maxRetries: 0 })
const hello = { model: MODEL, messages: [{ role: 'user' as const, content: 'Hello' }] }
const joined = (texts: readonly (string | null | undefined)[]) => texts.map((text) => text ?? '').join('')

describe("Groq's client against the fake", () => {
  it('reads text and calls of a stream', async () => {
    upstream.script(everything)
    const chunks = await collect(await groq().chat.completions.create({ ...hello, stream: true }))
    const deltas = chunks.flatMap(({ choices }) => choices.map(({ delta }) => delta))
    expect(joined(deltas.map(({ content }) => content))).toBe(everything.text)
    const calls = deltas.flatMap(({ tool_calls: parts = [] }) => parts)
    expect(calls[0]).toMatchObject({ index: 0, id: call.id, function: { name: 'get_weather' } })
    expect(joined(calls.map((toolCall) => toolCall.function?.arguments))).toBe(call.arguments)
    expect(chunks.at(-1)?.choices[0]?.finish_reason).toBe('tool_calls')
  })

  it('reads a response that is not streamed, and lists the models', async () => {
    upstream.script({ text: 'Good morning.', usage: { promptTokens: 12, completionTokens: 3 } })
    const completion = await groq().chat.completions.create(hello)
    expect(completion).toMatchObject({
      choices: [{ message: { content: 'Good morning.' }, finish_reason: 'stop' }],
      usage: { prompt_tokens: 12, completion_tokens: 3, total_tokens: 15 },
    })
    expect((await groq().models.list()).data.map(({ id }) => id)).toEqual([MODEL])
  })

  it('sends the same request as the adapter', async () => {
    await streamByEndpoint({ baseUrl: `${upstream.url}/openai/v1` })
    // The client has no type for stream_options; the API has them.
    const body = { ...sent, max_tokens: 100, stream_options: { include_usage: true } }
    await collect(await groq().chat.completions.create(body))
    expect(await received(2)).toEqual(await received(1))
  })

  it('reads its errors', async () => {
    upstream.script({ refusal: { status: 401, code: 'invalid_api_key' } }, 'rate-limited')
    expect(await failureOf(groq().chat.completions.create(hello))).toBeInstanceOf(Groq.AuthenticationError)
    expect(await failureOf(groq().chat.completions.create(hello))).toBeInstanceOf(Groq.RateLimitError)
  })
})

describe("Mistral's client against the fake", () => {
  it('reads text and calls of a stream', async () => {
    upstream.script({ ...everything, isMistral: true })
    const events = await collect(await mistral().chat.stream(hello))
    const deltas = events.flatMap(({ data }) => data.choices.map(({ delta }) => delta))
    const contents = deltas.flatMap(({ content }) => (Array.isArray(content) ? content : []))
    expect(joined(contents.map((chunk) => ('text' in chunk ? chunk.text : '')))).toBe(everything.text)
    expect(deltas.flatMap(({ toolCalls }) => toolCalls ?? [])[0]).toMatchObject({
      id: call.id,
      function: { name: 'get_weather' },
    })
    expect(events.flatMap(({ data }) => data.choices).at(-1)?.finishReason).toBe('tool_calls')
  })

  it('reads a response that is not streamed, and lists the models', async () => {
    upstream.script({ text: 'Good morning.', usage: { promptTokens: 12, completionTokens: 3 } })
    expect(await mistral().chat.complete(hello)).toMatchObject({
      choices: [{ message: { content: 'Good morning.' }, finishReason: 'stop' }],
      usage: { promptTokens: 12, completionTokens: 3, totalTokens: 15 },
    })
  })

  it('sends the same request as the adapter with the dialect of Mistral', async () => {
    await streamChatCompletion(
      {
        provider: { id: 'ep-1', name: 'Mistral' },
        baseUrl: `${upstream.url}/v1`,
        apiKey: KEY,
        timeoutMs: 5_000,
        lengthField: 'max_tokens',
        dialect: 'mistral',
      },
      aRequest(MODEL, request),
      new AbortController().signal,
      () => undefined,
    )
    const { toolChoice = 'none' } = request
    await collect(
      await mistral().chat.stream({
        model: MODEL,
        messages: [
          { role: 'system', content: 'You are V.' },
          { role: 'user', content: 'How is the weather in Zürich?' },
          {
            role: 'assistant',
            content: null,
            toolCalls: [
              { id: call.id, type: 'function', function: { name: call.name, arguments: call.arguments } },
            ],
          },
          { role: 'tool', content: 'Rain', toolCallId: call.id },
        ],
        tools: [{ type: 'function', function: tool }],
        toolChoice: typeof toolChoice === 'string' ? toolChoice : { type: 'function', function: toolChoice },
        maxTokens: 100,
        temperature: 0.3,
        randomSeed: 7,
        stop: ['END'],
      }),
    )
    const [ours, theirs] = [await received(1), await received(2)]
    // The client states defaults that the API has anyway.
    const withoutDefaults = JSON.parse(JSON.stringify(theirs.json), (key, value: unknown) =>
      key === 'strict' || key === 'prefix' || key === 'safe_prompt' || (key === 'index' && value === 0)
        ? undefined
        : value,
    ) as unknown
    expect({ ...theirs, json: withoutDefaults }).toEqual(ours)
  })

  it('is understood where its content is a list of chunks, as while a model reasons', async () => {
    const events: LlmEvent[] = []
    upstream.script({ reasoning: 'They greet me.', text: 'Hello.', isMistral: true })
    const chunks = await collect(await mistral().chat.stream(hello))
    expect(chunks[1]?.data.choices[0]?.delta.content).toMatchObject([
      { type: 'thinking', thinking: [{ type: 'text', text: 'They' }] },
    ])
    await streamByEndpoint({ baseUrl: `${upstream.url}/v1` }, (event) => events.push(event))
    const textOf = (type: string) =>
      joined(events.map((event) => ('text' in event && event.type === type ? event.text : '')))
    expect([textOf('reasoning'), textOf('text')]).toEqual(['They greet me.', 'Hello.'])
  })

  it('reads its errors', async () => {
    upstream.script({ refusal: { status: 401, code: 'invalid_api_key' } }, 'rate-limited')
    const rejected = await failureOf(mistral().chat.stream(hello))
    expect(rejected).toBeInstanceOf(MistralError)
    expect(rejected).toMatchObject({ statusCode: 401 })
    expect(await failureOf(mistral().chat.stream(hello))).toMatchObject({ statusCode: 429 })
  })
})

describe("OpenAI's client of Azure against the fake", () => {
  it('sends the same request as an endpoint with a dated version', async () => {
    await streamByEndpoint({ protocol: 'azure', baseUrl: `${upstream.url}/?api-version=${API_VERSION}` })
    const stream = await azure().chat.completions.create({
      ...sent,
      max_completion_tokens: 100,
      stream_options: { include_usage: true },
    })
    await collect(stream)
    expect((await received(1)).path).toBe(`/openai/deployments/${MODEL}/chat/completions`)
    expect((await received(1)).query).toEqual([['api-version', API_VERSION]])
    expect(await received(2)).toEqual(await received(1))
  })

  it('reads the text of a stream', async () => {
    upstream.script({ text: 'Good morning.' })
    const stream = await azure().chat.completions.create({
      model: MODEL,
      messages: [{ role: 'user', content: 'Hello' }],
      stream: true,
    })
    const chunks = await collect(stream)
    expect(joined(chunks.map(({ choices }) => choices[0]?.delta.content))).toBe('Good morning.')
  })
})
