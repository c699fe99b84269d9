import { connect } from 'node:net'
import { once } from 'node:events'
import { text as textOf } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { afterEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type Endpoint, defineEndpoint } from '@vee/contract/http/endpoint'
import type { Caller } from '#domain/accounts/index.ts'
import { DomainError } from '#domain/errors/domain-error.ts'
import { ProviderFailure, type ProviderFailureKind } from '#providers/failure.ts'
import { type MountedRoutes, serveRoutes } from '../../../fakes/mounted-routes.ts'
import { bytes, empty, json, route } from './route.ts'

let mounted: MountedRoutes | undefined
afterEach(() => mounted?.close())

async function serve(...options: Parameters<typeof serveRoutes>) {
  mounted = await serveRoutes(...options)
  return mounted
}

const call = <const C extends Omit<Endpoint, 'tag' | 'summary' | 'access' | 'errors'>>(parts: C) =>
  defineEndpoint({ tag: 'test', summary: '', access: 'public', errors: [], ...parts })
const getThing = call({
  method: 'GET',
  path: '/thing',
  responses: { 200: { kind: 'json', schema: z.object({ name: z.string() }) } },
})
const failing = (error: unknown) =>
  route(getThing, () => {
    throw error
  })

describe('mounting', () => {
  it('does not start if an endpoint has no route', async () => {
    await expect(serve([], { calls: [getThing] })).rejects.toThrow('GET /thing has no route')
  })

  it('does not start with a route without an endpoint', async () => {
    await expect(serve([failing(null)], { calls: [] })).rejects.toThrow('GET /thing is not in the contract')
  })

  it('passes validated input and the caller', async () => {
    const ask = call({
      method: 'POST',
      path: '/things/{id}/parts',
      params: z.object({ id: z.string() }),
      query: z.object({ limit: z.coerce.number().default(10) }),
      body: { kind: 'json', schema: z.object({ size: z.number().default(1) }) },
      responses: { 200: { kind: 'json', schema: z.unknown() } },
    })
    const { api } = await serve([
      route(ask, ({ params, query, body, caller, locale, lastEventId, acceptsEvents }) =>
        json({ params, query, body, caller, locale, lastEventId, acceptsEvents }),
      ),
    ])
    const response = await fetch(`${api}/things/a%2Fb/parts?limit=3`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-session-id': 'abc-1',
        'accept-language': 'nl, pt;q=0.8, ja-JP;q=0.5',
        'last-event-id': '7',
        'x-time-zone': 'US/Pacific',
        accept: 'text/event-stream',
      },
      body: '{"size":2,"extra":true}',
    })
    expect(await response.json()).toEqual({
      params: { id: 'a/b' },
      query: { limit: 3 },
      body: { size: 2 },
      caller: { kind: 'visitor', id: 'session:abc-1', ip: '127.0.0.1', timeZone: 'America/Los_Angeles' },
      locale: 'ja-JP',
      lastEventId: 7,
      acceptsEvents: true,
    })
  })

  it('treats a missing body as an empty one', async () => {
    const reset = call({
      method: 'POST',
      path: '/reset',
      body: { kind: 'json', schema: z.object({ action: z.string().default('reset') }) },
      responses: { 200: { kind: 'json', schema: z.unknown() } },
    })
    const { api } = await serve([route(reset, ({ body }) => json(body))])
    const bare = await fetch(`${api}/reset`, { method: 'POST' })
    expect(await bare.json()).toEqual({ action: 'reset' })
    const headerOnly = await fetch(`${api}/reset`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
    })
    expect(await headerOnly.json()).toEqual({ action: 'reset' })
  })

  it('treats null as omitted, unless it is a valid value or explained by the schema', async () => {
    const change = call({
      method: 'POST',
      path: '/change',
      body: {
        kind: 'json',
        schema: z.object({
          size: z.number().default(1),
          note: z.string().nullable().optional(),
          parts: z.array(z.object({ name: z.string().optional() })).optional(),
          seats: z.number({ error: 'Seats must be a number.' }).optional(),
        }),
      },
      responses: { 200: { kind: 'json', schema: z.unknown() } },
    })
    const { api } = await serve([route(change, ({ body }) => json(body))])
    const send = async (body: object) => {
      const headers = { 'content-type': 'application/json' }
      const response = await fetch(`${api}/change`, { method: 'POST', headers, body: JSON.stringify(body) })
      const told: unknown = await response.json()
      return told
    }
    expect(await send({ size: null, note: null, parts: [{ name: null }, { name: 'b' }] })).toEqual({
      size: 1,
      note: null,
      parts: [{}, { name: 'b' }],
    })
    expect(await send({ size: null, parts: [null] })).toMatchObject({
      error: 'VALIDATION',
      details: [{ path: 'parts.0' }],
    })
    expect(await send({ seats: null })).toMatchObject({ message: 'Seats must be a number.' })
  })

  it('ignores a trailing slash in a path', async () => {
    const { api } = await serve([route(getThing, () => json({ name: 'a' }))])
    expect((await fetch(`${api}/thing/`)).status).toBe(200)
  })

  it('accepts forwarded addresses only from a trusted proxy', async () => {
    const who = call({
      method: 'GET',
      path: '/who',
      responses: { 200: { kind: 'json', schema: z.unknown() } },
    })
    const headers = { 'x-forwarded-for': '203.0.113.7', 'x-forwarded-proto': 'https' }
    const routes = [route(who, ({ caller }: { caller: Caller }) => json(caller.ip))]
    const direct = await fetch(`${(await serve(routes)).api}/who`, { headers })
    expect(await direct.json()).toBe('127.0.0.1')
    expect(direct.headers.has('strict-transport-security')).toBe(false)
    await mounted?.close()
    const proxied = await fetch(`${(await serve(routes, { trustedProxies: ['loopback'] })).api}/who`, {
      headers,
    })
    expect(await proxied.json()).toBe('203.0.113.7')
    expect(proxied.headers.get('strict-transport-security')).toMatch(/^max-age=\d+$/)
  })
})

