import Anthropic, { APIError, AuthenticationError, RateLimitError } from '@anthropic-ai/sdk'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { collect } from '../../../../fakes/collect.ts'
import { aRequest } from '../../../../fakes/llm-provider-suite.ts'
import { startUpstream, type Upstream } from '../../../../fakes/upstream/index.ts'
import type { LlmRequest } from '../llm/llm.ts'
import { createAnthropic } from './anthropic.ts'

// Runs Anthropic's published client against the fake, so that the fake follows the vendor and not our adapter: the
// client must understand its responses, and send what the adapter sends.

const KEY = 'sk-ant-key-of-the-host'
const MODEL = 'claude-sonnet-5-5'

let upstream: Upstream
beforeAll(async () => {
  upstream = await startUpstream({ models: [MODEL] })
})
beforeEach(() => upstream.reset())
afterAll(() => upstream.close())

const client = () => new Anthropic({ apiKey: KEY, baseURL: upstream.url, maxRetries: 0 })
const hello = [{ role: 'user' as const, content: 'Hello' }]
const streamed = (more: Partial<Anthropic.MessageStreamParams> = {}) =>
  client().messages.stream({ model: MODEL, max_tokens: 100, messages: hello, ...more })
const tool = { name: 'get_weather', description: 'The weather.', parameters: { type: 'object' as const } }
const call = { id: 'call_1', name: 'get_weather', arguments: '{"city":"Zürich"}' }

/**
 * What the server receives for a request, without version and key: the client uses the version of 2026-10-21 with a
 * bearer token. The adapter stays with that of 2023-06-01, which still has `temperature` and `top_p`.
 */
async function received(count: number) {
  const { method, path, query, headers, json } = await upstream.arrival(count)
  return { method, path, query: [...query], type: headers['content-type'], json }
}

describe("Anthropic's client against the fake", () => {
  it('reads thoughts, text, calls and usage of a stream', async () => {
    upstream.script({
      reasoning: 'They greet me.',
      text: 'Grüße, 会議は三時です.',
      toolCalls: [call],
      usage: { promptTokens: 120, completionTokens: 30, cachedTokens: 100 },
    })
    expect(await streamed().finalMessage()).toMatchObject({
      model: MODEL,
      stop_reason: 'tool_use',
      content: [
        { type: 'thinking', thinking: 'They greet me.' },
        { type: 'text', text: 'Grüße, 会議は三時です.' },
        { type: 'tool_use', id: 'call_1', name: 'get_weather', input: { city: 'Zürich' } },
      ],
      usage: { input_tokens: 20, cache_read_input_tokens: 100, output_tokens: 30 },
    })
  })

  it('reads a message that is not streamed', async () => {
    upstream.script({ text: 'Good morning.' })
    const message = await client().messages.create({ model: MODEL, max_tokens: 100, messages: hello })
    expect(message.content).toEqual([{ type: 'text', text: 'Good morning.' }])
  })

  it('closes the connection when it aborts', async () => {
    upstream.script({ text: 'word '.repeat(2_000), piecesPerSecond: 50 })
    const stream = streamed()
    stream.on('text', () => stream.abort())
    await stream.done().catch(() => undefined)
    expect(await (await upstream.arrival(1)).ended).toBe('aborted')
  })

  it('sends the same request as the adapter', async () => {
    const request: Partial<LlmRequest> = {
      system: 'You are V.',
      messages: [
        {
          role: 'user',
          content: 'How is the weather here?',
          images: [{ mediaType: 'image/png', data: 'iVBORw0KGgo=', width: 10, height: 10 }],
        },
        { role: 'assistant', content: 'Let me look.', tool_calls: [call] },
        { role: 'tool', content: 'Rain', tool_call_id: 'call_1' },
      ],
      tools: [tool],
      toolChoice: { name: 'get_weather' },
      maxOutputTokens: 100,
      options: { stop: ['END'] },
    }
    await createAnthropic({
      apiKey: KEY,
      baseUrl: upstream.url,
      modelPrimary: MODEL,
      timeoutMs: 5_000,
    }).stream(aRequest(MODEL, request), new AbortController().signal, () => undefined)
    await streamed({
      system: 'You are V.',
      messages: [
        {
          role: 'user',
          content: [
            {
              type: 'image',
              source: { type: 'base64', media_type: 'image/png', data: 'iVBORw0KGgo=' },
            },
            { type: 'text', text: 'How is the weather here?' },
          ],
        },
        {
          role: 'assistant',
          content: [
            { type: 'text', text: 'Let me look.' },
            { type: 'tool_use', id: 'call_1', name: 'get_weather', input: { city: 'Zürich' } },
          ],
        },
        { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'call_1', content: 'Rain' }] },
      ],
      tools: [{ name: tool.name, description: tool.description, input_schema: tool.parameters }],
      tool_choice: { type: 'tool', name: 'get_weather' },
      stop_sequences: ['END'],
    }).finalMessage()
    expect(await received(2)).toEqual(await received(1))
  })

  it('reads its errors, and one in the middle of a stream', async () => {
    upstream.script(
      { refusal: { status: 401, code: 'authentication_error' } },
      { refusal: { status: 429, code: 'rate_limit_error', retryAfter: '7' } },
      { ending: 'error-event' },
    )
    await expect(streamed().finalMessage()).rejects.toBeInstanceOf(AuthenticationError)
    const limited: unknown = await streamed()
      .finalMessage()
      .catch((error: unknown) => error)
    expect(limited).toBeInstanceOf(RateLimitError)
    expect(limited instanceof APIError && limited.headers?.get('retry-after')).toBe('7')
    await expect(streamed().finalMessage()).rejects.toThrow('overloaded_error')
  })

  it('lists the models', async () => {
    const models = await collect(client().models.list())
    expect(models.map(({ id }) => id)).toEqual([MODEL])
  })
})
