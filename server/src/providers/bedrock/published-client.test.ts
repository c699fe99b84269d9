import {
  AccessDeniedException,
  BedrockRuntimeClient,
  type ConverseStreamCommandInput,
  ConverseStreamCommand,
} from '@aws-sdk/client-bedrock-runtime'
import { NodeHttpHandler } from '@smithy/node-http-handler'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startBedrock } from '../../../../fakes/bedrock/index.ts'
import { collect } from '../../../../fakes/collect.ts'
import { aRequest } from '../../../../fakes/llm-provider-suite.ts'
import type { FakeVendor } from '../../../../fakes/upstream/fake-vendor.ts'
import type { LlmEvent, LlmMessage, LlmRequest } from '../llm/llm.ts'
import { streamConverse } from './bedrock.ts'

// Runs Amazon's published client against the fake, so that the fake follows the vendor and not our adapter: the client
// must understand its responses, and send what the adapter sends.

const MODEL = 'eu.anthropic.claude-sonnet-5-5-v1:0'
const ACCESS_KEY = { accessKeyId: 'EXAMPLEKEYOFTHEHOST0', secretAccessKey: 'a/secret+of-the-host' }
const API_KEY = 'bedrock-api-key-1'

let server: FakeVendor
beforeAll(async () => {
  server = await startBedrock({ models: [MODEL], apiKey: API_KEY, accessKey: ACCESS_KEY })
})
afterAll(() => server.close())
beforeEach(() => server.reset())

const client = (credentials = ACCESS_KEY) =>
  new BedrockRuntimeClient({
    region: 'us-east-1',
    endpoint: server.url,
    credentials,
    maxAttempts: 1,
    requestHandler: new NodeHttpHandler(),
  })

async function streamed(input: Partial<ConverseStreamCommandInput>, credentials = ACCESS_KEY) {
  const { stream } = await client(credentials).send(
    new ConverseStreamCommand({
      modelId: MODEL,
      messages: [{ role: 'user', content: [{ text: 'Good morning' }] }],
      ...input,
    }),
  )
  return stream ? collect(stream) : []
}
async function ask(overrides: Partial<LlmRequest> = {}, apiKey = API_KEY): Promise<readonly LlmEvent[]> {
  const events: LlmEvent[] = []
  await streamConverse(
    { provider: { id: 'ep-1', name: 'Bedrock' }, baseUrl: server.url, apiKey, timeoutMs: 5_000 },
    aRequest(MODEL, overrides),
    new AbortController().signal,
    (event) => events.push(event),
  )
  return events
}

const parameters = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] }
const tool = { name: 'get_weather', description: 'The weather of a city.', parameters }
const call = { id: 'call_1', name: 'get_weather', arguments: '{"city":"Zürich"}' }

/** What the server receives for a request, with the access key, the region and the service that signed it. */
const received = async (count: number) => {
  const { method, path, headers, json } = await server.arrival(count)
  const credential = /Credential=([^,]+)/.exec(headers['authorization'] ?? '')?.[1]
  return { method, path, json, credential, type: headers['content-type'] }
}

