import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { Validator } from '@seriousme/openapi-schema-validator'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { CALLS } from '@vee/contract/http/index'
import { startSmtp } from '../../fakes/smtp/index.ts'
import { createTestDatabase, type TestDatabase } from '#db/fixtures/test-database.ts'
import type { Database } from '#db/schema.ts'
import { type ServerApp, createApp } from '#app.ts'
import { readSettings } from '#settings/settings.ts'

const PASSPHRASE = 'quiet harbour'

let directory: string
let testDatabase: TestDatabase
let database: Database
let app: ServerApp
let url: string

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'vee-app-'))
  mkdirSync(join(directory, 'web', 'assets'), { recursive: true })
  writeFileSync(join(directory, 'web', 'index.html'), '<!doctype html><title>Vee</title>')
  mkdirSync(join(directory, 'web', 'pages'))
  writeFileSync(join(directory, 'web', 'pages', 'de-DE.html'), '<title>Sprich mit V – Vee</title>')
  writeFileSync(join(directory, 'web', 'assets', 'index-1a2b.js'), 'say()')
  writeFileSync(join(directory, 'web', 'assets', 'index-1a2b.js.br'), brotliCompressSync('say()'))
  testDatabase = await createTestDatabase()
  database = await testDatabase.open()
  await start()
})

afterEach(async () => {
  await app.stop()
  await testDatabase.remove()
  rmSync(directory, { recursive: true })
})

async function start(webDirectory = join(directory, 'web'), settings: Record<string, string> = {}) {
  app = await createApp({
    settings: readSettings({ PORT: '0', LOCAL_PROVIDERS: 'off', LOG_LEVEL: 'silent', ...settings }),
    database,
    passphrase: PASSPHRASE,
    webDirectory,
    searchPath: '',
    now: Date.now,
  })
  url = await app.listen()
}

const get = (path: string, headers: Record<string, string> = {}) => fetch(url + path, { headers })
const signIn = (body: unknown, headers: Record<string, string> = {}) =>
  fetch(`${url}/api/auth/global`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
async function freshToken(): Promise<string> {
  const { token } = (await (await signIn({ password: PASSPHRASE })).json()) as { token: string }
  return token
}
const chat = (headers: Record<string, string> = {}, more: object = {}) =>
  fetch(`${url}/api/chat`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ messages: [{ role: 'user', content: 'Good morning' }], stream: true, ...more }),
  })
