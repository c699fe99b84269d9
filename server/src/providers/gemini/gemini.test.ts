import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { SIGNATURE } from '../../../../fakes/gemini/generate-content.ts'
import { startGemini } from '../../../../fakes/gemini/index.ts'
import { aRequest } from '../../../../fakes/llm-provider-suite.ts'
import type { FakeVendor } from '../../../../fakes/upstream/fake-vendor.ts'
import type { LlmEvent, LlmRequest } from '../llm/llm.ts'
import { createGemini } from './gemini.ts'

const KEY = 'AIza-key-of-the-host'
const MODEL = 'gemini-3.8-flash'
const NEVER = new AbortController().signal
const CALL = { id: 'call_1', name: 'get_time', arguments: '{"city":"Ulm"}' }

let server: FakeVendor
beforeAll(async () => {
  server = await startGemini({
    apiKey: KEY,
    models: [MODEL, 'gemini-4-argon', 'gemini-2.5-flash-preview-tts'],
  })
})
beforeEach(() => server.reset())
afterAll(() => server.close())

const create = (apiKey: string | undefined = KEY) =>
  createGemini({ apiKey, baseUrl: `${server.url}/v1beta`, modelPrimary: 'gpt-4o', timeoutMs: 5_000 })
async function ask(overrides: Partial<LlmRequest> = {}, provider = create()): Promise<readonly LlmEvent[]> {
  const events: LlmEvent[] = []
  await provider.stream(aRequest(MODEL, overrides), NEVER, (event) => events.push(event))
  return events
}
const failure = (overrides: Partial<LlmRequest> = {}, provider = create()) =>
  ask(overrides, provider).then(
    () => undefined,
    (error: unknown) => error,
  )

