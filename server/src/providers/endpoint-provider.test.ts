import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startBedrock } from '../../../fakes/bedrock/index.ts'
import { startGemini } from '../../../fakes/gemini/index.ts'
import { aRequest, describeLlmProvider } from '../../../fakes/llm-provider-suite.ts'
import { startUpstream, type Upstream } from '../../../fakes/upstream/index.ts'
import type { EndpointConnection } from './endpoint-connection.ts'
import { createEndpointProvider } from './endpoint-provider.ts'
import { endpointSpeech } from './speech/speech-registry.ts'
import { testEndpoint } from './test-endpoint.ts'

const KEY = 'sk-endpoint-123'
const NEVER = new AbortController().signal

const connection = (baseUrl: string, overrides: Partial<EndpointConnection> = {}): EndpointConnection => ({
  id: 'ep-1',
  name: 'Our models',
  protocol: 'openai',
  baseUrl,
  apiKey: KEY,
  headers: {},
  models: [],
  prices: null,
  transcriptionModel: null,
  speechModel: null,
  access: { kind: 'everyone' },
  ...overrides,
})
const provide = (endpointConnection: EndpointConnection, timeoutMs = 2_000) =>
  createEndpointProvider(endpointConnection, { modelPrimary: 'gpt-4o', timeoutMs })

describeLlmProvider('an endpoint with the OpenAI protocol', {
  model: 'house-model',
  apiKey: KEY,
  create: ({ upstreamUrl, timeoutMs }) =>
    provide(connection(`${upstreamUrl}/v1`, { models: ['house-model'] }), timeoutMs),
})
describeLlmProvider('an endpoint with the Anthropic protocol', {
  model: 'claude-house',
  apiKey: KEY,
  marksItsEnd: true,
  create: ({ upstreamUrl, timeoutMs }) =>
    provide(connection(upstreamUrl, { protocol: 'anthropic', models: ['claude-house'] }), timeoutMs),
})
describeLlmProvider('an endpoint with the Gemini protocol', {
  model: 'gemini-3.8-flash',
  apiKey: KEY,
  marksItsEnd: true,
  startVendor: startGemini,
  create: ({ upstreamUrl, timeoutMs }) =>
    provide(connection(upstreamUrl, { protocol: 'gemini', models: ['gemini-3.8-flash'] }), timeoutMs),
})
describeLlmProvider('an endpoint at Azure', {
  model: 'house-deployment',
  apiKey: KEY,
  create: ({ upstreamUrl, timeoutMs }) =>
    provide(connection(upstreamUrl, { protocol: 'azure', models: ['house-deployment'] }), timeoutMs),
})

describeLlmProvider('an endpoint at Amazon Bedrock', {
  model: 'claude-house',
  apiKey: KEY,
  marksItsEnd: true,
  startVendor: startBedrock,
  create: ({ upstreamUrl, timeoutMs }) =>
    provide(connection(upstreamUrl, { protocol: 'bedrock', models: ['claude-house'] }), timeoutMs),
})