const postJson = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  fetch(`${url}/api/auth/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

describe('identity', () => {
  it('starts without users', async () => {
    const response = await get('/api/auth')
    expect(response.status).toBe(200)
    expect(await response.json()).toEqual({ authenticated: false, user: null, tokenProvider: null })
  })

  it('signs in, identifies the user, signs out, and invalidates the token', async () => {
    const signedIn = await signIn({ password: PASSPHRASE, remember: true })
    expect(signedIn.status).toBe(200)
    const { token, user, tokenProvider } = (await signedIn.json()) as {
      token: string
      user: object
      tokenProvider: string
    }
    expect(tokenProvider).toBe('global')
    expect(user).toMatchObject({
      kind: 'global',
      email: null,
      subscription: { status: 'none', renewsAt: null },
    })

    const session = await get('/api/auth', bearer(token))
    expect(await session.json()).toEqual({
      authenticated: true,
      user,
      tokenProvider: 'global',
      hasPassword: false,
    })

    const signOut = () => fetch(`${url}/api/auth`, { method: 'DELETE', headers: bearer(token) })
    expect((await signOut()).status).toBe(204)
    expect((await signOut()).status).toBe(204)
    const dead = await get('/api/auth', bearer(token))
    expect(dead.status).toBe(401)
    expect(await dead.json()).toMatchObject({ error: 'SESSION_EXPIRED' })
  })

  it('signs out without any token', async () => {
    expect((await fetch(`${url}/api/auth`, { method: 'DELETE' })).status).toBe(204)
  })

  it.each([{}, { password: '' }])('requires the passphrase if it is missing (%j)', async (body) => {
    const response = await signIn(body)
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({
      error: 'VALIDATION',
      message: 'Global password is required.',
      details: [{ path: 'password' }],
    })
  })

  it('rejects a wrong passphrase, and any passphrase after five wrong ones', async () => {
    for (let tried = 0; tried < 5; tried += 1) {
      const response = await signIn({ password: 'wrong' })
      expect(response.status).toBe(401)
      expect(await response.json()).toMatchObject({
        error: 'INVALID_CREDENTIALS',
        message: 'Invalid credentials',
      })
    }
    const response = await signIn({ password: PASSPHRASE })
    expect(response.status).toBe(429)
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(890)
  })

  it('signs users in whose browser still sends an expired token', async () => {
    expect((await signIn({ password: PASSPHRASE }, bearer('dead'))).status).toBe(200)
  })

  it('rejects an expired token on every other endpoint', async () => {
    for (const path of ['/api/auth', '/api/agents', '/api/prompts/v_agent', '/api/tts/voices']) {
      const response = await get(path, bearer('dead'))
      expect([path, response.status]).toEqual([path, 401])
      expect(await response.json()).toMatchObject({ error: 'SESSION_EXPIRED' })
    }
  })

  it.each(['two words', '"quoted"', 'caf\u00e9'])(
    'treats %j as an invalid token, not as a missing one',
    async (token) => {
      expect((await get('/api/auth', bearer(token))).status).toBe(401)
    },
  )

  it.each(['Bearer', 'Bearer ', 'Basic dXNlcjpwYXNz'])('treats %j as no token', async (authorization) => {
    const response = await fetch(`${url}/api/auth`, { headers: { authorization } })
    expect(await response.json()).toMatchObject({ authenticated: false })
  })

  it('protects endpoints for signed-in users from visitors', async () => {
    const visitor = await get('/api/prompts/v_agent')
    expect(visitor.status).toBe(401)
    expect(await visitor.json()).toMatchObject({ error: 'UNAUTHORIZED' })
    expect((await get('/api/prompts/v_agent', bearer(await freshToken()))).status).toBe(200)
  })
})

describe('members', () => {
  const ann = { email: 'ann@example.org', password: 'quiet harbour 1' }
  const register = (more: object = {}) => postJson('register', { ...ann, acceptTerms: true, ...more })

  it('register, are identified, sign out and sign in again', async () => {
    const registered = await register()
    expect(registered.status).toBe(201)
    const { token, user, tokenProvider } = (await registered.json()) as Record<string, string>
    expect(tokenProvider).toBe('local')
    const session = await get('/api/auth', bearer(token ?? ''))
    expect(await session.json()).toEqual({
      authenticated: true,
      user,
      tokenProvider: 'local',
      isHost: true,
      hasPassword: true,
    })
    await fetch(`${url}/api/auth`, { method: 'DELETE', headers: bearer(token ?? '') })
    expect((await get('/api/auth', bearer(token ?? ''))).status).toBe(401)
    const signedIn = await postJson('login', { ...ann, remember: true })
    expect(signedIn.status).toBe(200)
    expect(await signedIn.json()).toEqual({
      token: expect.any(String),
      user,
      tokenProvider: 'local',
    })
    expect((await register()).status).toBe(409)
  })

  it.each([
    ['login', {}, 'Email and password are required.'],
    ['register', {}, 'Enter an email and password to continue.'],
    ['register', ann, 'You need to accept the terms to create an account.'],
  ])('get from %s the missing fields of %j', async (path, body, message) => {
    const response = await postJson(path, body)
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ error: 'VALIDATION', message })
  })

  it('have access to the agents of members', async () => {
    const { token } = (await (await register()).json()) as { token: string }
    const nerf = { agentId: 'nerf_agent' }
    expect((await chat({}, nerf)).status).toBe(403)
    expect((await chat(bearer(token), nerf)).status).toBe(200)
  })

  it('change their password while signed in, and only then', async () => {
    const { token } = (await (await register()).json()) as { token: string }
    const change = { currentPassword: ann.password, password: 'louder harbour 2' }
    expect((await postJson('change-password', change)).status).toBe(401)
    expect((await postJson('change-password', change, bearer('dead'))).status).toBe(401)
    expect((await postJson('change-password', change, bearer(token))).status).toBe(204)
    expect((await get('/api/auth', bearer(token))).status).toBe(200)
  })

  it('set a new password by a link in a mail', async () => {
    const smtp = await startSmtp()
    await app.stop()
    await start(undefined, { SMTP_URL: smtp.url })
    await register()
    const forgotten = await postJson('forgot-password', { email: ann.email })
    expect([forgotten.status, await forgotten.json()]).toEqual([202, { canSendMail: true }])
    await expect.poll(() => smtp.mails.length).toBe(1)
    const content = smtp.mails[0]?.content.replaceAll('=\n', '').replaceAll('=3D', '=') ?? ''
    const token = new RegExp(`${url}/en/login#reset=([\\w-]+)`).exec(content)?.[1]
    expect((await postJson('reset-password', { token, password: 'louder harbour 2' })).status).toBe(204)
    expect((await postJson('login', { ...ann, password: 'louder harbour 2' })).status).toBe(200)
    await smtp.close()
  })

  it('are informed that this server sends no mail', async () => {
    const forgotten = await postJson('forgot-password', { email: ann.email })
    expect([forgotten.status, await forgotten.json()]).toEqual([202, { canSendMail: false }])
  })
})