describe('the response guard', () => {
  it('removes fields that the contract does not contain', async () => {
    const { api } = await serve([route(getThing, () => json(Object.assign({ name: 'a' }, { secret: 'b' })))])
    expect(await (await fetch(`${api}/thing`)).json()).toEqual({ name: 'a' })
  })

  it('blocks an invalid response, and logs its path without content', async () => {
    const drifted = { name: 17, secret: 'hush' } as unknown as { name: string }
    const { api, log } = await serve([route(getThing, () => json(drifted))])
    const response = await fetch(`${api}/thing`)
    expect(response.status).toBe(500)
    expect(await response.json()).toMatchObject({ error: 'INTERNAL' })
    expect(log()).toContain('GET /thing answered outside its contract: name (invalid_type)')
    expect(log()).not.toContain('hush')
  })
})

describe('errors', () => {
  const postEndpoint = call({
    method: 'POST',
    path: '/post',
    body: { kind: 'json', schema: z.object({ list: z.array(z.object({ n: z.number() })) }) },
    responses: { 204: { kind: 'empty' } },
  })
  const postRoute = route(postEndpoint, () => empty())
  const send = async (body: string | Buffer<ArrayBuffer>, contentType = 'application/json') => {
    const { api } = await serve([postRoute])
    const response = await fetch(`${api}/post`, {
      method: 'POST',
      headers: { 'content-type': contentType },
      body,
    })
    return { status: response.status, body: await response.json(), id: response.headers.get('x-request-id') }
  }

  it('returns the paths of invalid values', async () => {
    const { status, body, id } = await send('{"list":[{"n":1},{"n":"two"}]}')
    expect(status).toBe(400)
    expect(body).toMatchObject({ error: 'VALIDATION', requestId: id, details: [{ path: 'list.1.n' }] })
  })

  it.each([
    ['half a list', '{"list":', 'application/json', 400, 'MALFORMED_JSON'],
    ['a prototype', '{"__proto__":{"list":[]}}', 'application/json', 400, 'MALFORMED_JSON'],
    ['a form', 'list=1', 'application/x-www-form-urlencoded', 415, 'UNSUPPORTED_MEDIA'],
    ['plain text', 'list', 'text/plain', 415, 'UNSUPPORTED_MEDIA'],
    ['too much', `{"list":"${'x'.repeat(8 * 1024 * 1024)}"}`, 'application/json', 413, 'TOO_LARGE'],
  ])('responds to %s', async (_what, text, contentType, status, code) => {
    const outcome = await send(text, contentType)
    expect(outcome).toMatchObject({
      status,
      body: { error: code, message: expect.any(String), requestId: outcome.id },
    })
  })

  it('rejects an encoded body with the right code', async () => {
    const { api } = await serve([postRoute])
    const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' }
    const response = await fetch(`${api}/post`, { method: 'POST', headers, body: gzipSync('{"list":[]}') })
    expect(response.status).toBe(415)
    expect(await response.json()).toMatchObject({ error: 'UNSUPPORTED_MEDIA' })
  })

  it('returns details with every VALIDATION error', async () => {
    const { api } = await serve([failing(new DomainError('VALIDATION', 'Not like this.'))])
    expect(await (await fetch(`${api}/thing`)).json()).toMatchObject({
      details: [{ path: '', message: 'Not like this.' }],
    })
  })

  it('rejects text that is not UTF-8', async () => {
    const outcome = await send(Buffer.from('{"list":[],"name":"Zürich"}', 'latin1'))
    expect(outcome).toMatchObject({ status: 400, body: { error: 'MALFORMED_JSON', requestId: outcome.id } })
  })

  it('logs no error when the client disconnects during a request', async () => {
    const { api, log } = await serve([postRoute])
    // The log entries of the next request follow those of this one.
    const nextIsLogged = async () => {
      await fetch(`${api}/post`)
      await expect.poll(log).toContain('"status":404')
    }
    const { port, pathname } = new URL(`${api}/post`)
    const socket = connect(Number(port), '127.0.0.1')
    socket.write(
      `POST ${pathname} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 9\r\nExpect: 100-continue\r\n\r\n{`,
    )
    await once(socket, 'data')
    socket.destroy()
    await once(socket, 'close')
    await nextIsLogged()
    expect(log()).not.toMatch(/"level":(40|50)/)
  })

  it('returns a domain error with its code, details and retry time', async () => {
    const { api } = await serve([
      failing(
        new DomainError('RATE_LIMITED', 'Slow down.', { details: { limit: 5 }, retryAfterSeconds: 1.2 }),
      ),
    ])
    const response = await fetch(`${api}/thing`)
    expect(response.status).toBe(429)
    expect(response.headers.get('retry-after')).toBe('2')
    expect(await response.json()).toEqual({
      error: 'RATE_LIMITED',
      message: 'Slow down.',
      requestId: response.headers.get('x-request-id'),
      details: { limit: 5 },
    })
  })

  it.each([
    ['timeout', 504, 'PROVIDER_TIMEOUT'],
    ['rate-limited', 429, 'RATE_LIMITED'],
    ['unauthorized', 502, 'PROVIDER_ERROR'],
    ['cut', 502, 'PROVIDER_ERROR'],
  ] satisfies [ProviderFailureKind, number, string][])(
    'maps a provider failure %s to %i %s',
    async (kind, status, code) => {
      const { api } = await serve([
        failing(new ProviderFailure({ kind, provider: 'openai', status: 418, message: 'key sk-1' })),
      ])
      const response = await fetch(`${api}/thing`)
      expect(response.status).toBe(status)
      const body = await response.text()
      expect(JSON.parse(body)).toMatchObject({ error: code, details: { provider: 'openai', status: 418 } })
      expect(body).not.toContain('sk-1')
    },
  )

  it('returns no details of an unexpected error', async () => {
    const { api, log } = await serve([
      failing(new Error('driver says no', { cause: new Error('inner words') })),
    ])
    const response = await fetch(`${api}/thing`)
    expect(response.status).toBe(500)
    const body = await response.text()
    expect(JSON.parse(body)).toMatchObject({ error: 'INTERNAL' })
    expect(body).not.toMatch(/driver|mount\.test/)
    expect(log()).toContain('mount.test.ts')
    expect(log()).not.toContain('inner words')
  })

  it('does not log what a parser quotes', async () => {
    const { api, log } = await serve([route(getThing, () => json(JSON.parse('my private words')))])
    await fetch(`${api}/thing`)
    expect(log()).toContain('SyntaxError')
    expect(log()).not.toContain('private')
  })

  it.each([
    ['that cannot be decoded', '/%zz'],
    ['longer than any id', `/things/${'a'.repeat(201)}`],
  ])('responds to a path %s', async (_, path) => {
    const getOne = call({ ...getThing, path: '/things/{id}', params: z.object({ id: z.string() }) })
    const { api } = await serve([route(getOne, () => json({ name: 'a' }))])
    const response = await fetch(`${api}${path}`)
    expect(response.status).toBe(404)
    expect(await response.json()).toMatchObject({
      error: 'NOT_FOUND',
      requestId: response.headers.get('x-request-id'),
    })
  })

  it('responds to invalid HTTP in the same format', async () => {
    const { api } = await serve([])
    const socket = connect(Number(new URL(api).port), '127.0.0.1')
    await once(socket, 'connect')
    socket.end('HELLO\r\n\r\n')
    const [head = '', body = ''] = (await textOf(socket)).split('\r\n\r\n')
    expect(head).toMatch(/^HTTP\/1\.1 400 /)
    expect(head).toContain(JSON.parse(body).requestId)
    expect(JSON.parse(body)).toMatchObject({ error: 'VALIDATION' })
  })

  it.each([
    ['names no host', 'GET /api/thing HTTP/1.1\r\nConnection: close\r\n\r\n', 400, '"error":"VALIDATION"'],
    [
      'has an unknown expectation',
      'GET /api/thing HTTP/1.1\r\nHost: localhost\r\nExpect: tea\r\nConnection: close\r\n\r\n',
      200,
      '"name":"a"',
    ],
  ])('responds to a request that %s like any other', async (_, request, status, told) => {
    const { api } = await serve([route(getThing, () => json({ name: 'a' }))])
    const socket = connect(Number(new URL(api).port), '127.0.0.1')
    await once(socket, 'connect')
    socket.write(request)
    const answer = await textOf(socket)
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
    expect(answer.toLowerCase()).toContain('x-content-type-options: nosniff')
    expect(answer).toContain(told)
  })
})

