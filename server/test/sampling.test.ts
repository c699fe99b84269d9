import { afterEach, beforeEach, expect, it } from 'vitest'
import type { OfferedModel } from '@vee/contract/http/models'
import { startBedrock } from '../../fakes/bedrock/index.ts'
import { startGemini } from '../../fakes/gemini/index.ts'
import { startUpstream, type Upstream } from '../../fakes/upstream/index.ts'
import { createTestServers, type TestServers } from './fixtures/test-server.ts'

// Sampling parameters of custom agents and of requests, up to the request that a vendor receives.

const SAMPLING = { temperature: 0.3, topP: 0.9, maxOutputTokens: 400 }

let upstream: Upstream
let gemini: Upstream
let servers: TestServers
let token: string

beforeEach(async () => {
  upstream = await startUpstream({ models: ['house-large'] })
  gemini = await startGemini({ apiKey: 'sk-house' })
  servers = await createTestServers()
  await servers.start()
  token = await servers.register('ann@example.org')
})
afterEach(async () => {
  await servers.close()
  await Promise.all([upstream.close(), gemini.close()])
})

const call = (method: string, path: string, body?: object) => servers.call(method, path, token, body)

async function addEndpoint(protocol: string, baseUrl: string, model: string): Promise<string> {
  const { json } = await call('POST', '/host/endpoints', {
    name: protocol,
    protocol,
    baseUrl,
    apiKey: 'sk-house',
    models: [model],
    prices: null,
    transcriptionModel: null,
    speechModel: null,
    access: { kind: 'everyone' },
    isEnabled: true,
  })
  return `${json.id}:${model}`
}

async function makeAgent(sampling: object = SAMPLING): Promise<string> {
  const { json } = await call('POST', '/agents', { name: 'Kai', purpose: 'Plans walks', sampling })
  return json.id
}

const ask = (agentId: string | undefined, model: string | undefined, more: object = {}) =>
  call('POST', '/chat', {
    ...(agentId !== undefined && { agentId }),
    model,
    messages: [{ role: 'user', content: 'Good morning' }],
    stream: false,
    ...more,
  })

it.each([
  ['openai', 'house-large', { temperature: 0.3, top_p: 0.9, max_tokens: 400 }],
  ['azure', 'house-large', { temperature: 0.3, top_p: 0.9, max_completion_tokens: 400 }],
  ['anthropic', 'house-large', { temperature: 0.3, top_p: 0.9, max_tokens: 400 }],
])('reach a model by the protocol %s', async (protocol, model, sent) => {
  const baseUrl = protocol === 'openai' ? `${upstream.url}/v1` : upstream.url
  const id = await addEndpoint(protocol, baseUrl, model)
  const { status, json } = await ask(await makeAgent(), id)
  expect([status, json.ignoredSampling]).toEqual([200, undefined])
  expect(upstream.requests.at(-1)?.json).toMatchObject(sent)
})

it('reach a model by the protocol of Gemini', async () => {
  const id = await addEndpoint('gemini', gemini.url, 'gemini-3.8-flash')
  expect((await ask(await makeAgent(), id)).status).toBe(200)
  expect(gemini.requests.at(-1)?.json).toMatchObject({
    // Google counts thoughts as part of a reply: there is room for them besides.
    generationConfig: { temperature: 0.3, topP: 0.9, maxOutputTokens: 400 + 2_048 },
  })
})

it('reach a model by the protocol of Amazon Bedrock', async () => {
  const bedrock = await startBedrock({
    models: ['eu.amazon.nova-pro-v1:0', 'eu.anthropic.claude-sonnet-5-5-v1:0'],
  })
  try {
    const agent = await makeAgent()
    const nova = await addEndpoint('bedrock', bedrock.url, 'eu.amazon.nova-pro-v1:0')
    expect((await ask(agent, nova)).json).not.toHaveProperty('ignoredSampling')
    const inferenceConfig = { temperature: 0.3, topP: 0.9, maxTokens: 400 }
    expect(bedrock.requests.at(-1)?.json).toMatchObject({ inferenceConfig })
    const claude = await addEndpoint('bedrock', bedrock.url, 'eu.anthropic.claude-sonnet-5-5-v1:0')
    expect((await ask(agent, claude)).json.ignoredSampling).toEqual(['topP'])
  } finally {
    await bedrock.close()
  }
})

