import type { IncomingMessage, ServerResponse } from 'node:http'
import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { CHUNK_TYPE, type Endpoint, MAX_LONG_JSON_BYTES, type SignedBytes } from '@vee/contract/http/endpoint'
import type { Accounts, Caller } from '#domain/accounts/index.ts'
import { NO_OWN_KEYS } from '#domain/money/ledger/index.ts'
import { type RateLimit, DomainError, notFound } from '#domain/errors/domain-error.ts'
import { cleanParsedJson, cleanStrings } from '#lib/without-nul.ts'
import { rateLimitHeaders } from './responses/errors.ts'
import { countResponseBytes } from './memory/response-memory.ts'
import { readWhole } from './memory/body-memory.ts'
import { identify, type Identity, assertCallerAllowed } from './identity.ts'
import { acceptsEvents, localeOf, ownKeysOf } from './requests/request-headers.ts'
import { shapeProblem } from './requests/json-shape.ts'
import { openForm } from './requests/incoming-form.ts'
import { goneSignal, drained, startStream } from './responses/raw-stream.ts'
import { sendEvents } from './responses/send-events.ts'
import { validate } from './requests/validate.ts'
import type { CallContext, RouteOutcome, Route } from './route.ts'

/**
 * Maximum JSON body of public endpoints, in bytes. Endpoints that accept a conversation declare their own
 * limit.
 */
const MAX_PUBLIC_JSON_BYTES = 64 * 1024

export interface MountOptions {
  readonly endpoints: readonly Endpoint[]
  readonly routes: readonly Route[]
  readonly accounts: Accounts
  /**
   * returns the limit against which this request was counted, or that of its endpoint; undefined if it has
   * none
   */
  readonly rateLimitOf?: (endpoint: Endpoint, caller: Caller) => Promise<RateLimit | undefined>
}

/** Registers routes on Fastify, below `/api`. Throws if an endpoint has no route, or a route no endpoint. */
export async function mountRoutes(api: FastifyInstance, options: MountOptions): Promise<void> {
  assertRoutesMatchCalls(options.endpoints, options.routes)
  // `incoming-form.ts` itself reports a file that is too large: at once, not at the end of the form.
  api.removeAllContentTypeParsers()
  await api.register(multipart, { throwFileSizeLimit: false })
  readJson(api)
  readChunks(api)
  readPlainFiles(api, options.endpoints)
  api.addHook('onRequest', async (_request, reply) => {
    reply.header('cache-control', 'no-store')
  })
  const { signed = [], plain = [] } = Object.groupBy(options.routes, ({ endpoint: call }) =>
    call.body?.kind === 'signed' ? 'signed' : 'plain',
  )
  mountEach(api, plain, options)
  await api.register(async (apart) => {
    captureBytes(apart)
    mountEach(apart, signed, options)
  })
}

function mountEach(api: FastifyInstance, routes: readonly Route[], options: MountOptions): void {
  for (const route of routes) {
    api.route({
      method: route.endpoint.method,
      // HEAD is for monitoring. Streams are excluded, because they have no known length and the request would
      // start them.
      exposeHeadRoute: isPlainRead(route.endpoint),
      url: route.endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1'),
      config: {
        protocol: route.endpoint.protocol,
        plainType: route.endpoint.body?.kind === 'multipart' ? route.endpoint.body.plainType : undefined,
        maxVisitorBytes:
          route.endpoint.body?.kind === 'json' ? route.endpoint.body.maxVisitorBytes : undefined,
      },
      // Before the body is read, so that no body of an unauthorized caller is stored.
      onRequest: async (request) => {
        const identity = await identify(request, route.endpoint, options.accounts)
        assertCallerAllowed(identity.caller, route.endpoint)
        identities.set(request, identity)
      },
      // Fastify awaits the reply, with listeners for each promise that resolves with it: one is enough.
      handler: async (request, reply) => {
        await serve(route, options, request, reply)
        return reply
      },
      ...bodyLimitOf(route.endpoint),
    })
  }
}

