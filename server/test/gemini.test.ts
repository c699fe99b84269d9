import { afterEach, beforeEach, expect, it } from 'vitest'
import { SIGNATURE } from '../../fakes/gemini/generate-content.ts'
import { startGemini } from '../../fakes/gemini/index.ts'
import type { FakeVendor } from '../../fakes/upstream/fake-vendor.ts'
import { createTestServers, type TestServers } from './fixtures/test-server.ts'

// Google Gemini over HTTP: by the environment, and as an endpoint that the host has added.

const KEY = 'AIza-house-9f8e7d'

let gemini: FakeVendor
let servers: TestServers

beforeEach(async () => {
  gemini = await startGemini({ models: ['gemini-3.8-flash', 'gemini-4-argon'], apiKey: KEY })
  servers = await createTestServers()
})
afterEach(async () => {
  await servers.close()
  await gemini.close()
})

const start = (variables?: Readonly<Record<string, string>>) => servers.start(variables)
const startWithKey = () => start({ GEMINI_API_KEY: KEY, GEMINI_BASE_URL: gemini.url })

const call = (method: string, path: string, body?: object, token?: string) =>
  servers.call(method, path, token, body)
const register = () => servers.register('hana@example.org')
const ask = (content: string, more: object = {}, message: object = {}) =>
  call('POST', '/chat', { messages: [{ role: 'user', content, ...message }], stream: false, ...more })
/** The turns of the n-th request. */
const contentsOf = async (count: number) =>
  ((await gemini.arrival(count)).json as { contents: { role: string; parts: object[] }[] }).contents

it('replies with GEMINI_API_KEY, at the published price', async () => {
  await startWithKey()
  gemini.script({ text: 'Good morning.', usage: { promptTokens: 1_000, completionTokens: 100 } })
  expect((await ask('Hello')).json).toMatchObject({
    provider: 'gemini',
    model: 'gemini-3.8-flash',
    content: 'Good morning.',
    costUsd: 0.002_25,
  })
})

it('runs tools, and returns the signature of the call with the result', async () => {
  await startWithKey()
  const toolCall = { id: '', name: 'calculate', arguments: '{"expression":"6*7"}' }
  gemini.script({ text: '', toolCalls: [toolCall] }, { text: 'It is 42.' })
  expect((await ask('What is six times seven?')).json.content).toBe('It is 42.')
  expect((await contentsOf(2)).slice(-2)).toMatchObject([
    { role: 'model', parts: [{ functionCall: { name: 'calculate' }, thoughtSignature: SIGNATURE }] },
    { role: 'user', parts: [{ functionResponse: { name: 'calculate' } }] },
  ])
  expect(JSON.stringify((await contentsOf(2)).at(-1))).toContain('42')
})

it('reports a blocked prompt as filtered, and asks once', async () => {
  await startWithKey()
  gemini.script({ isPromptBlocked: true, vendorReason: 'PROHIBITED_CONTENT' })
  expect((await ask('Hello')).json).toMatchObject({ finishReason: 'content_filter' })
  expect(gemini.requests).toHaveLength(1)
})

it('sends an image as inline data before the text', async () => {
  await startWithKey()
  const pixel = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  )
  const form = new FormData()
  form.append('file', new File([pixel], 'a.png', { type: 'image/png' }))
  const { json: attachment } = await call('POST', '/attachments', form)
  await ask('What is it?', {}, { attachments: [attachment] })
  expect((await contentsOf(1)).at(-1)).toMatchObject({
    role: 'user',
    parts: [
      { inlineData: { mimeType: 'image/png', data: pixel.toString('base64') } },
      { text: /What is it/ },
    ],
  })
})

it('does not reveal a wrong key', async () => {
  await start({ GEMINI_API_KEY: 'AIza-wrong-key-1', GEMINI_BASE_URL: gemini.url })
  const { status, text } = await ask('Hello')
  expect(status).toBe(502)
  expect(text).not.toContain('AIza')
})

it('replies by an endpoint that the host tests and adds, and lists its models with their sizes', async () => {
  await start()
  const host = await register()
  const draft = {
    name: 'Gemini',
    protocol: 'gemini',
    baseUrl: gemini.url,
    apiKey: KEY,
    models: [],
    prices: null,
    transcriptionModel: null,
    speechModel: null,
    access: { kind: 'everyone' },
    isEnabled: true,
  }
  const { protocol, baseUrl, apiKey, models } = draft
  const tested = await call('POST', '/host/endpoints/test', { protocol, baseUrl, apiKey, models }, host)
  expect(tested.json).toMatchObject({ isWorking: true, models: ['gemini-3.8-flash', 'gemini-4-argon'] })
  const { json: added } = await call('POST', '/host/endpoints', draft, host)
  expect((await ask('Hello', { model: `${added.id}:gemini-4-argon` })).json).toMatchObject({
    provider: added.id,
    model: 'gemini-4-argon',
  })
  const { items } = (await call('GET', '/models')).json
  expect(items).toContainEqual(
    expect.objectContaining({ name: 'gemini-4-argon', contextTokens: 1_048_576, outputTokens: 65_536 }),
  )
})
