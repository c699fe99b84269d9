import { ApiError, FunctionCallingConfigMode, GoogleGenAI, ThinkingLevel, type Content } from '@google/genai'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { collect } from '../../../../fakes/collect.ts'
import { startGemini } from '../../../../fakes/gemini/index.ts'
import { aRequest } from '../../../../fakes/llm-provider-suite.ts'
import type { FakeVendor } from '../../../../fakes/upstream/fake-vendor.ts'
import type { LlmMessage, LlmRequest } from '../llm/llm.ts'
import { createGemini } from './gemini.ts'
import { failureOf } from '../fixtures/failure-of.ts'

// Runs Google's published client against the fake, so that the fake follows the vendor and not our adapter: the
// client must understand its responses, and send what the adapter sends.

const KEY = 'key-of-the-host'
const MODEL = 'gemini-3.8-flash'

let server: FakeVendor
beforeAll(async () => {
  server = await startGemini({ apiKey: KEY, models: [MODEL] })
})
afterAll(() => server.close())
beforeEach(() => server.reset())

// Its default version is v1.
const clientWith = (apiKey: string, apiVersion?: string) =>
  new GoogleGenAI({ apiKey, httpOptions: { baseUrl: server.url, ...(apiVersion && { apiVersion }) } })
const client = (apiVersion?: string) => clientWith(KEY, apiVersion)
const parameters = {
  type: 'object',
  properties: { city: { type: 'string' } },
  required: ['city'],
  additionalProperties: false,
}
const tool = { name: 'get_weather', description: 'The weather of a city.', parameters }
const declaration = { name: tool.name, description: tool.description, parametersJsonSchema: parameters }
const call = { id: 'call_1', name: 'get_weather', arguments: '{"city":"Zürich"}' }

async function streamed(contents: string | Content[], config: object = {}, apiVersion?: string) {
  const stream = await client(apiVersion).models.generateContentStream({ model: MODEL, contents, config })
  return collect(stream)
}
const streamByAdapter = (overrides: Partial<LlmRequest>) =>
  createGemini({ apiKey: KEY, baseUrl: server.url, modelPrimary: MODEL, timeoutMs: 5_000 }).stream(
    aRequest(MODEL, overrides),
    new AbortController().signal,
    () => undefined,
  )
/** What the server receives for a request. */
async function received(count: number) {
  const { method, path, query, headers, json } = await server.arrival(count)
  return {
    method,
    path,
    query: [...query],
    key: headers['x-goog-api-key'],
    type: headers['content-type'],
    json,
  }
}