describe('limits', () => {
  beforeEach(async () => {
    await app.stop()
    await start(undefined, { DEMO_REPLIES_PER_DAY: '1', GLOBAL_REQUESTS_PER_HOUR: '2' })
  })

  it('limit a visitor whose demo replies are used up, and announce it before', async () => {
    const response = await chat()
    expect([response.status, await response.text()]).toEqual([200, expect.stringContaining('"type":"chunk"')])
    expect(await (await get('/api/rate-limit/status')).json()).toEqual({
      tier: 'visitor',
      limit: 1,
      used: 1,
      remaining: 0,
      resetsAt: expect.stringMatching(/T00:00:00\.000Z$/),
    })
    const refused = await chat()
    expect(refused.status).toBe(429)
    expect(await refused.json()).toMatchObject({ error: 'RATE_LIMITED' })
    expect(refused.headers.get('ratelimit-limit')).toBe('1')
    expect(refused.headers.get('ratelimit-remaining')).toBe('0')
    expect(refused.headers.get('ratelimit-reset')).toBe(refused.headers.get('retry-after'))
  })

  it('are those of the signed-in with a token, per address', async () => {
    const [first, second] = [await freshToken(), await freshToken()]
    expect((await chat(bearer(first))).status).toBe(200)
    expect((await chat(bearer(second))).status).toBe(200)
    expect((await chat(bearer(first))).status).toBe(429)
    expect((await chat()).status).toBe(200)
    expect(await (await get('/api/rate-limit/status', bearer(first))).json()).toMatchObject({
      tier: 'global',
      limit: null,
    })
  })
})

it('returns the plans to all callers, in their language, with any token', async () => {
  const response = await get('/api/plans', { 'accept-language': 'de', ...bearer('dead') })
  expect(response.status).toBe(200)
  const { plans } = (await response.json()) as { plans: { id: string; highlights: string[] }[] }
  expect(plans.map(({ id }) => id)).toEqual(['free', 'basic', 'creator', 'organization'])
  expect(plans[0]?.highlights).toContain('Ohne Karte, ohne Enddatum')
})

describe('the system', () => {
  const checks = { cache: 'ok', storage: 'ok' }
  it('is healthy and ready', async () => {
    expect(await (await get('/api/health')).json()).toEqual({
      status: 'ok',
      version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
      uptimeSeconds: expect.any(Number),
    })
    const ready = await get('/api/ready')
    expect(ready.status).toBe(200)
    expect(await ready.json()).toEqual({ status: 'ready', checks: { ...checks, database: 'ok' } })
  })

  it('is not ready without its database', async () => {
    await database.destroy()
    const ready = await get('/api/ready')
    expect(ready.status).toBe(503)
    expect(await ready.json()).toEqual({ status: 'unavailable', checks: { ...checks, database: 'failed' } })
    expect((await get('/api/health')).status).toBe(200)
    database = await testDatabase.open()
    await start()
  })
})