it('of a request precede those of the agent', async () => {
  const id = await addEndpoint('openai', `${upstream.url}/v1`, 'house-large')
  await ask(await makeAgent(), id, { sampling: { temperature: 1.5 } })
  expect(upstream.requests.at(-1)?.json).toMatchObject({ temperature: 1.5, top_p: 0.9, max_tokens: 400 })
  await ask(undefined, id, { sampling: { maxOutputTokens: 50 } })
  expect(upstream.requests.at(-1)?.json).toMatchObject({ max_tokens: 50 })
  expect(upstream.requests.at(-1)?.json).not.toHaveProperty('temperature')
})

it('are not sent to models that are known to reject them, which the reply says', async () => {
  const agent = await makeAgent()
  const fixed = await addEndpoint('openai', `${upstream.url}/v1`, 'o3-mini')
  expect((await ask(agent, fixed)).json.ignoredSampling).toEqual(['temperature', 'topP'])
  expect(upstream.requests.at(-1)?.json).toMatchObject({ max_tokens: 400 })
  expect(upstream.requests.at(-1)?.json).not.toHaveProperty('temperature')
  const claude = await addEndpoint('anthropic', upstream.url, 'claude-sonnet-5-5')
  expect((await ask(agent, claude)).json.ignoredSampling).toEqual(['topP'])
  expect((await ask(agent, claude, { reasoningEffort: 'low' })).json.ignoredSampling).toEqual([
    'temperature',
    'topP',
  ])
  const { items } = (await call('GET', '/models')).json
  const builtin = items.find(({ provider }: OfferedModel) => provider.id === 'builtin').id
  expect((await ask(agent, builtin)).json.ignoredSampling).toEqual(['temperature', 'topP', 'maxOutputTokens'])
})

it('are left out once a model rejects them, and from then on at once', async () => {
  const agent = await makeAgent()
  const id = await addEndpoint('openai', `${upstream.url}/v1`, 'house-large')
  upstream.script({ refusal: { status: 400, code: 'unsupported_value' } }, { text: 'Hello' })
  const { status, json } = await ask(agent, id)
  expect([status, json.content]).toEqual([200, 'Hello'])
  expect(json.ignoredSampling).toEqual(['temperature', 'topP', 'maxOutputTokens'])
  const before = upstream.requests.length
  expect((await ask(agent, id)).json.ignoredSampling).toHaveLength(3)
  expect(upstream.requests).toHaveLength(before + 1)
})

it('do not hide that a request is rejected for another reason', async () => {
  const id = await addEndpoint('openai', `${upstream.url}/v1`, 'house-large')
  const refusal = { refusal: { status: 400, code: 'context_length_exceeded' } }
  upstream.script(refusal, refusal)
  expect((await ask(await makeAgent(), id)).status).toBeGreaterThanOrEqual(400)
  upstream.reset()
  expect((await ask(await makeAgent({ temperature: 1 }), id)).json.ignoredSampling).toBeUndefined()
})

it.each([
  { temperature: 2.1 },
  { temperature: '1' },
  { topP: 0 },
  { maxOutputTokens: 1 },
  { maxOutputTokens: 20.5 },
])('are rejected as %j', async (sampling) => {
  expect((await call('POST', '/agents', { name: 'Kai', purpose: 'x', sampling })).status).toBe(400)
  expect((await ask(undefined, undefined, { sampling })).status).toBe(400)
})

it('stay when other fields of an agent change, and are in its file', async () => {
  const id = await makeAgent()
  await call('PATCH', `/agents/${id}`, { purpose: 'Plans long walks' })
  expect((await call('GET', `/agents/${id}`)).json.sampling).toEqual(SAMPLING)
  const file = (await call('GET', `/agents/${id}/export`)).json
  const { json } = await call('POST', '/agents/import', file)
  expect(json.sampling).toEqual(SAMPLING)
  // A file of an older version has none.
  const { sampling: _, ...older } = file.agent
  const imported = await call('POST', '/agents/import', { ...file, agent: older })
  expect(imported.json.sampling).toEqual({ temperature: null, topP: null, maxOutputTokens: null })
})