describe("Google's client against the fake", () => {
  it('reads text, thoughts and usage of a stream', async () => {
    server.script({
      reasoning: 'They greet me.',
      text: 'Grüße, 会議は三時です.',
      usage: { promptTokens: 120, completionTokens: 30, cachedTokens: 100, reasoningTokens: 20 },
    })
    const chunks = await streamed('Good morning', { thinkingConfig: { includeThoughts: true } })
    const parts = chunks.flatMap(({ candidates }) => candidates?.[0]?.content?.parts ?? [])
    const textOf = (isThought: boolean) =>
      parts.map(({ text, thought = false }) => (thought === isThought ? text : '')).join('')
    expect([textOf(true), textOf(false)]).toEqual(['They greet me.', 'Grüße, 会議は三時です.'])
    expect(chunks.at(-1)).toMatchObject({
      candidates: [{ finishReason: 'STOP' }],
      usageMetadata: {
        promptTokenCount: 120,
        cachedContentTokenCount: 100,
        candidatesTokenCount: 10,
        thoughtsTokenCount: 20,
        totalTokenCount: 150,
      },
    })
  })

  it('reads a response that is not streamed', async () => {
    server.script({ text: 'Good morning.' })
    const response = await client().models.generateContent({ model: MODEL, contents: 'Hello' })
    expect(response.text).toBe('Good morning.')
  })

  it('calls functions, and continues the chat with their results and signatures', async () => {
    server.script({ text: '', toolCalls: [call] }, { text: 'Rain.' })
    const chat = client().chats.create({
      model: MODEL,
      config: { tools: [{ functionDeclarations: [declaration] }] },
    })
    const first = await chat.sendMessage({ message: 'How is the weather in Zürich?' })
    expect(first.functionCalls).toEqual([{ id: 'call_1', name: 'get_weather', args: { city: 'Zürich' } }])
    const second = await chat.sendMessage({
      message: {
        functionResponse: { id: 'call_1', name: 'get_weather', response: { output: 'Rain' } },
      },
    })
    expect(second.text).toBe('Rain.')
  })

  it('reads why a prompt was blocked', async () => {
    server.script({ isPromptBlocked: true, vendorReason: 'PROHIBITED_CONTENT' })
    const response = await client().models.generateContent({ model: MODEL, contents: 'Hello' })
    expect(response.promptFeedback?.blockReason).toBe('PROHIBITED_CONTENT')
  })

  it('sends the same request as the adapter', async () => {
    const messages: LlmMessage[] = [
      {
        role: 'user',
        content: 'How is the weather here?',
        images: [{ mediaType: 'image/png', data: 'iVBORw0KGgo=', width: 10, height: 10 }],
      },
      { role: 'assistant', content: 'Let me look.', tool_calls: [call] },
      { role: 'tool', content: 'Rain', tool_call_id: 'call_1' },
    ]
    await streamByAdapter({
      system: 'You are V.',
      messages,
      tools: [tool],
      toolChoice: { name: 'get_weather' },
      maxOutputTokens: 100,
      reasoningEffort: 'high',
      options: { temperature: 0.3, topP: 0.9, seed: 7, stop: ['END'], presencePenalty: 0.5 },
    })
    await streamed(
      [
        {
          role: 'user',
          parts: [
            { inlineData: { mimeType: 'image/png', data: 'iVBORw0KGgo=' } },
            { text: 'How is the weather here?' },
          ],
        },
        {
          role: 'model',
          parts: [
            { text: 'Let me look.' },
            {
              functionCall: { id: 'call_1', name: 'get_weather', args: { city: 'Zürich' } },
              thoughtSignature: 'skip_thought_signature_validator',
            },
          ],
        },
        {
          role: 'user',
          parts: [{ functionResponse: { id: 'call_1', name: 'get_weather', response: { output: 'Rain' } } }],
        },
      ],
      {
        systemInstruction: { parts: [{ text: 'You are V.' }] },
        tools: [{ functionDeclarations: [declaration] }],
        toolConfig: {
          functionCallingConfig: {
            mode: FunctionCallingConfigMode.ANY,
            allowedFunctionNames: ['get_weather'],
          },
        },
        maxOutputTokens: 16_484,
        temperature: 0.3,
        topP: 0.9,
        seed: 7,
        stopSequences: ['END'],
        presencePenalty: 0.5,
        thinkingConfig: { includeThoughts: true, thinkingLevel: ThinkingLevel.HIGH },
      },
      'v1beta',
    )
    expect(await received(2)).toEqual(await received(1))
  })

  it('lists the models over several pages, with their sizes', async () => {
    server.offerModels([MODEL, 'gemini-4-argon'])
    const models = await collect(await client().models.list({ config: { pageSize: 1 } }))
    expect(server.listCount).toBe(4)
    expect(models.map(({ name }) => name)).toContain('models/gemini-4-argon')
    expect(models[0]).toMatchObject({ inputTokenLimit: 1_048_576, outputTokenLimit: 65_536 })
  })

  it('reads its errors', async () => {
    const asked = (
      key: string,
      model = MODEL,
      contents: Content[] = [{ role: 'user', parts: [{ text: 'Hi' }] }],
    ) => failureOf(clientWith(key).models.generateContentStream({ model, contents }))
    const rejected = await asked('another')
    expect(rejected).toBeInstanceOf(ApiError)
    expect(rejected).toMatchObject({ status: 400, message: expect.stringContaining('API_KEY_INVALID') })
    expect(await asked(KEY, 'gemini-99')).toMatchObject({ status: 404 })
    const unsigned: Content[] = [
      { role: 'user', parts: [{ text: 'Hi' }] },
      { role: 'model', parts: [{ functionCall: { name: 'get_weather', args: {} } }] },
      { role: 'user', parts: [{ functionResponse: { name: 'get_weather', response: {} } }] },
    ]
    expect(await asked(KEY, MODEL, unsigned)).toMatchObject({
      status: 400,
      message: expect.stringContaining('thought_signature'),
    })
    server.script({ refusal: { status: 429, retryAfter: '7' } })
    expect(await asked(KEY)).toMatchObject({
      status: 429,
      message: expect.stringContaining('RESOURCE_EXHAUSTED'),
    })
  })
})
