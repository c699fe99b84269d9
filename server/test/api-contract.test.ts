import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startUpstream, type Upstream } from '../../fakes/upstream/index.ts'
import { createTestServers, type TestServers } from './fixtures/test-server.ts'

// Clarifications of the wire contract, tested against the whole app with a fake vendor.

let upstream: Upstream
let servers: TestServers
let api: string
let token: string

beforeAll(async () => {
  upstream = await startUpstream()
  servers = await createTestServers()
  const url = await servers.start({ OPENAI_API_KEY: 'sk-vendor', OPENAI_BASE_URL: `${upstream.url}/v1` })
  api = `${url}/api`
  token = String((await send('POST', '/auth/register', account('ann@example.org'))).json['token'])
})
afterAll(async () => {
  await servers.close()
  await upstream.close()
})

const account = (email: string) => ({ email, password: 'quiet harbour 1', acceptTerms: true })

async function send(method: string, path: string, body?: unknown) {
  const response = await fetch(`${api}${path}`, {
    method,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.includes('json') ?? false
  const json = (isJson ? JSON.parse(text) : {}) as Record<string, unknown>
  return { status: response.status, headers: response.headers, text, json }
}

const LIMITS = ['ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset']
const hasLimits = (headers: Headers) => LIMITS.every((name) => /^\d+$/.test(headers.get(name) ?? ''))

it('the published contract describes the response to an id with NUL, for every path with an id', async () => {
  const { paths } = (await send('GET', '/openapi.json')).json as {
    paths: Record<string, Record<string, { responses: Record<string, { 'x-error-codes'?: string[] }> }>>
  }
  expect((await send('GET', '/openai/v1/models/%00')).status).toBe(404)
  for (const [path, operations] of Object.entries(paths).filter(([path]) => path.includes('{')))
    for (const [method, { responses }] of Object.entries(operations)) {
      const described = responses[404]
      const codes = described?.['x-error-codes'] ?? (path.startsWith('/scim') && described && ['NOT_FOUND'])
      expect(codes, `${method} ${path}`).toContain('NOT_FOUND')
    }
})

describe('NUL alone, which cannot be stored', () => {
  it.each([
    ['a participant', { participants: ['\0'] }],
    ['a tag', { tags: ['\0'] }],
    ["an action item's text", { actionItems: [{ text: '\0' }] }],
    ["an action item's id", { actionItems: [{ id: '\0', text: 'Call' }] }],
    ["a mark's id", { marks: [{ id: '\0', at: 1 }] }],
  ])('is rejected as %s, and no list fails because of it', async (_, fields) => {
    expect((await send('POST', '/meetings', fields)).json).toMatchObject({ error: 'VALIDATION' })
    expect((await send('POST', '/meetings/import', { meetings: [{ id: 'm', ...fields }] })).status).toBe(400)
    const { json } = await send('POST', '/meetings', { title: 'Sound' })
    expect((await send('PATCH', `/meetings/${String(json['id'])}`, fields)).status).toBe(400)
    expect((await send('GET', '/meetings')).status).toBe(200)
    expect((await send('GET', '/meetings/export')).status).toBe(200)
  })

  it('is removed from comma-separated names', async () => {
    const { status, json } = await send('POST', '/meetings', { participants: 'Ada,\0' })
    expect([status, json['participants']]).toEqual([201, ['Ada']])
  })
})

it.each(['\0', ' \n ', '\u200b', '\u2060\ufeff', '\u3164'])(
  'a message without a visible character (%j) is empty',
  async (content) => {
    const { status, json } = await send('POST', '/chat', { messages: [{ role: 'user', content }] })
    expect([status, json['error'], json['message']]).toEqual([
      400,
      'MESSAGE_EMPTY',
      'Message cannot be empty',
    ])
  },
)

it('the server generates missing ids of action items', async () => {
  const item = { text: 'Call', assignee: 'Ann', done: false, dueDate: null }
  const { status, json } = await send('POST', '/meetings', { actionItems: [item, item] })
  expect(status).toBe(201)
  const ids = (json['actionItems'] as { id: string }[]).map(({ id }) => id)
  expect(new Set(ids).size).toBe(2)
  const put = { actionItemChanges: { put: [{ text: 'Write' }] } }
  const changed = await send('PATCH', `/meetings/${String(json['id'])}`, put)
  expect(changed.json['actionItems']).toHaveLength(3)
})

it.each([
  ['POST', '/meetings'],
  ['POST', '/cost'],
  ['POST', '/organizations'],
  ['POST', '/chat'],
])('a null body is rejected: %s %s', async (method, path) => {
  expect((await send(method, path, null)).json).toMatchObject({ error: 'VALIDATION' })
})

it('every response of a limited route has the RateLimit headers', async () => {
  const asked = { messages: [{ role: 'user', content: 'Hello' }] }
  const answers = [
    await send('POST', '/chat', asked),
    await send('POST', '/chat', { messages: [] }),
    await send('POST', '/tts', { text: 'Hello' }),
    await send('POST', '/tts', {}),
    await send('POST', '/auth/login', { email: 'ann@example.org', password: 'quiet harbour 1' }),
    await send('POST', '/auth/login', { email: 'ann@example.org', password: 'wrong' }),
    await send('POST', '/auth/login', {}),
    await send('POST', '/auth/global', { password: 'quiet harbour' }),
    await send('POST', '/auth/global', { password: 'wrong' }),
    await send('POST', '/auth/register', account('bob@example.org')),
    await send('POST', '/auth/register', account('bob@example.org')),
  ]
  expect(answers.map(({ status }) => status)).toEqual([200, 400, 200, 400, 200, 401, 400, 200, 401, 201, 409])
  expect(answers.map(({ headers }) => hasLimits(headers))).toEqual(answers.map(() => true))
})

it('the cost of speech is known when its response has ended', async () => {
  await send('POST', '/cost', {})
  await send('POST', '/tts', { text: 'Hello there' })
  expect(Number((await send('GET', '/cost/session')).json['sessionCost'])).toBeGreaterThan(0)
})

it('the published contract names every header and status', async () => {
  const { json } = await send('GET', '/openapi.json')
  const headers = { 'RateLimit-Limit': {}, 'RateLimit-Remaining': {}, 'RateLimit-Reset': {} }
  const own = ['X-Own-Key-OpenAI', 'X-Own-Key-Anthropic', 'X-Own-Key-Gemini', 'X-Own-Key-Mistral'].map(
    (name) => expect.objectContaining({ name, in: 'header' }) as unknown,
  )
  const openAiError = {
    content: { 'application/json': { schema: { $ref: '#/components/schemas/OpenAiError' } } },
  }
  expect(json).toMatchObject({
    paths: {
      '/tts': {
        post: {
          parameters: expect.arrayContaining(own) as unknown,
          responses: {
            200: { headers: { ...headers, 'X-TTS-Provider': {}, 'X-TTS-Voice': {} } },
            429: { headers: { ...headers, 'Retry-After': {} } },
          },
        },
      },
      '/chat': {
        post: { parameters: expect.arrayContaining(own) as unknown, responses: { 400: { headers } } },
      },
      '/auth/login': { post: { responses: { 200: { headers }, 403: {} } } },
      '/agents': { get: { responses: { 400: {} } } },
      '/openai/v1/chat/completions': { post: { responses: { 400: openAiError } } },
    },
  })
})
