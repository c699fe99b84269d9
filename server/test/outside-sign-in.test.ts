import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { User } from '@vee/contract/entities/accounts/user'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '#db/schema.ts'
import { startOidc, type OidcServer } from '../../fakes/oidc/index.ts'
import { signInAt } from '../../fakes/oidc/visit.ts'
import { createTestServers, type TestServers } from './fixtures/test-server.ts'

const PASSWORD = 'quiet-harbour-7'

let servers: TestServers
let database: Database
let url: string
let clock: number

beforeEach(async () => {
  clock = Date.now()
  servers = await createTestServers({ passphrase: undefined, now: () => clock })
  database = servers.database
})
afterEach(() => servers.close())

async function start(settings: Readonly<Record<string, string>>) {
  url = await servers.start(settings)
}

/** The fields that the responses may contain. */
interface SignedIn {
  readonly token: string
  readonly user: User
  readonly tokenProvider: string
  readonly url: string
  readonly state: string
  readonly error?: string
  readonly message?: string
}

async function postJson(path: string, body: object) {
  const response = await fetch(`${url}/api/auth/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return { status: response.status, body: (await response.json()) as SignedIn }
}
const begin = (provider: string) => postJson(`outside/${provider}/begin`, {})
const finish = (state: string, query: string) => postJson('outside/finish', { state, query })
const register = (email: string) => postJson('register', { email, password: PASSWORD, acceptTerms: true })
const logIn = (email: string) => postJson('login', { email, password: PASSWORD })
const authOf = (token: string) =>
  fetch(`${url}/api/auth`, { headers: { authorization: `Bearer ${token}` } }).then(({ status }) => status)

async function remove(
  token: string,
  body: object,
): Promise<{ readonly status: number; readonly body: unknown }> {
  const response = await fetch(`${url}/api/account/delete`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  })
  return { status: response.status, body: response.status === 204 ? undefined : await response.json() }
}

/** Runs a complete sign-in at the issuer. */
async function signIn(login: string) {
  const { body } = await begin('oidc')
  const back = await signInAt(body.url, login, `${url}/login`)
  return finish(body.state, back.search)
}

describe('OpenID Connect', () => {
  let oidc: OidcServer
  beforeEach(async () => {
    oidc = await startOidc()
    await start(oidc.settings)
    oidc.allow(`${url}/login`)
  })
  afterEach(() => oidc.close())

  it('is offered under the name that the host configured, along with Supabase', async () => {
    const response = await fetch(`${url}/api/auth/outside`)
    expect(await response.json()).toEqual({
      providers: [
        { id: 'oidc', label: 'Example University', isConfigured: true },
        { id: 'supabase', label: 'Supabase', isConfigured: false },
      ],
    })
  })

  it('redirects with a unique challenge, state and nonce', async () => {
    const urls = [(await begin('oidc')).body.url, (await begin('oidc')).body.url].map((link) => new URL(link))
    for (const name of ['code_challenge', 'state', 'nonce']) {
      const [first, second] = urls.map(({ searchParams }) => searchParams.get(name))
      expect(first).toMatch(/^[\w-]{43}$/)
      expect(first).not.toBe(second)
    }
    expect(urls[0]?.searchParams.get('code_challenge_method')).toBe('S256')
    expect(urls[0]?.searchParams.get('redirect_uri')).toBe(`${url}/login`)
  })

  it('creates an account with a verified address, and opens the same one the next time', async () => {
    oidc.know('ada', { sub: 'ada', email: 'Ada@Example.org', email_verified: true, name: 'Ada Lovelace' })
    const first = await signIn('ada')
    expect(first).toMatchObject({
      status: 200,
      body: {
        tokenProvider: 'oidc',
        user: { kind: 'member', email: 'ada@example.org', displayName: 'Ada Lovelace', planId: 'free' },
      },
    })
    expect(await authOf(first.body.token)).toBe(200)
    // The address may change at the issuer: the account is identified by its subject.
    oidc.know('ada', { sub: 'ada', email: 'countess@example.org', email_verified: false })
    const second = await signIn('ada')
    expect(second.body.user.id).toBe(first.body.user.id)
  })

  it('does not open an account by an unverified address', async () => {
    await register('bob@example.org')
    oidc.know('bob', { sub: 'bob', email: 'bob@example.org', email_verified: false })
    expect(await signIn('bob')).toMatchObject({ status: 403, body: { error: 'FORBIDDEN' } })
    oidc.know('cy', { sub: 'cy' })
    expect(await signIn('cy')).toMatchObject({ status: 403 })
    expect((await logIn('bob@example.org')).status).toBe(200)
  })

  it('gives an account registered by another person to the owner of its address, without its old credentials', async () => {
    const squatter = await register('dora@example.org')
    oidc.know('dora', { sub: 'dora', email: 'dora@example.org', email_verified: true })
    const owner = await signIn('dora')
    expect(owner.body.user.id).toBe(squatter.body.user.id)
    expect(await authOf(squatter.body.token)).toBe(401)
    expect(await logIn('dora@example.org')).toMatchObject({ body: { error: 'INVALID_CREDENTIALS' } })
    expect(await authOf(owner.body.token)).toBe(200)
  })

  it('preserves the password of a user with a verified address', async () => {
    const { body } = await register('eve@example.org')
    await database.insertInto('proven_emails').values({ user_id: body.user.id, proven_at: 1 }).execute()
    oidc.know('eve', { sub: 'eve', email: 'eve@example.org', email_verified: true })
    expect((await signIn('eve')).body.user.id).toBe(body.user.id)
    expect((await logIn('eve@example.org')).status).toBe(200)
    expect(await authOf(body.token)).toBe(200)
  })

  it('can be completed only once, in time, and by the browser that started it', async () => {
    oidc.know('ada', { sub: 'ada', email: 'ada@example.org', email_verified: true })
    const { body } = await begin('oidc')
    const other = await begin('oidc')
    const back = await signInAt(body.url, 'ada', `${url}/login`)
    const refusal = { status: 401, body: { error: 'INVALID_CREDENTIALS' } }
    expect(await finish('made-up', back.search)).toMatchObject(refusal)
    expect(await finish(other.body.state, back.search)).toMatchObject(refusal)
    expect((await finish(body.state, back.search)).status).toBe(200)
    expect(await finish(body.state, back.search)).toMatchObject(refusal)

    const slow = await begin('oidc')
    const late = await signInAt(slow.body.url, 'ada', `${url}/login`)
    clock += 15 * 60_000
    expect(await finish(slow.body.state, late.search)).toMatchObject(refusal)
  })

  it('deletes the account it made without any password, but only just after', async () => {
    oidc.know('ada', { sub: 'ada', email: 'ada@example.org', email_verified: true })
    const { token } = (await signIn('ada')).body
    const told = await fetch(`${url}/api/auth`, { headers: { authorization: `Bearer ${token}` } })
    expect(await told.json()).toMatchObject({ tokenProvider: 'oidc', hasPassword: false })
    clock += 15 * 60_000 + 1
    const email = 'ada@example.org'
    const stale = { status: 403, body: { error: 'FORBIDDEN', details: { signInAgain: true } } }
    expect(await remove(token, { email })).toMatchObject(stale)
    const invalid = { status: 400, body: { error: 'VALIDATION' } }
    expect(await remove(token, { email, password: 'a guess of mine 1' })).toMatchObject(invalid)
    const fresh = (await signIn('ada')).body.token
    expect(await remove(fresh, { email: 'bob@example.org' })).toMatchObject(invalid)
    expect((await remove(fresh, { email })).status).toBe(204)
    expect([await authOf(token), await authOf(fresh)]).toEqual([401, 401])
  })

  it('proves the ownership of an account with a password', async () => {
    const { body } = await register('eve@example.org')
    await database.insertInto('proven_emails').values({ user_id: body.user.id, proven_at: 1 }).execute()
    oidc.know('eve', { sub: 'eve', email: 'eve@example.org', email_verified: true })
    const email = 'eve@example.org'
    expect((await remove(body.token, { email })).status).toBe(400)
    expect((await remove((await signIn('eve')).body.token, { email })).status).toBe(204)
  })

  it('is rejected if the issuer denies the sign-in', async () => {
    const { body } = await begin('oidc')
    expect(await finish(body.state, `?error=access_denied&state=${body.state}`)).toMatchObject({
      status: 401,
    })
  })

  it('stores neither state nor token in the database', async () => {
    oidc.know('ada', { sub: 'ada', email: 'ada@example.org', email_verified: true })
    const { body } = await begin('oidc')
    const rows = await database.selectFrom('outside_sign_ins').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(body.state)
    const { token } = (await signIn('ada')).body
    expect(JSON.stringify(await database.selectFrom('sessions').selectAll().execute())).not.toContain(token)
  })
})

describe('an unresponsive issuer', () => {
  it('is named, and requested again by the next sign-in', async () => {
    await start({ OIDC_ISSUER: 'http://127.0.0.1:1', OIDC_CLIENT_ID: 'vee' })
    expect(await begin('oidc')).toMatchObject({ status: 502, body: { error: 'PROVIDER_ERROR' } })
    expect(await begin('oidc')).toMatchObject({ status: 502 })
  })
})

describe('Supabase', () => {
  let server: Server
  let asked: { readonly path: string; readonly body: string }[]
  let address: string
  beforeEach(async () => {
    asked = []
    server = createServer((request, response) => {
      void text(request).then((body) => {
        asked.push({ path: request.url ?? '', body })
        const isRight = body.includes('"auth_code":"right"') && body.includes('code_verifier')
        response.writeHead(isRight ? 200 : 400, { 'content-type': 'application/json' })
        const user = {
          id: 'u-7',
          aud: 'authenticated',
          email: 'fay@example.org',
          created_at: '2026-01-01T00:00:00Z',
        }
        const person = {
          ...user,
          email_confirmed_at: '2026-01-01T00:00:00Z',
          user_metadata: { full_name: 'Fay' },
        }
        const session = { access_token: 'a.b.c', token_type: 'bearer', expires_in: 3600, refresh_token: 'r' }
        response.end(JSON.stringify(isRight ? { ...session, user: person } : { code: 400, msg: 'no' }))
      })
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  afterEach(() => server.close())

  it('returns the documented error if it is not configured', async () => {
    await start({})
    expect(await begin('supabase')).toMatchObject({
      status: 503,
      body: { error: 'AUTH_PROVIDER_UNCONFIGURED', message: 'Supabase authentication is not configured.' },
    })
    expect(await begin('oidc')).toMatchObject({ status: 503 })
    expect((await begin('gopher')).status).toBe(400)
  })

  it('redirects users to its own page and signs them in on return', async () => {
    await start({ SUPABASE_URL: address, SUPABASE_ANON_KEY: 'anon', SUPABASE_PROVIDER: 'github' })
    const { body } = await begin('supabase')
    const target = new URL(body.url)
    expect(target.origin + target.pathname).toBe(`${address}/auth/v1/authorize`)
    expect(target.searchParams.get('provider')).toBe('github')
    expect(target.searchParams.get('redirect_to')).toBe(`${url}/login?state=${body.state}`)
    expect(asked).toEqual([])
    expect(await finish(body.state, `?state=${body.state}&code=right`)).toMatchObject({
      status: 200,
      body: { tokenProvider: 'supabase', user: { email: 'fay@example.org', displayName: 'Fay' } },
    })
    const again = await begin('supabase')
    expect(await finish(again.body.state, '?code=wrong')).toMatchObject({ status: 401 })
  })
})
