import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Endpoint } from '@vee/contract/http/endpoint'
import { CALLS } from '@vee/contract/http/index'
import { ERROR_STATUS } from '@vee/contract/error-codes'
import type { Database } from '#db/schema.ts'
import { json, near, words } from './fixtures/near-requests.ts'
import { createTestServers, type TestServers } from './fixtures/test-server.ts'

/*
 * Sends arbitrary input to every endpoint: no 5xx except for missing features, no internals in responses, and
 * every error in the common format. Requests are nearly valid, so that they reach the database.
 */

const PASSPHRASE = 'quiet harbour'
/** More runs find more: `ANY_INPUT_RUNS=200 npx vitest run server/test/any-input.test.ts`. */
const RUNS = Number(process.env['ANY_INPUT_RUNS'] ?? 6)
vi.setConfig({ testTimeout: 20_000 + RUNS * 2_000 })

let servers: TestServers
let database: Database
let url: string
let member = ''
let shared = ''
/** ids of the member's resources */
let ids: readonly string[] = []

beforeAll(async () => {
  servers = await createTestServers()
  database = servers.database
  url = await servers.start({ DEMO_REPLIES_PER_DAY: '100000', GLOBAL_REQUESTS_PER_HOUR: '100000' })
})
afterAll(() => servers.close())