describe("Amazon's client against the fake", () => {
  it('reads text, thoughts, calls and usage of a stream', async () => {
    server.script({
      reasoning: 'They greet me.',
      text: 'Grüße, 会議は三時です.',
      toolCalls: [call],
      usage: { promptTokens: 120, completionTokens: 30, cachedTokens: 100 },
    })
    const events = await streamed({})
    const deltas = events.flatMap(({ contentBlockDelta }) => contentBlockDelta?.delta ?? [])
    expect(deltas.map(({ text = '' }) => text).join('')).toBe('Grüße, 会議は三時です.')
    expect(deltas.map(({ reasoningContent }) => reasoningContent?.text ?? '').join('')).toBe('They greet me.')
    expect(deltas.map(({ toolUse }) => toolUse?.input ?? '').join('')).toBe(call.arguments)
    expect(
      events.find(({ contentBlockStart }) => contentBlockStart)?.contentBlockStart?.start?.toolUse,
    ).toEqual({
      toolUseId: 'call_1',
      name: 'get_weather',
    })
    expect(events.at(-1)?.metadata?.usage).toMatchObject({
      inputTokens: 20,
      outputTokens: 30,
      cacheReadInputTokens: 100,
    })
  })

  it('sends the same request as the adapter, with the same signature headers', async () => {
    const messages: LlmMessage[] = [
      {
        role: 'user',
        content: 'How is the weather here?',
        images: [{ mediaType: 'image/png', data: 'iVBORw0KGgo=', width: 10, height: 10 }],
      },
      { role: 'assistant', content: 'Let me look.', tool_calls: [call] },
      { role: 'tool', content: 'Rain', tool_call_id: 'call_1' },
    ]
    const { accessKeyId, secretAccessKey } = ACCESS_KEY
    await ask(
      {
        system: 'You are V.',
        messages,
        tools: [tool],
        toolChoice: { name: 'get_weather' },
        maxOutputTokens: 100,
        options: { temperature: 0.25, topP: 0.5, stop: ['END'] },
      },
      `${accessKeyId}:${secretAccessKey}`,
    )
    await streamed({
      system: [{ text: 'You are V.' }],
      messages: [
        {
          role: 'user',
          content: [
            { image: { format: 'png', source: { bytes: Buffer.from('iVBORw0KGgo=', 'base64') } } },
            { text: 'How is the weather here?' },
          ],
        },
        {
          role: 'assistant',
          content: [
            { text: 'Let me look.' },
            { toolUse: { toolUseId: 'call_1', name: 'get_weather', input: { city: 'Zürich' } } },
          ],
        },
        { role: 'user', content: [{ toolResult: { toolUseId: 'call_1', content: [{ text: 'Rain' }] } }] },
      ],
      inferenceConfig: { maxTokens: 100, temperature: 0.25, topP: 0.5, stopSequences: ['END'] },
      toolConfig: {
        tools: [
          { toolSpec: { name: tool.name, description: tool.description, inputSchema: { json: parameters } } },
        ],
        toolChoice: { tool: { name: 'get_weather' } },
      },
    })
    expect(await received(1)).toEqual(await received(2))
  })

  it('reads its errors, as the adapter does', async () => {
    const wrong = { ...ACCESS_KEY, secretAccessKey: 'another' }
    await expect(streamed({}, wrong)).rejects.toBeInstanceOf(AccessDeniedException)
    const { accessKeyId, secretAccessKey } = wrong
    await expect(ask({}, `${accessKeyId}:${secretAccessKey}`)).rejects.toMatchObject({ kind: 'unauthorized' })
    await expect(ask({}, 'another')).rejects.toMatchObject({ kind: 'unauthorized' })
    server.script({ ending: 'error-event' })
    await expect(streamed({})).rejects.toThrow('The model is overloaded.')
    await expect(ask()).rejects.toMatchObject({
      kind: 'broken',
      message: 'Bedrock: it failed while it answered (modelStreamErrorException).',
    })
  })
})

describe('Amazon Bedrock', () => {
  it('asks Claude for thoughts, without the sampling options that they exclude', async () => {
    await ask({ reasoningEffort: 'high', options: { temperature: 0.5 } })
    const { json } = await server.arrival(1)
    expect(json).toMatchObject({ additionalModelRequestFields: { thinking: { type: 'adaptive' } } })
    expect(json).not.toHaveProperty('inferenceConfig.temperature')
  })

  it('lists the tools of earlier calls, which the API requires, but offers none', async () => {
    const messages: LlmMessage[] = [
      { role: 'user', content: 'Weather?' },
      { role: 'assistant', content: '', tool_calls: [call] },
      { role: 'tool', content: 'Rain', tool_call_id: 'call_1' },
    ]
    expect((await ask({ messages })).at(-1)).toMatchObject({ type: 'finish', reason: 'stop' })
    expect((await server.arrival(1)).json).toMatchObject({
      toolConfig: { tools: [{ toolSpec: { name: 'get_weather', description: 'No longer available.' } }] },
    })
  })

  it.each([
    ['guardrail_intervened', 'content_filter'],
    ['content_filtered', 'content_filter'],
    ['stop_sequence', 'stop'],
    ['model_context_window_exceeded', 'length'],
  ])('understands the reason %s', async (vendorReason, reason) => {
    server.script({ text: 'Well', vendorReason })
    expect((await ask()).at(-1)).toMatchObject({ type: 'finish', reason })
  })

  it('fails on an unknown reason', async () => {
    server.script({ text: 'Well', vendorReason: 'malformed_tool_use' })
    await expect(ask()).rejects.toMatchObject({
      kind: 'broken',
      message: expect.stringContaining('malformed_tool_use'),
    })
  })
})