/** The callers of running requests, from the headers on. */
const identities = new WeakMap<FastifyRequest, Identity>()

function bodyLimitOf({ body, access }: Endpoint): { readonly bodyLimit?: number } {
  if (body?.kind === 'signed' || body?.kind === 'chunk') return { bodyLimit: body.maxBytes }
  if (body?.kind !== 'json') return {}
  return { bodyLimit: body.maxBytes ?? (access === 'public' ? MAX_PUBLIC_JSON_BYTES : MAX_LONG_JSON_BYTES) }
}

/** Returns the maximum JSON body of this caller, in bytes. */
function jsonLimitOf(request: FastifyRequest): number {
  const { bodyLimit, config } = request.routeOptions
  const isVisitor = identities.get(request)?.caller.kind === 'visitor'
  return isVisitor ? Math.min(bodyLimit, config.maxVisitorBytes ?? bodyLimit) : bodyLimit
}

const isPlainRead = (endpoint: Endpoint) =>
  endpoint.method === 'GET' &&
  Object.values(endpoint.responses)
    .flat()
    .some(({ kind }) => kind === 'json')

const nameOf = (endpoint: Endpoint) => `${endpoint.method} ${endpoint.path}`

function assertRoutesMatchCalls(endpoints: readonly Endpoint[], routes: readonly Route[]): void {
  const called = endpoints.map(nameOf)
  const routed = routes.map((route) => nameOf(route.endpoint))
  const problems = [
    ...called.filter((name) => !routed.includes(name)).map((name) => `${name} has no route`),
    ...routed.filter((name) => !called.includes(name)).map((name) => `${name} is not in the contract`),
    ...routed.filter((name, index) => routed.indexOf(name) !== index).map((name) => `${name} has two routes`),
  ]
  if (problems.length > 0) throw new Error(`Routes and contract differ: ${problems.join('; ')}`)
}

/**
 * Registers the parser of JSON bodies. An empty one counts as none, because clients often send the header
 * without a body. Bytes that are not UTF-8 are rejected; they would reach a model as question marks.
 */
function readJson(api: FastifyInstance): void {
  const parse = api.getDefaultJsonParser('error', 'error')
  const utf8 = new TextDecoder('utf-8', { fatal: true })
  api.addContentTypeParser(['application/json', 'application/scim+json'], (request, payload, done) => {
    const encoding = request.headers['content-encoding']
    if (encoding !== undefined && encoding !== 'identity')
      return done(new DomainError('UNSUPPORTED_MEDIA', 'Send the body as it is, without a content encoding.'))
    const onBody = (body: Buffer) => {
      const problem = shapeProblem(body)
      if (problem === 'deep') return done(new DomainError('MALFORMED_JSON', 'The body is nested too deeply.'))
      if (problem === 'many') return done(new DomainError('VALIDATION', 'The body has too many values.'))
      let text: string
      try {
        text = utf8.decode(body)
      } catch {
        return done(new DomainError('MALFORMED_JSON', 'The body is not valid UTF-8.'))
      }
      if (text === '') return done(null, undefined)
      return parse(request, text, (error: Error | null, parsed?: unknown) =>
        done(error, cleanParsedJson(parsed, text)),
      )
    }
    readWhole(request, payload, jsonLimitOf(request)).then(onBody, done)
  })
}

/** Registers the parser of parts of files. */
function readChunks(api: FastifyInstance): void {
  api.addContentTypeParser(CHUNK_TYPE, (request: FastifyRequest, payload: IncomingMessage) =>
    readWhole(request, payload, request.routeOptions.bodyLimit),
  )
}