describe('the published contract', () => {
  it('is a valid OpenAPI 3.1 document with every endpoint, its responses and errors', async () => {
    const document = (await (await get('/api/openapi.json')).json()) as {
      openapi: string
      paths: Record<string, Record<string, { responses: Record<string, { 'x-error-codes'?: string[] }> }>>
    }
    expect(document.openapi).toMatch(/^3\.1\./)
    expect(await new Validator().validate(structuredClone(document))).toEqual({ valid: true })
    for (const call of CALLS) {
      const operation = document.paths[call.path]?.[call.method.toLowerCase()]
      const codes = Object.values(operation?.responses ?? {}).flatMap(
        (responseSpec) => responseSpec['x-error-codes'] ?? [],
      )
      expect(Object.keys(operation?.responses ?? {})).toEqual(
        expect.arrayContaining(Object.keys(call.responses)),
      )
      // Directories do not receive this API's error codes.
      const told = call.protocol === 'scim' ? [] : [...call.errors, 'INTERNAL']
      expect(codes).toEqual(expect.arrayContaining(told))
    }
  })

  it('documents tokens, forms and streams', async () => {
    const document = (await (await get('/api/openapi.json')).json()) as object
    expect(document).toMatchObject({
      paths: {
        '/prompts/{id}': {
          get: {
            security: [{ session: [] }],
            parameters: expect.arrayContaining([expect.objectContaining({ name: 'id', in: 'path' })]),
          },
        },
        '/chat/replies/{replyId}/stream': {
          get: { parameters: expect.arrayContaining([expect.objectContaining({ name: 'Last-Event-ID' })]) },
        },
        '/stt': {
          post: { requestBody: { content: { 'multipart/form-data': { schema: { required: ['audio'] } } } } },
        },
        '/chat': {
          post: { responses: { 200: { content: { 'application/json': {}, 'text/event-stream': {} } } } },
        },
        '/tts': { post: { responses: { 200: { content: { 'audio/mpeg': {}, 'audio/pcm': {} } } } } },
      },
    })
  })

  it('has a readable page without scripts', async () => {
    const page = await get('/api/docs')
    const html = await page.text()
    expect(page.headers.get('content-type')).toContain('text/html')
    for (const { path } of CALLS) expect(html).toContain(`<code>${path}</code>`)
    expect(html).not.toContain('<script')
    expect((await get('/api/docs/style.css')).headers.get('content-type')).toContain('text/css')
  })
})