describe('Gemini', () => {
  it('sends its key in the header of Google, and the model in the path', async () => {
    await ask()
    const request = await server.arrival(1)
    expect(request.path).toBe(`/v1beta/models/${MODEL}:streamGenerateContent`)
    expect(request.query.get('alt')).toBe('sse')
    expect(request.headers).toMatchObject({ 'x-goog-api-key': KEY })
    expect(request.headers).not.toHaveProperty('authorization')
  })

  it.each([
    ['', '/v1beta'],
    ['/v1beta', '/v1beta'],
    ['/v1beta/openai', '/v1beta'],
    ['/v1', '/v1'],
  ])('uses the version of the address %j: %s', async (path, version) => {
    const baseUrl = server.url + path
    await ask({}, createGemini({ apiKey: KEY, baseUrl, modelPrimary: 'gpt-4o', timeoutMs: 5_000 }))
    expect((await server.arrival(1)).path).toBe(`${version}/models/${MODEL}:streamGenerateContent`)
  })

  it('returns thoughts and their tokens apart from the reply', async () => {
    server.script({
      reasoning: 'They greet me.',
      text: 'Hello.',
      usage: { promptTokens: 120, completionTokens: 30, cachedTokens: 100, reasoningTokens: 20 },
    })
    const events = await ask({ reasoningEffort: 'low' })
    expect(events.at(0)).toEqual({ type: 'reasoning', text: 'They' })
    expect(events.at(-1)).toEqual({
      type: 'finish',
      reason: 'stop',
      usage: {
        promptTokens: 120,
        completionTokens: 30,
        totalTokens: 150,
        cachedTokens: 100,
        reasoningTokens: 20,
      },
    })
  })

  it('does not request thoughts without an effort', async () => {
    server.script({ reasoning: 'They greet me.', text: 'Hello.' })
    expect((await ask()).map(({ type }) => type)).toEqual(['text', 'finish'])
  })

  it('returns the signature of a call with its result', async () => {
    const provider = create()
    server.script({ text: '', toolCalls: [CALL] }, { text: 'Noon.' })
    expect(await ask({}, provider)).toMatchObject([
      { type: 'tool-call-delta', index: 0, id: 'call_1', name: 'get_time', argumentsDelta: CALL.arguments },
      { type: 'finish', reason: 'tool_calls' },
    ])
    const messages: LlmRequest['messages'] = [
      { role: 'user', content: 'What time is it?' },
      { role: 'assistant', content: '', tool_calls: [CALL] },
      { role: 'tool', content: '12:00', tool_call_id: 'call_1' },
    ]
    await ask({ messages }, provider)
    const { contents } = (await server.arrival(2)).json as { contents: { parts: object[] }[] }
    expect(contents[1]?.parts[0]).toMatchObject({ thoughtSignature: SIGNATURE })
  })

  it('gives ids to calls that have none', async () => {
    server.script({
      text: '',
      toolCalls: [
        { ...CALL, id: '' },
        { ...CALL, id: '' },
      ],
    })
    const ids = (await ask()).flatMap((event) => (event.type === 'tool-call-delta' ? [event.id] : []))
    expect(new Set(ids).size).toBe(2)
    expect(ids.every((id) => id?.startsWith('call_'))).toBe(true)
  })

  it.each(['SAFETY', 'RECITATION', 'PROHIBITED_CONTENT', 'SPII', 'BLOCKLIST', 'LANGUAGE'])(
    'reports a reply that was stopped by %s as filtered',
    async (vendorReason) => {
      server.script({ text: 'Well', vendorReason })
      expect((await ask()).at(-1)).toMatchObject({ type: 'finish', reason: 'content_filter' })
    },
  )

  it.each(['SAFETY', 'PROHIBITED_CONTENT', 'OTHER'])(
    'reports a prompt that was blocked by %s as filtered, without text',
    async (vendorReason) => {
      server.script({ isPromptBlocked: true, vendorReason })
      expect(await ask()).toMatchObject([{ type: 'finish', reason: 'content_filter' }])
    },
  )

  it.each(['MALFORMED_FUNCTION_CALL', 'UNEXPECTED_TOOL_CALL', 'OTHER'])(
    'fails on %s',
    async (vendorReason) => {
      server.script({ text: 'Well', vendorReason })
      expect(await failure()).toMatchObject({
        kind: 'broken',
        message: expect.stringContaining(vendorReason),
      })
    },
  )

  it('reports a wrong key, which Google answers with 400, as unauthorized', async () => {
    expect(await failure({}, create('another'))).toMatchObject({
      kind: 'unauthorized',
      status: 400,
      message: 'Google Gemini answered 400 (API_KEY_INVALID).',
    })
  })

  it('returns the retry delay of the body', async () => {
    server.script({ refusal: { status: 429, retryAfter: '37.48' } })
    expect(await failure()).toMatchObject({ kind: 'rate-limited', retryAfterSeconds: 37.48 })
  })

  it('names the status of other errors', async () => {
    expect(await failure({ model: 'gemini-99' })).toMatchObject({
      kind: 'refused',
      message: 'Google Gemini answered 404 (NOT_FOUND).',
    })
  })

  it('lists the models that generate text, the default one first, with their sizes', async () => {
    const provider = create()
    expect(await provider.models?.()).toEqual([MODEL, 'gemini-4-argon'])
    expect(provider.describe?.('gemini-4-argon')).toEqual({
      contextTokens: 1_048_576,
      outputTokens: 65_536,
      canReason: true,
    })
    expect(provider.describe?.('gemini-99')).toBeUndefined()
  })

  it('reads all pages of the list', async () => {
    const names = Array.from({ length: 2_100 }, (_, index) => `gemini-${index}`)
    server.offerModels(names)
    expect(await create().models?.()).toEqual([MODEL, ...names])
    expect(server.listCount).toBe(3)
  })

  it('stops reading a list that does not end', async () => {
    server.offerModels(Array.from({ length: 30_000 }, (_, index) => `gemini-${index}`))
    expect(await create().models?.()).toHaveLength(10_001)
    expect(server.listCount).toBe(10)
  })

  it('offers its default model without a list', async () => {
    server.scriptOnly('list', { refusal: { status: 503 } })
    expect(await create().models?.()).toEqual([MODEL])
  })

  it.each(['gemini-../../v1/files', 'gemini-3?key=', 'gpt-4o', 'gemini-'])('does not serve %s', (model) => {
    expect(create().serves(model)).toBe(false)
  })
})
