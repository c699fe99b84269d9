import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { CALLS } from '@vee/contract/http/index'
import { createTestServers, type TestServers } from './fixtures/test-server.ts'

// Tests the claims of docs/security.md about every response, log and search, not only about a single call.

const PASSPHRASE = 'quiet harbour'
const PASSWORD = 'louder harbour 2'

let servers: TestServers
let url: string
let log = ''

beforeAll(async () => {
  servers = await createTestServers({ logStream: { write: (line) => void (log += line) } })
  const { directory } = servers
  mkdirSync(join(directory, 'assets'))
  writeFileSync(join(directory, 'index.html'), '<!doctype html><title>Vee</title>')
  writeFileSync(join(directory, 'sandbox.html'), '<!doctype html><title>Sandbox</title>')
  writeFileSync(join(directory, 'assets/app-1a2b3c4d.js'), 'export {}')
  url = await servers.start({ LOG_LEVEL: 'info', METRICS_TOKEN: 'a-long-random-word' })
})
afterEach(() => vi.restoreAllMocks())
afterAll(() => servers.close())

const send = (method: string, path: string, body?: object, token?: string) =>
  fetch(`${url}${path}`, {
    method,
    headers: {
      ...(body && { 'content-type': 'application/json' }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })

async function member(): Promise<string> {
  const email = `${crypto.randomUUID()}@example.org`
  const response = await send('POST', '/api/auth/register', { email, password: PASSWORD, acceptTerms: true })
  return ((await response.json()) as { token: string }).token
}

const question = { messages: [{ role: 'user', content: 'Good day' }] }

it('adds security headers to every response: endpoints, streams, pages, files, and 404', async () => {
  const asked: readonly (readonly [method: string, path: string, body?: object | undefined])[] = [
    ...CALLS.map(
      ({ method, path, body }) =>
        [
          method,
          `/api${path.replaceAll(/\{\w+\}/g, 'nothing')}`,
          body?.kind === 'json' ? {} : undefined,
        ] as const,
    ),
    ['POST', '/api/chat', { ...question, stream: true }],
    ['POST', '/api/chat', question],
    ['GET', '/api/nothing'],
    ['GET', '/api/openapi.json'],
    ['GET', '/api/docs'],
    ['GET', '/'],
    ['GET', '/ja-JP/anything'],
    ['GET', '/assets/app-1a2b3c4d.js'],
    ['GET', '/assets/nothing.js'],
    ['GET', '/sandbox.html'],
    ['PROPFIND', '/'],
  ]
  const wrong: string[] = []
  const statuses = new Set<number>()
  for (const [method, path, body] of asked) {
    const response = await send(method, path, body)
    const text = await response.text()
    statuses.add(response.status)
    const header = (name: string) => response.headers.get(name) ?? ''
    const policy = header('content-security-policy')
    const scripts = /script-src [^;]*/.exec(policy)?.[0] ?? ''
    const isApi = path.startsWith('/api')
    const held: Readonly<Record<string, boolean>> = {
      'no guessed types': header('x-content-type-options') === 'nosniff',
      'no referrer': header('referrer-policy') === 'no-referrer',
      'a policy that denies by default': policy.includes("default-src 'none'"),
      'no framing by other sites': /frame-ancestors '(?:none|self)'/.test(policy),
      'no inline scripts': path === '/sandbox.html' || !scripts.includes('unsafe-inline'),
      'no caching': (!isApi && response.ok) || /no-store/.test(header('cache-control')),
      'a type with a character set':
        text === '' || /charset=utf-8|^application\/(?:\w+\+)?json/.test(header('content-type')),
      'no server header': header('server') + header('x-powered-by') === '',
      'no access for other origins': header('access-control-allow-origin') === '',
      'no cookie': header('set-cookie') === '',
    }
    for (const [what, isHeld] of Object.entries(held)) {
      if (!isHeld) wrong.push(`${method} ${path} (${response.status}): ${what}`)
    }
  }
  expect(wrong).toEqual([])
  // The responses include many status codes.
  for (const status of [200, 400, 401, 404]) expect(statuses).toContain(status)
})

it('logs successful and failed sign-ins by route and status, without personal data', async () => {
  const email = 'somebody.particular@example.org'
  log = ''
  await send('POST', '/api/auth/register', { email, password: PASSWORD, acceptTerms: true })
  const signedIn = await send('POST', '/api/auth/login', { email, password: PASSWORD })
  const { token } = (await signedIn.json()) as { token: string }
  await send('POST', '/api/auth/login', { email, password: 'a wrong password 7' })
  await send('POST', '/api/auth/global', { password: 'a wrong passphrase' })
  await send('GET', '/api/conversations')
  await send('GET', '/api/conversations', undefined, await sharedToken())
  await send('POST', '/api/chat', { messages: 'what was typed' }, token)
  await vi.waitFor(() => expect(log).toContain('"route":"/api/chat"'))
  const lines = log
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    // Jobs may write lines of their own meanwhile.
    .filter(({ msg }) => msg === 'answered')
  const seen = lines.map(
    ({ method, route, status }) => `${String(method)} ${String(route)} ${String(status)}`,
  )
  expect(seen).toEqual([
    'POST /api/auth/register 201',
    'POST /api/auth/login 200',
    'POST /api/auth/login 401',
    'POST /api/auth/global 401',
    'GET /api/conversations 401',
    'POST /api/auth/global 200',
    'GET /api/conversations 403',
    'POST /api/chat 400',
  ])
  for (const line of lines)
    expect(line).toMatchObject({ time: expect.any(Number), requestId: expect.any(String) })
  for (const secret of [email, 'somebody', PASSWORD, 'wrong pass', PASSPHRASE, token, 'what was typed']) {
    expect(log).not.toContain(secret)
  }
})

async function sharedToken(): Promise<string> {
  const response = await send('POST', '/api/auth/global', { password: PASSPHRASE })
  return ((await response.json()) as { token: string }).token
}

it('makes tokens of 32 bytes that no predictable source gives', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0.5)
  const tokens = await Promise.all(Array.from({ length: 20 }, sharedToken))
  expect(new Set(tokens).size).toBe(20)
  for (const token of tokens) expect(Buffer.from(token, 'base64url')).toHaveLength(32)
})