describe('the web app', () => {
  it.each(['/', '/en/', '/ja-JP/settings', '/nonsense'])('is at %s', async (path) => {
    const page = await get(path)
    expect(page.status).toBe(200)
    expect(page.headers.get('cache-control')).toBe('no-cache')
    expect(page.headers.get('content-security-policy')).toMatch(/script-src 'self' 'wasm-unsafe-eval';/)
    expect(page.headers.get('permissions-policy')).toContain(
      'microphone=(self), camera=(self), display-capture=(self)',
    )
    expect(await page.text()).toContain('<title>Vee</title>')
  })

  it.each(['/de-DE', '/de-DE/', '/de-DE?redirect=x', '/de-DE/settings'])(
    'has a separate page for a language: %s',
    async (path) => {
      const page = await get(path)
      expect(page.headers.get('cache-control')).toBe('no-cache')
      expect(await page.text()).toContain('Sprich mit V')
    },
  )

  it("contains the host's URLs for previews, search engines and the footer", async () => {
    const head = '<head><meta property="og:image" content="/social.png"></head>'
    writeFileSync(join(directory, 'web', 'index.html'), head)
    writeFileSync(join(directory, 'web', 'robots.txt'), 'User-agent: *')
    await app.stop()
    await start(undefined, { PUBLIC_URL: 'https://vee.example', SOURCE_URL: 'https://git.example/vee?a&b' })
    for (const path of ['/', '/en/', '/nonsense']) {
      const html = await (await get(path)).text()
      expect(html).toContain('content="https://vee.example/social.png"')
      expect(html).toContain('<link rel="alternate" hreflang="de-DE" href="https://vee.example/de-DE/">')
      expect(html).toContain('<meta name="vee:source" content="https://git.example/vee?a&amp;b">')
    }
    const german = await get('/de-DE/', { 'accept-encoding': 'br' })
    expect(german.headers.get('content-encoding')).toBe('br')
    expect(await german.text()).toContain('Sprich mit V')
    const again = await get('/de-DE/', { 'if-none-match': german.headers.get('etag') ?? '' })
    expect(again.status).toBe(304)
    expect(await (await get('/robots.txt')).text()).toBe(
      'User-agent: *\nSitemap: https://vee.example/sitemap.xml\n',
    )
    const map = await get('/sitemap.xml')
    expect(map.headers.get('content-type')).toContain('xml')
    expect(await map.text()).toContain('<loc>https://vee.example/ja-JP/about</loc>')
  })

  it('allows the inline script of its page by hash only', async () => {
    const script = "document.title = 'a < b'"
    writeFileSync(join(directory, 'web', 'index.html'), `<title>Vee</title><script>${script}</script>`)
    await app.stop()
    await start(join(directory, 'web'))
    const hash = createHash('sha256').update(script).digest('base64')
    const policy = (await get('/en/')).headers.get('content-security-policy')
    expect(policy).toContain(`script-src 'self' 'wasm-unsafe-eval' 'sha256-${hash}';`)
  })

  it('has files with immutable caching, compressed in advance', async () => {
    const file = await get('/assets/index-1a2b.js', { 'accept-encoding': 'br' })
    expect(file.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(file.headers.get('content-encoding')).toBe('br')
    expect(file.headers.get('content-type')).toContain('javascript')
    expect(await file.text()).toBe('say()')
    const head = await fetch(`${url}/assets/index-1a2b.js`, { method: 'HEAD' })
    expect([head.status, head.headers.get('cache-control')]).toEqual([
      200,
      'public, max-age=31536000, immutable',
    ])
  })

  it.each(['/assets/index-gone.js', '/favicon.png', '/..%2fvee.db'])(
    'has no page in place of %s',
    async (path) => {
      const response = await get(path)
      expect(response.status).toBe(404)
      expect(await response.json()).toMatchObject({ error: 'NOT_FOUND' })
    },
  )

  it.each(['/en/v1.2', '/en/invite/%', '/en/invite/%00', '/en/invite/..x', '/en/invite/%2F..%2F', '/%E0%A4'])(
    'is returned for a navigation to %s',
    async (path) => {
      const page = await get(path, { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' })
      expect(page.status).toBe(200)
      expect(await page.text()).toContain('<title>Vee</title>')
    },
  )

  it.each([
    ['GET', '/api'],
    ['GET', '/api/unknown'],
    ['POST', '/api/unknown'],
    ['PUT', '/api/chat'],
    ['POST', '/en/'],
  ])('is not returned for %s %s', async (method, path) => {
    const response = await fetch(url + path, { method })
    expect(response.status).toBe(404)
    expect(await response.json()).toMatchObject({
      error: 'NOT_FOUND',
      requestId: response.headers.get('x-request-id'),
    })
  })

  it.each(['', '{'])('returns 404 for an unknown endpoint with any body: %j', async (body) => {
    const response = await fetch(`${url}/api/nothing`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    })
    expect(response.status).toBe(404)
    expect(await response.json()).toMatchObject({ error: 'NOT_FOUND' })
  })

  it('explains how to build it if it is missing', async () => {
    await app.stop()
    await start(join(directory, 'nowhere'))
    const page = await get('/en/')
    expect(page.status).toBe(503)
    expect(await page.text()).toContain('npm run build')
    expect((await get('/api/health')).status).toBe(200)
  })
})