async function tokenOf(path: string, body: object): Promise<string> {
  const response = await fetch(`${url}/api${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return String(Object(await response.json())['token'] ?? '')
}

const isAlive = async (token: string) =>
  token !== '' && (await fetch(`${url}/api/auth`, { headers: { authorization: `Bearer ${token}` } })).ok

/** Some requests end sessions or delete accounts: new ones are created then. */
async function signIn(): Promise<void> {
  // The attempts in this test would count as guesses.
  await database.deleteFrom('counters').execute()
  if (!(await isAlive(member))) {
    const email = `ann-${crypto.randomUUID()}@example.org`
    member = await tokenOf('/auth/register', { email, password: 'quiet harbour 1', acceptTerms: true })
    ids = await makeThings()
  }
  if (!(await isAlive(shared))) shared = await tokenOf('/auth/global', { password: PASSPHRASE })
}

/** Returns the ids of the resources that a request created. */
const make = async (path: string, body: object) => {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${member}` }
  const response = await fetch(`${url}/api${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  const made = Object(await response.json())
  return [made, ...Object.values(made)].flatMap((field) =>
    typeof Object(field)['id'] === 'string' ? [String(field.id)] : [],
  )
}

/** Creates one resource of each kind, so that nearly valid requests find something. */
async function makeThings(): Promise<readonly string[]> {
  const messages = [{ role: 'user', content: 'Good day' }]
  await make('/chat', { conversationId: 'conv-here', replyId: 'reply-here', messages })
  const made = await Promise.all([
    make('/meetings', { title: 'Monday' }),
    make('/agents', { name: 'Kai', purpose: 'Plans walks' }),
    make('/organizations', { name: 'Harbour' }),
  ])
  return ['conv-here', 'reply-here', 'v_agent', ...made.flat()]
}

interface Sent {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array<ArrayBuffer> | FormData | undefined
}

const SHAPE = new Set(['error', 'message', 'requestId', 'details'])
const INSIDE =
  /\.[cm]?[jt]s:\d+|node_modules|\bat .+ \(|file:\/\/|SQLITE_|constraint failed|violates|syntax error|\bselect\b.+\bfrom\b|\binsert into\b|kysely|ECONNREFUSED/i

/** Errors for directories have the format of RFC 7644, section 3.12. */
const isScimError = ({ schemas, status, detail }: Readonly<Record<string, unknown>>, expected: number) =>
  Array.isArray(schemas) &&
  schemas.includes('urn:ietf:params:scim:api:messages:2.0:Error') &&
  status === String(expected) &&
  typeof detail === 'string'

/** OpenAI's error format. */
const isOpenAiError = ({ error }: Readonly<Record<string, unknown>>, code?: string) =>
  typeof Object(error).message === 'string' &&
  typeof Object(error).type === 'string' &&
  Object.hasOwn(ERROR_STATUS, String(Object(error).code)) &&
  (code === undefined || Object(error).code === code)

/** Returns the problem of a response; undefined if there is none. */
async function faultOf({ method, path, headers, body }: Sent): Promise<string | undefined> {
  const response = await fetch(`${url}/api${path}`, { method, headers, ...(body !== undefined && { body }) })
  const text = await response.text()
  const told = `${response.status} ${text.slice(0, 300)}`
  if (response.status < 400) return undefined
  if (response.status >= 500 && response.status !== 503) return told
  if (text.includes(PASSPHRASE) || text.includes(member) || INSIDE.test(text)) return told
  if (path.startsWith('/ready') || method === 'HEAD') return undefined
  const error: Readonly<Record<string, unknown>> = Object(JSON.parse(text))
  // An invalid request reaches no endpoint, and its error has the common format.
  if (path.startsWith('/scim/') && isScimError(error, response.status)) return undefined
  if (path.startsWith('/openai/')) return isOpenAiError(error) ? undefined : told
  const code = error['error']
  const isKnown = typeof code === 'string' && Object.hasOwn(ERROR_STATUS, code)
  const isWhole =
    typeof error['message'] === 'string' && error['requestId'] === response.headers.get('x-request-id')
  const hasMore = Object.keys(error).some((name) => !SHAPE.has(name))
  return isKnown && isWhole && !hasMore ? undefined : told
}

/** Placeholder for one of the member's resources, replaced before sending. */
const REAL = /~real(\d+)~/g
const real = (path: string) => path.replaceAll(REAL, (_, index) => ids[Number(index) % ids.length] ?? 'x')

const wild = words
  .map((text) => encodeURIComponent(text.toWellFormed()))
  // Clients resolve these segments before sending.
  .filter((text) => !['', '.', '..'].includes(text))

const segment = fc.oneof(
  wild,
  fc.nat({ max: 9 }).map((index) => `~real${index}~`),
)

const pathOf = ({ path, query }: Endpoint) => {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '')
  const wishes = query ? near(query) : fc.constant({})
  return fc
    .tuple(
      fc.array(segment, { minLength: names.length, maxLength: names.length }),
      wishes,
      fc.dictionary(words, words, { maxKeys: 1 }),
    )
    .map(([ids, wish, more]) => {
      let index = 0
      const address = path.replaceAll(/\{\w+\}/g, () => ids[index++] ?? 'x')
      const search = new URLSearchParams()
      for (const [name, value] of [...Object.entries(Object(wish)), ...Object.entries(more)]) {
        search.append(
          name.toWellFormed(),
          (typeof value === 'string' ? value : JSON.stringify(value)).toWellFormed(),
        )
      }
      return `${address}?${search.toString()}`
    })
}

/** The characters allowed in headers; clients send no others. */
const character = fc.integer({ min: 33, max: 255 }).filter((code) => code !== 127)
const value = fc.string({
  unit: character.map((code) => String.fromCharCode(code)),
  minLength: 1,
  maxLength: 60,
})
const oddHeaders = fc.record(
  {
    accept: fc.oneof(value, fc.constantFrom('text/event-stream', 'application/json')),
    'accept-language': fc.oneof(value, fc.constantFrom('fr;q=NaN', 'de', 'zh-Hant-TW;q=1e9')),
    'x-session-id': value,
    'x-client-version': value,
    'x-time-zone': fc.oneof(value, fc.constantFrom('Pacific/Apia', '+14:00')),
    'x-request-id': value,
    'last-event-id': value,
    'x-forwarded-for': value,
    'x-forwarded-host': value,
    'x-own-key-openai': value,
    'x-own-key-anthropic': value,
    'x-own-key-gemini': value,
    'x-own-key-groq': value,
    'stripe-signature': value,
    range: value,
    'tus-resumable': fc.oneof(value, fc.constant('1.0.0')),
    'upload-length': fc.oneof(value, fc.constantFrom('0', '7', '999999999999999', '-1')),
    'upload-metadata': fc.oneof(value, fc.constantFrom('filename', 'sha256 YQ==', 'fingerprint AA==')),
    'if-none-match': value,
  },
  { requiredKeys: [] },
)
const identity = fc.constantFrom('member', 'member', 'member', 'shared', 'nobody', 'dead')
const bearerOf = (kind: string): Readonly<Record<string, string>> => {
  if (kind === 'nobody') return {}
  const token = kind === 'member' ? member : kind === 'shared' ? shared : 'dead'
  return { authorization: `Bearer ${token}` }
}

const type = (contentType: string) => ({ 'content-type': contentType })

/** Generates a nearly valid body in one of the encodings, or none. */
function bodyOf({ body }: Endpoint): fc.Arbitrary<Pick<Sent, 'headers' | 'body'>> {
  if (body === undefined) return fc.constant({ headers: {} })
  if (body.kind === 'signed') {
    return fc
      .uint8Array({ maxLength: 60 })
      .map((bytes) => ({ headers: type('application/json'), body: new Uint8Array(bytes) }))
  }
  if (body.kind === 'chunk') {
    return fc.tuple(fc.uint8Array({ maxLength: 60 }), fc.nat(9)).map(([bytes, offset]) => ({
      headers: { ...type(body.contentType), 'tus-resumable': '1.0.0', 'upload-offset': String(offset) },
      body: new Uint8Array(bytes),
    }))
  }
  if (body.kind === 'multipart') {
    return fc.tuple(near(body.fields), fc.uint8Array({ maxLength: 200 })).map(([fields, bytes]) => {
      const form = new FormData()
      for (const [name, text] of Object.entries(Object(fields)))
        form.append(
          name.toWellFormed(),
          (typeof text === 'string' ? text : JSON.stringify(text)).toWellFormed(),
        )
      form.append(body.file, new Blob([new Uint8Array(bytes)]), 'a.webm')
      return { headers: {}, body: form }
    })
  }
  const right = near(body.schema).map((content) => ({
    headers: type('application/json'),
    body: JSON.stringify(content) ?? '',
  }))
  const wrong: fc.Arbitrary<Pick<Sent, 'headers' | 'body'>> = fc.oneof(
    json.map((content) => ({ headers: type('application/json'), body: JSON.stringify(content) ?? '' })),
    fc
      .uint8Array({ maxLength: 40 })
      .map((bytes) => ({ headers: type('application/json'), body: new Uint8Array(bytes) })),
    json.map((content) => ({
      headers: type('application/json; charset=utf-16'),
      body: new Uint8Array(Buffer.from(JSON.stringify(content) ?? '', 'utf16le')),
    })),
    json.map((content) => ({
      headers: { ...type('application/json'), 'content-encoding': 'gzip' },
      body: new Uint8Array(gzipSync(JSON.stringify(content) ?? '')),
    })),
    fc
      .constantFrom(
        'text/plain',
        'multipart/form-data',
        'multipart/form-data; boundary=x',
        ';',
        'a/b/c',
        'application/x-www-form-urlencoded',
      )
      .map((contentType) => ({ headers: type(contentType), body: '{}' })),
    fc.constant({ headers: {}, body: undefined }),
  )
  return fc.oneof({ weight: 4, arbitrary: right }, { weight: 1, arbitrary: wrong })
}

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`

describe('any input', () => {
  it.each(CALLS.map((endpoint) => [nameOf(endpoint), endpoint] as const))(
    'to %s has a valid response',
    async (_, endpoint) => {
      const request = fc.record({
        path: pathOf(endpoint),
        identity,
        headers: oddHeaders,
        sent: bodyOf(endpoint),
      })
      await fc.assert(
        fc
          .asyncProperty(request, async ({ path, identity: kind, headers, sent }) => {
            const all = { ...headers, ...sent.headers, ...bearerOf(kind) }
            expect(
              await faultOf({ method: endpoint.method, path: real(path), headers: all, body: sent.body }),
            ).toBeUndefined()
          })
          .beforeEach(signIn),
        { numRuns: RUNS },
      )
    },
  )
})

it.each([
  '/attachments/%00/text',
  '/conversations/%00',
  '/meetings/%00',
  '/meetings?participant=%00&q=%00',
  '/conversations?q=%00',
])('answers a NUL in %s without a server error', async (path) => {
  expect(await faultOf({ method: 'GET', path, headers: bearerOf('member') })).toBeUndefined()
})

const OVERSIZED = JSON.stringify({ text: 'x'.repeat(12_000_000) })

it.each(CALLS.filter(({ body }) => body?.kind === 'json').map((call) => [nameOf(call), call] as const))(
  'rejects oversized input to %s',
  async (_name, call) => {
    await signIn()
    const headers = { 'content-type': 'application/json', ...bearerOf('member') }
    const path = call.path.replaceAll(/\{\w+\}/g, 'x')
    const response = await fetch(`${url}/api${path}`, { method: call.method, headers, body: OVERSIZED })
    const error = Object(await response.json())
    expect(response.status).toBe(413)
    const isTold =
      call.protocol === 'scim'
        ? isScimError(error, 413)
        : call.protocol === 'openai'
          ? isOpenAiError(error, 'TOO_LARGE')
          : error['error'] === 'TOO_LARGE'
    expect(isTold, JSON.stringify(error)).toBe(true)
  },
)