/** Registers a parser that leaves a file that is the whole body to its endpoint; others do not take its type. */
function readPlainFiles(api: FastifyInstance, endpoints: readonly Endpoint[]): void {
  for (const { body } of endpoints) {
    const type = body?.kind === 'multipart' ? body.plainType : undefined
    if (type === undefined || api.hasContentTypeParser(type)) continue
    api.addContentTypeParser(type, async (request: FastifyRequest, payload: IncomingMessage) => {
      if (request.routeOptions.config.plainType === type) return payload
      throw new DomainError('UNSUPPORTED_MEDIA', `This call does not take ${type}.`)
    })
  }
}

/**
 * Registers a parser that preserves the raw bytes, for the verification of signatures, with any content type.
 */
function captureBytes(api: FastifyInstance): void {
  api.removeAllContentTypeParsers()
  api.addContentTypeParser('*', (request: FastifyRequest, payload: IncomingMessage) =>
    readWhole(request, payload, request.routeOptions.bodyLimit),
  )
}

async function serve(
  route: Route,
  { rateLimitOf }: MountOptions,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const { endpoint: call } = route
  const signal = goneSignal(reply.raw)
  const identity = identities.get(request)
  if (!identity) throw new Error('The caller was not identified.')
  const { caller, token } = identity
  try {
    await serveCaller(route, { caller, token, signal, rateLimitOf }, request, reply)
  } catch (error) {
    await showRateLimit(reply, () => rateLimitOf?.(call, caller))
    throw error
  }
}

/**
 * Adds the headers of rate limits. If a limit cannot be read they are omitted, because the response is more
 * important.
 */
async function showRateLimit(
  reply: FastifyReply,
  read: () => Promise<RateLimit | undefined> | undefined,
): Promise<void> {
  const limit = await read()?.catch(() => undefined)
  if (limit) reply.headers(rateLimitHeaders(limit))
}

interface Served {
  readonly rateLimitOf: MountOptions['rateLimitOf']
  readonly caller: Caller
  readonly token: string | undefined
  readonly signal: AbortSignal
}

async function serveCaller(
  route: Route,
  { caller, token, signal, rateLimitOf }: Served,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const { endpoint: call } = route
  // A path or a query can contain %00, which Postgres rejects and no id contains.
  if (call.params && hasNul(request.params)) throw notFound('thing')
  const params = call.params && validate(call.params, cleanStrings(request.params))
  const query = call.query && validate(call.query, cleanStrings(request.query))
  const headers = call.headers && validate(call.headers, request.headers)
  const form = call.body?.kind === 'multipart' ? await openForm(request, call.body) : undefined
  const context = {
    params,
    query,
    headers,
    body: form ? () => form.fields() : bodyOf(call, request),
    file: form?.file,
    caller,
    ownKeys: call.acceptsOwnKeys === true ? ownKeysOf(request.headers) : NO_OWN_KEYS,
    token,
    requestId: request.id,
    locale: localeOf(request.headers['accept-language']),
    origin: `${request.protocol}://${request.host}`,
    acceptsEvents: acceptsEvents(request.headers.accept),
    lastEventId: lastEventId(request),
    signal,
  }
  try {
    // The only place where a context loses its types: every part was validated with this endpoint's schemas.
    const outcome = await route.handler(context as CallContext<Endpoint>)
    await showRateLimit(reply, () => rateLimitOf?.(call, caller))
    await sendOutcome(call, outcome, request, reply)
  } finally {
    form?.discard()
  }
}

const hasNul = (params: unknown): boolean =>
  Object.values(Object(params)).some((value) => typeof value === 'string' && value.includes('\0'))

function bodyOf(endpoint: Endpoint, request: FastifyRequest): unknown {
  if (endpoint.body?.kind === 'signed') return signedBytes(endpoint.body.signatureHeader, request)
  if (endpoint.body?.kind === 'chunk') {
    if (Buffer.isBuffer(request.body)) return request.body
    throw new DomainError('UNSUPPORTED_MEDIA', `Send this as ${CHUNK_TYPE}.`)
  }
  if (endpoint.body?.kind !== 'json') return undefined
  if (request.isMultipart() || Buffer.isBuffer(request.body))
    throw new DomainError('UNSUPPORTED_MEDIA', 'Send this as application/json.')
  // null is a body that is not an object; a missing body counts as an empty object.
  return validate(endpoint.body.schema, request.body === undefined ? {} : request.body)
}