describe('an endpoint', () => {
  let upstream: Upstream
  beforeAll(async () => {
    upstream = await startUpstream()
  })
  beforeEach(() => upstream.reset())
  afterAll(() => upstream.close())

  it.each(['openai', 'anthropic'] as const)(
    'lists the models of %s, without names that contain markup',
    async (protocol) => {
      upstream.offerModels(['gpt-4o', '<img src=x onerror=alert(1)>', 'text-embedding-3', 'llama3.2:latest'])
      const provider = provide(connection(`${upstream.url}/v1`, { protocol }))
      expect(await provider.availability()).toMatchObject({ available: true })
      expect(await provider.models?.()).toEqual(['gpt-4o', 'llama3.2:latest'])
      expect(provider.defaultModel()).toBe('gpt-4o')
    },
  )

  it('lists the models of Gemini with their sizes, and tests one', async () => {
    const gemini = await startGemini({ models: ['gemini-house', '<img>'], apiKey: KEY })
    try {
      const provider = provide(connection(gemini.url, { protocol: 'gemini' }))
      expect(await provider.models?.()).toEqual(['gemini-house'])
      expect(provider.describe?.('gemini-house')).toMatchObject({ contextTokens: 1_048_576 })
      const tested = (apiKey: string) =>
        testEndpoint(connection(gemini.url, { protocol: 'gemini', apiKey }), NEVER)
      expect(await tested(KEY)).toMatchObject({ isWorking: true, model: 'gemini-house' })
      expect(await tested('another')).toMatchObject({ isWorking: false, failure: 'key', status: 400 })
    } finally {
      await gemini.close()
    }
  })

  it('needs the names of deployments at Azure, and sends its key as Azure reads it', async () => {
    const azure = (models: readonly string[]) => connection(upstream.url, { protocol: 'azure', models })
    expect(await provide(azure([])).availability()).toMatchObject({
      available: false,
      hint: 'Enter their names as models.',
    })
    expect(upstream.listCount).toBe(0)
    expect(await testEndpoint(azure(['our-gpt']), NEVER)).toMatchObject({ isWorking: true, model: 'our-gpt' })
    const { path, headers } = await upstream.arrival(1)
    expect(path).toBe('/openai/v1/chat/completions')
    expect(headers).toMatchObject({ 'api-key': KEY })
    expect(headers).not.toHaveProperty('authorization')
    upstream.script({ refusal: { status: 404 } })
    expect(await testEndpoint(azure([]), NEVER)).toMatchObject({ failure: 'model', status: 404 })
  })

  it('does not offer options that Mistral rejects', () => {
    expect(provide(connection('https://api.mistral.ai/v1')).unsupported).toEqual(['logitBias'])
    expect(provide(connection('https://models.example.org/v1')).unsupported).toBeUndefined()
  })

  it('truncates a list of ten thousand models', async () => {
    upstream.offerModels(Array.from({ length: 10_000 }, (_, index) => `model-${index}`))
    expect(await provide(connection(`${upstream.url}/v1`)).models?.()).toHaveLength(1_000)
  })

  it('is unavailable without a list and without names', async () => {
    const provider = provide(connection('http://127.0.0.1:9/v1'))
    expect(await provider.availability()).toMatchObject({ available: false })
  })

  it('sends the headers of the host', async () => {
    const headers = { 'x-team': 'harbour' }
    const provider = provide(connection(`${upstream.url}/v1`, { models: ['house-model'], headers }))
    await provider.stream(aRequest('house-model'), NEVER, () => undefined)
    expect(upstream.requests[0]?.headers).toMatchObject({
      'x-team': 'harbour',
      authorization: `Bearer ${KEY}`,
    })
  })

  it('sends no bill when it is on this machine, unless the host has set prices', () => {
    const url = `${upstream.url}/v1`
    expect(provide(connection(url)).pricesOf?.('any')).toEqual({ input: 0, output: 0 })
    expect(provide(connection(url, { prices: { input: 1, output: 2 } })).pricesOf?.('any')).toEqual({
      input: 1,
      output: 2,
    })
    expect(provide(connection('https://models.example.org/v1')).pricesOf?.('any')).toBeUndefined()
  })

  it('transcribes and speaks where the host has named models for it', async () => {
    const url = `${upstream.url}/v1`
    expect(endpointSpeech(connection(url), 1_000)).toEqual({})
    const { stt, tts } = endpointSpeech(
      connection(url, { transcriptionModel: 'whisper-1', speechModel: 'tts-1' }),
      1_000,
    )
    const request = {
      audio: new Uint8Array([1, 2, 3]),
      container: 'wav',
      language: undefined,
      prompt: '',
      caller: 'ann',
    } as const
    expect(await stt?.transcribe(request, NEVER)).toMatchObject({ text: 'hello there' })
    expect(stt?.id).toBe('ep-1')
    expect(
      (await tts?.voices())?.every(({ id, provider }) => id.startsWith('ep-1_') && provider === 'ep-1'),
    ).toBe(true)
  })

  describe('under test', () => {
    it('returns the models and a real reply', async () => {
      upstream.offerModels(['house-model'])
      upstream.script({ text: 'Good day to you.' })
      expect(await testEndpoint(connection(`${upstream.url}/v1`), NEVER)).toMatchObject({
        isWorking: true,
        model: 'house-model',
        models: ['house-model'],
        reply: 'Good day to you.',
        failure: null,
      })
    })

    it.each([
      [401, 'key'],
      [403, 'key'],
      [404, 'model'],
      [429, 'busy'],
      [503, 'address'],
      [302, 'redirect'],
    ] as const)('explains status %i as %s', async (status, failure) => {
      upstream.offerModels(['house-model'])
      upstream.script({ refusal: { status } })
      expect(await testEndpoint(connection(`${upstream.url}/v1`), NEVER)).toMatchObject({
        isWorking: false,
        failure,
        status,
      })
    })

    it('explains a refused connection', async () => {
      expect(await testEndpoint(connection('http://127.0.0.1:9/v1'), NEVER)).toMatchObject({
        failure: 'address',
        models: null,
      })
    })
  })
})