describe('request ids', () => {
  it.each([
    ['proxy-made-id-42', true],
    ['short', false],
    ['with spaces in it', false],
    ['x'.repeat(65), false],
  ])('accepts %j from outside: %s', async (given, isTaken) => {
    const { api } = await serve([route(getThing, () => json({ name: 'a' }))])
    const response = await fetch(`${api}/thing`, { headers: { 'x-request-id': given } })
    expect(response.headers.get('x-request-id') === given).toBe(isTaken)
  })
})

describe('the log', () => {
  it('logs the route and the client, and no query, body or response', async () => {
    const find = call({
      method: 'POST',
      path: '/find/{token}',
      params: z.object({ token: z.string() }),
      body: { kind: 'json', schema: z.object({ words: z.string() }) },
      responses: { 204: { kind: 'empty' } },
    })
    const { api, log } = await serve([route(find, () => empty())])
    await fetch(`${api}/find/path-secret?q=query-secret`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-client-version': '1.4.1',
        'x-own-key-openai': 'key-secret',
      },
      body: '{"words":"body-secret"}',
    })
    await expect.poll(log).toContain('answered')
    const line =
      log()
        .split('\n')
        .find((text) => text.includes('answered')) ?? ''
    expect(JSON.parse(line)).toMatchObject({
      method: 'POST',
      route: '/api/find/:token',
      status: 204,
      clientVersion: '1.4.1',
      requestId: expect.any(String),
    })
    expect(log()).not.toContain('secret')
  })
})