function signedBytes(header: string, request: FastifyRequest): SignedBytes {
  const signature = request.headers[header]
  return {
    bytes: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
    signature: typeof signature === 'string' ? signature : undefined,
  }
}

/** Returns the id after which an EventSource resumes. */
function lastEventId(request: FastifyRequest): number | undefined {
  const header = request.headers['last-event-id']
  return typeof header === 'string' && /^\d{1,15}$/.test(header) ? Number(header) : undefined
}

async function sendOutcome(
  endpoint: Endpoint,
  outcome: RouteOutcome<Endpoint>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  switch (outcome.kind) {
    case 'json':
      reply
        .code(outcome.status)
        .type(`application/${endpoint.protocol === 'scim' ? 'scim+json' : 'json'}; charset=utf-8`)
      if (outcome.location !== undefined) reply.header('location', outcome.location)
      reply.send(JSON.stringify(guardAnswer(endpoint, outcome.status, outcome.value)))
      return
    case 'empty':
      reply
        .code(outcome.status)
        .headers(outcome.headers ?? {})
        .send()
      return
    case 'events':
      await sendEvents(request, reply, outcome.events)
      return
    case 'bytes':
      await sendBytes(request, reply, outcome)
      return
  }
}

/**
 * Validates a response against the contract: undeclared fields are removed. A response that does not match
 * its schema is never sent: it is a server error, logged by path and without content.
 */
function guardAnswer(endpoint: Endpoint, status: number, value: unknown): unknown {
  const responseSpec = [endpoint.responses[status] ?? []].flat().find(({ kind }) => kind === 'json')
  if (responseSpec?.kind !== 'json')
    throw new Error(`${endpoint.method} ${endpoint.path} has no JSON answer of status ${status}`)
  const parsed = responseSpec.schema.safeParse(value)
  if (parsed.success) return parsed.data
  const issues = parsed.error.issues.map((issue) => `${issue.path.join('.')} (${issue.code})`)
  throw new Error(`${endpoint.method} ${endpoint.path} answered outside its contract: ${issues.join(', ')}`)
}

/** Buffers of one streamed response: what its source reads ahead, and what waits in the socket. */
const WINDOW_BYTES = 256 * 1024
const PART_BYTES = 64 * 1024

async function writeInParts(raw: ServerResponse, bytes: Uint8Array): Promise<void> {
  for (let index = 0; index < bytes.length && !raw.destroyed; index += PART_BYTES)
    if (!raw.write(bytes.subarray(index, index + PART_BYTES))) await drained(raw)
}

/**
 * Streams bytes while they are generated. An error before the first byte is thrown; a later one closes the
 * connection, which is the only way to signal an incomplete response.
 */
async function sendBytes(
  request: FastifyRequest,
  reply: FastifyReply,
  { status, bytes, headers }: Extract<RouteOutcome<Endpoint>, { kind: 'bytes' }>,
): Promise<void> {
  const iterator = bytes[Symbol.asyncIterator]()
  const first = await iterator.next()
  try {
    countResponseBytes(request, Math.max(WINDOW_BYTES, first.done === true ? 0 : first.value.length))
  } catch (error) {
    // What the source holds open is closed.
    await iterator.return?.()
    throw error
  }
  const raw = startStream(reply, headers, status)
  // Distinguishes a response that was cut off from one that never started.
  raw.flushHeaders()
  try {
    for (let next = first; !next.done && !raw.destroyed; next = await iterator.next()) {
      await writeInParts(raw, next.value)
    }
    raw.end()
  } catch (error) {
    request.log.error({ err: error }, 'stream failed')
    raw.destroy()
  } finally {
    await iterator.return?.()
  }
}