const keepMeeting = (token: string, title: string) =>
  send('POST', '/api/meetings', { title, participants: [title], tags: [title] }, token)

it('treats a search query as plain words, without special characters of the database', async () => {
  const [ann, bob] = [await member(), await member()]
  for (const title of ['100% sure', 'under_score', "O'Hara", 'Quay']) await keepMeeting(ann, title)
  await keepMeeting(bob, "Bob's own")
  const countFound = async (query: Readonly<Record<string, string>>) => {
    const response = await send(
      'GET',
      `/api/meetings?${new URLSearchParams(query).toString()}`,
      undefined,
      ann,
    )
    if (!response.ok) return response.status
    const { items } = (await response.json()) as { items: readonly { title: string }[] }
    return items.map(({ title }) => title)
  }
  for (const by of ['q', 'participant', 'tag']) {
    for (const said of ["'OR'1'='1", "x')OR(1=1", "';drop--table", 'Q\\uay', '1"OR"1"="1']) {
      expect(await countFound({ [by]: said })).toEqual([])
    }
  }
  for (const by of ['q', 'participant']) {
    expect(await countFound({ [by]: '%' })).toEqual(['100% sure'])
    expect(await countFound({ [by]: '_' })).toEqual(['under_score'])
    expect(await countFound({ [by]: "O'H" })).toEqual(["O'Hara"])
  }
  for (const sort of ['title;drop table meetings', '(select 1)', "title'", 'user_id']) {
    expect(await countFound({ sort })).toBe(400)
  }
  expect(await countFound({ sort: 'title' })).toHaveLength(4)
})

it('answers no page of a foreign name that resolves to this machine', async () => {
  const { port } = new URL(url)
  const statusOf = async (headers: Readonly<Record<string, string>>) => {
    const sent = request(`${url}/api/auth/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
    })
    sent.end(JSON.stringify({ email: 'eve@example.org', password: PASSWORD, acceptTerms: true }))
    const [response] = (await once(sent, 'response')) as [IncomingMessage]
    response.resume()
    return response.statusCode
  }
  const foreign = { host: `evil.example:${port}`, origin: `http://evil.example:${port}` }
  expect(await statusOf(foreign)).toBe(403)
  expect(await statusOf({ ...foreign, 'x-forwarded-for': '203.0.113.9' })).toBe(403)
  expect(await statusOf({ host: 'chat.example', 'x-forwarded-for': '203.0.113.9' })).toBe(201)
})