describe('bytes', () => {
  const audio = call({
    method: 'GET',
    path: '/audio',
    responses: { 200: { kind: 'bytes', contentTypes: ['audio/wav'] } },
  })
  const sound = (source: AsyncIterable<Uint8Array>) =>
    route(audio, () => bytes(source, { 'content-type': 'audio/wav' }))

  it('stream while they are generated, with safe headers', async () => {
    const second = Promise.withResolvers<Uint8Array>()
    const { api } = await serve([
      sound(
        (async function* () {
          yield new Uint8Array([1])
          yield await second.promise
        })(),
      ),
    ])
    const response = await fetch(`${api}/audio`)
    expect(response.headers.get('content-type')).toBe('audio/wav')
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    expect(response.headers.get('x-request-id')).toBeTruthy()
    const reader = response.body?.getReader()
    expect((await reader?.read())?.value).toEqual(new Uint8Array([1]))
    second.resolve(new Uint8Array([2, 3]))
    expect((await reader?.read())?.value).toEqual(new Uint8Array([2, 3]))
    expect((await reader?.read())?.done).toBe(true)
  })

  it('that fail before the first are a plain error', async () => {
    const { api } = await serve([
      sound(
        // oxlint-disable-next-line require-yield -- a source that fails before it has made anything
        (async function* (): AsyncGenerator<Uint8Array> {
          throw new DomainError('TTS_UNAVAILABLE', 'no voice')
        })(),
      ),
    ])
    const response = await fetch(`${api}/audio`)
    expect(response.status).toBe(503)
    expect(await response.json()).toMatchObject({ error: 'TTS_UNAVAILABLE' })
  })

  it('are cut off after a late failure, and never ended as if complete', async () => {
    const { api } = await serve([
      sound(
        (async function* () {
          yield new Uint8Array([1])
          throw new Error('gone')
        })(),
      ),
    ])
    await expect(fetch(`${api}/audio`).then((response) => response.arrayBuffer())).rejects.toThrow(
      'terminated',
    )
  })

  it('stop when the client disconnects, and are generated no faster than they are read', async () => {
    let made = 0
    const ended = Promise.withResolvers<boolean>()
    const long = route(audio, ({ signal }) =>
      bytes(
        (async function* () {
          try {
            for (; made < 200; made += 1) yield new Uint8Array(1_048_576)
          } finally {
            ended.resolve(signal.aborted)
          }
        })(),
        {},
      ),
    )
    const { api } = await serve([long])
    const leaving = new AbortController()
    const response = await fetch(`${api}/audio`, { signal: leaving.signal })
    await response.body?.getReader().read()
    leaving.abort()
    expect(await ended.promise).toBe(true)
    expect(made).toBeLessThan(200)
  })
})
