import type { AddressInfo } from 'node:net'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { parseReplyStream, type ParsedEvent } from '@vee/contract/stream/parse'
import { reply as replySchema, replyEvent } from '@vee/contract/stream/reply-event'
import { loadAgents } from '#agents/index.ts'
import { openFileDatabase } from '#db/fixtures/test-database.ts'
import { createReplyStore } from '#adapters/database/replies.ts'
import { createAccounts } from '#domain/accounts/index.ts'
import { createAgentCatalogue } from '#domain/agents/catalogue/index.ts'
import { createUnreadMarks, storeNothing } from '#domain/conversations/index.ts'
import { createCustomAgents } from '#domain/agents/custom-agents/index.ts'
import { createBackgroundReplies, createReplies, type Replies } from '#domain/replies/index.ts'
import { uncounted } from '#domain/replies/fixtures/uncounted.ts'
import { toolboxOf } from '#domain/tools/fixtures/toolbox-of.ts'
import { createOpenAi } from '#providers/openai/openai.ts'
import { createOpenLedger, noOwnKeys } from '../../../fakes/open-ledger.ts'
import { startUpstream } from '../../../fakes/upstream/index.ts'
import { limitBodyMemory } from '#serving/memory/body-memory.ts'
import { answerErrors } from '#serving/responses/errors.ts'
import { AGENTS_DIRECTORY } from '#lib/project-files.ts'
import { agentRoutes } from './agents.ts'
import { mountRoutes } from '#serving/mount.ts'
import { chatRoutes } from './chat.ts'

const PASSPHRASE = 'correct horse battery staple'

const database = await openFileDatabase()
let replies: Replies
let server: FastifyInstance
let api: string

const upstream = await startUpstream()
afterAll(async () => {
  await upstream.close()
})
beforeEach(async () => {
  upstream.reset()
  await startServer()
})
afterEach(() => server.close())

async function startServer(): Promise<void> {
  const agents = createAgentCatalogue(loadAgents(AGENTS_DIRECTORY))
  const openai = createOpenAi({
    apiKey: 'sk-test',
    baseUrl: `${upstream.url}/v1`,
    isVendor: true,
    modelPrimary: 'gpt-4o',
    timeoutMs: 300,
  })
  replies = createReplies({
    agents,
    models: { choose: async () => ({ provider: openai, model: 'gpt-4o' }) },
    hostModels: ['gpt-4o'],
    ledger: createOpenLedger(),
    replyCount: { countReply: async () => {} },
    ownModels: noOwnKeys.ownModels,
    personas: { of: async () => null },
    conversations: { storeQuestion: async () => storeNothing },
    tokens: uncounted,
    toolbox: toolboxOf(),
    now: Date.now,
    store: createReplyStore(database),
    onFailure: () => undefined,
  })
  await replies.restore()
  const accounts = createAccounts({ database, passphrase: PASSPHRASE, now: Date.now })
  const backgroundReplies = createBackgroundReplies({
    database,
    replies,
    agents,
    accounts,
    ledger: { revoke: async () => {} },
    unreadMarks: createUnreadMarks(database),
    serverIdentity: { name: 'here', hasEnded: () => false },
    now: Date.now,
  })
  const routes = [
    ...chatRoutes(replies, backgroundReplies),
    ...agentRoutes(agents, createCustomAgents({ database, now: Date.now })),
  ]
  server = Fastify({ forceCloseConnections: true })
  answerErrors(server)
  limitBodyMemory(server)
  await server.register(
    (api) => mountRoutes(api, { endpoints: routes.map(({ endpoint: call }) => call), routes, accounts }),
    {
      prefix: '/api',
    },
  )
  await server.listen({ host: '127.0.0.1', port: 0 })
  api = `http://127.0.0.1:${(server.server.address() as AddressInfo).port}/api`
}

interface Sending {
  readonly headers?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal
}

function postChat(body: object, { headers = {}, signal }: Sending = {}): Promise<Response> {
  return fetch(`${api}/chat`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-session-id': 'ann', ...headers },
    body: JSON.stringify({ messages: [{ role: 'user', content: 'Say something' }], ...body }),
    ...(signal && { signal }),
  })
}

const getStream = (replyId: string, headers: Readonly<Record<string, string>> = {}) =>
  fetch(`${api}/chat/replies/${replyId}/stream`, { headers: { 'x-session-id': 'ann', ...headers } })

const stop = (replyId: string, session = 'ann') =>
  fetch(`${api}/chat/replies/${replyId}`, { method: 'DELETE', headers: { 'x-session-id': session } })

function eventsOf(response: Response): AsyncGenerator<ParsedEvent, void, undefined> {
  if (!response.body) throw new Error('the answer has no body')
  return parseReplyStream(response.body.pipeThrough(new TextDecoderStream()))
}

async function readAll(response: Response): Promise<ParsedEvent[]> {
  const events: ParsedEvent[] = []
  for await (const event of eventsOf(response)) events.push(event)
  return events
}

const textOf = (events: readonly ParsedEvent[]) =>
  events.map(({ event }) => (event.type === 'chunk' ? event.content : '')).join('')

const SLOW = { text: 'one two three four five six seven eight nine ten', piecesPerSecond: 50 }

describe('POST /chat', () => {
  it.each([
    [
      'an object of 600,000 keys',
      { voice: Object.fromEntries(Array.from({ length: 600_000 }, (_, index) => [`k${index}`, 1])) },
    ],
    ['a million empty objects', { files: Array.from({ length: 1_000_000 }, () => ({})) }],
    [
      '5,000 keys that nothing knows',
      {
        voice: Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`k${index}`, 1])),
        messages: 3,
      },
    ],
  ])('refuses %s with 400', async (_, body) => {
    const response = await postChat(body)
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ error: 'VALIDATION' })
  })

  it('returns the whole reply with its usage and cost', async () => {
    upstream.script({ text: 'Good morning', usage: { promptTokens: 1_000, completionTokens: 100 } })
    const response = await postChat({ personaOverride: ' a pirate ' })
    expect(response.status).toBe(200)
    const body: unknown = await response.json()
    expect(replySchema.strict().parse(body)).toMatchObject({
      content: 'Good morning',
      agentId: 'v_agent',
      conversationId: expect.stringMatching(/^conv-v_agent-\d+-\w+$/),
      model: 'gpt-4o',
      provider: 'openai',
      usage: { promptTokens: 1_000, completionTokens: 100, totalTokens: 1_100 },
      costUsd: 0.0035,
      persona: 'a pirate',
      finishReason: 'stop',
    })
  })

  it.each([
    ['stream: true', { stream: true }, {}],
    ['Accept', {}, { accept: 'text/event-stream' }],
  ] as const)(
    'streams events of the contract, numbered from 1, if requested by %s',
    async (_, body, headers) => {
      upstream.script({ text: 'Good morning to you' })
      const response = await postChat({ replyId: 'r1', ...body }, { headers })
      expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
      const events = await readAll(response)
      expect(events.map(({ id }) => id)).toEqual(events.map((_, index) => index + 1))
      for (const { event } of events) expect(replyEvent.parse(event)).toEqual(event)
      expect(events.at(0)?.event).toMatchObject({ type: 'start', replyId: 'r1', provider: 'openai' })
      expect(events.at(-1)?.event).toMatchObject({ type: 'final_response_metadata', replyId: 'r1' })
      expect(textOf(events)).toBe('Good morning to you')
    },
  )

  it('emits the start event before the provider responds', async () => {
    upstream.script({ headersAfterMs: Infinity })
    const events = eventsOf(await postChat({ stream: true }))
    expect((await events.next()).value).toMatchObject({ event: { type: 'start' } })
    await upstream.arrival(1)
    await events.return()
  })

  it.each([
    [{ messages: [{ role: 'user', content: ' ' }] }, 400, 'MESSAGE_EMPTY'],
    [{ agentId: 'nobody' }, 404, 'AGENT_UNKNOWN'],
    [{ agentId: 'nerf_agent' }, 403, 'AGENT_TIER_REQUIRED'],
  ])('rejects %j with %i, streamed or not, without a request to a provider', async (body, status, error) => {
    for (const stream of [false, true]) {
      const response = await postChat({ ...body, stream })
      expect(response.status).toBe(status)
      expect(await response.json()).toMatchObject({ error })
    }
    expect(upstream.requests).toHaveLength(0)
  })

  it.each([
    ['unauthorized', 502, 'PROVIDER_ERROR', false, 401],
    ['server-error', 502, 'PROVIDER_ERROR', true, 500],
    ['hang-before-headers', 504, 'PROVIDER_TIMEOUT', true, undefined],
    ['rate-limited', 429, 'RATE_LIMITED', true, 429],
    ['error-mid-stream', 502, 'PROVIDER_ERROR', true, undefined],
    ['cut-mid-stream', 502, 'PROVIDER_ERROR', true, undefined],
  ] as const)(
    'reports that the provider failed: %s',
    async (behaviour, status, error, retryable, upstreamStatus) => {
      upstream.script(behaviour)
      const response = await postChat({})
      expect(response.status).toBe(status)
      expect(await response.json()).toMatchObject({
        error,
        details: { provider: 'openai', ...(upstreamStatus && { status: upstreamStatus }) },
      })
      const events = await readAll(await postChat({ stream: true }))
      expect(events.at(-1)?.event).toMatchObject({ type: 'error', error, retryable })
    },
  )

  it("preserves the text up to the provider's failure", async () => {
    upstream.script({ text: 'one two three four', ending: 'cut', piecesBeforeEnding: 3 })
    const events = await readAll(await postChat({ stream: true, replyId: 'r1' }))
    expect(textOf(events)).toBe('one two three')
    expect(await readAll(await getStream('r1'))).toEqual(events)
  })

  it('runs the provider once for fifty requests with one reply id', async () => {
    upstream.script({ ...SLOW, piecesPerSecond: 200 })
    const answers = await Promise.all(
      Array.from({ length: 50 }, async (_, index) => {
        const stream = index % 2 === 0
        const response = await postChat({ replyId: 'r1', stream })
        return stream ? textOf(await readAll(response)) : replySchema.parse(await response.json()).content
      }),
    )
    expect(new Set(answers)).toEqual(new Set([SLOW.text]))
    expect(upstream.requests).toHaveLength(1)
  })

  it('stops the provider at once when the client of a whole reply disconnects', async () => {
    upstream.script({ headersAfterMs: Infinity })
    const connection = new AbortController()
    const response = postChat({}, { signal: connection.signal })
    const request = await upstream.arrival(1)
    connection.abort()
    await expect(response).rejects.toThrow('aborted')
    expect(await request.ended).toBe('aborted')
  })
})

describe('GET /chat/replies/{replyId}/stream', () => {
  it('continues after a lost connection without duplicate or lost text', async () => {
    upstream.script(SLOW)
    const connection = new AbortController()
    const response = await postChat({ stream: true, replyId: 'r1' }, { signal: connection.signal })
    const seen: ParsedEvent[] = []
    for await (const event of eventsOf(response)) {
      seen.push(event)
      if (seen.length === 4) break
    }
    connection.abort()
    const rest = await readAll(await getStream('r1', { 'last-event-id': '4' }))
    expect(rest[0]?.id).toBe(5)
    expect(textOf([...seen, ...rest])).toBe(SLOW.text)
    expect(rest.at(-1)?.event).toMatchObject({ finishReason: 'stop' })
    expect(upstream.requests).toHaveLength(1)
  })

  it('begins after any event of a finished reply', async () => {
    const events = await readAll(await postChat({ stream: true, replyId: 'r1' }))
    for (let after = 0; after <= events.length; after++) {
      expect(await readAll(await getStream('r1', { 'last-event-id': String(after) }))).toEqual(
        events.slice(after),
      )
    }
  })

  it("does not find other callers' replies", async () => {
    await (await postChat({ replyId: 'r1' })).json()
    for (const response of [await getStream('r1', { 'x-session-id': 'bob' }), await getStream('r2')]) {
      expect(response.status).toBe(404)
      expect(await response.json()).toMatchObject({ error: 'NOT_FOUND' })
    }
  })

  it('replays a reply after a restart of the server', async () => {
    upstream.script({ ending: 'cut', text: 'half an answer', piecesBeforeEnding: 2 })
    const told = await readAll(await postChat({ stream: true, replyId: 'r1' }))
    await replies.close()
    await server.close()
    await startServer()
    expect(await readAll(await getStream('r1'))).toEqual(told)
  })
})

describe('DELETE /chat/replies/{replyId}', () => {
  it('stops the provider and preserves the text so far', async () => {
    upstream.script({ ...SLOW, ending: 'hang', piecesBeforeEnding: 3 })
    const events: ParsedEvent[] = []
    for await (const event of eventsOf(await postChat({ stream: true, replyId: 'r1' }))) {
      events.push(event)
      if (events.length !== 4) continue
      expect((await stop('r1')).status).toBe(204)
    }
    const request = await upstream.arrival(1)
    expect(await request.ended).toBe('aborted')
    expect(textOf(events)).toBe('one two three')
    expect(events.at(-1)?.event).toMatchObject({ finishReason: 'stopped', usage: { isEstimated: true } })
    expect((await stop('r1')).status).toBe(204)
  })

  it("returns 404 for another caller's reply", async () => {
    await (await postChat({ replyId: 'r1' })).json()
    expect((await stop('r1', 'bob')).status).toBe(404)
    expect((await stop('r2')).status).toBe(404)
  })
})

describe('the catalogue', () => {
  it('uses the language of Accept-Language', async () => {
    const response = await fetch(`${api}/agents`, { headers: { 'accept-language': 'fr-FR,fr;q=0.9' } })
    const { agents } = (await response.json()) as { agents: readonly unknown[] }
    expect(agents.slice(0, 2)).toMatchObject([
      { id: 'v_agent', inputPlaceholder: 'Posez votre question à V', locked: false },
      { id: 'nerf_agent', locked: true },
    ])
  })

  it('returns prompts to signed-in users', async () => {
    expect((await fetch(`${api}/prompts/v_agent`)).status).toBe(401)
    const accounts = createAccounts({ database, passphrase: PASSPHRASE, now: Date.now })
    const { token } = await accounts.signInWithPassphrase({
      password: PASSPHRASE,
      remember: false,
      ip: '192.0.2.1',
    })
    const headers = { authorization: `Bearer ${token}` }
    expect(await (await fetch(`${api}/prompts/general`, { headers })).json()).toMatchObject({ id: 'v_agent' })
    expect((await fetch(`${api}/prompts/system-error`, { headers })).status).toBe(404)
    upstream.script({ text: 'Hi' })
    expect(await (await postChat({ agentId: 'nerf_agent' }, { headers })).json()).toMatchObject({
      agentId: 'nerf_agent',
    })
  })
})

const preview = (body: object, headers: Readonly<Record<string, string>> = {}) =>
  fetch(`${api}/chat/history-preview`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-session-id': 'ann', ...headers },
    body: JSON.stringify(body),
  })

describe('POST /chat/history-preview', () => {
  it('returns the messages that the model would receive, without calling a model', async () => {
    const messages = [
      { id: 'a', role: 'user', content: 'one' },
      { id: 'b', role: 'assistant', content: 'two' },
      { id: 'c', role: 'user', content: 'three' },
    ]
    const history = { useAdvancedMemory: false, maxHistoryMessages: 1 }
    const response = await preview({ messages, history })
    expect(response.status).toBe(200)
    expect(await response.json()).toEqual({
      model: 'gpt-4o',
      maxContextTokens: expect.any(Number),
      sourceTokens: 0,
      messages: [
        { id: 'a', role: 'user', isSent: false, reason: 'older', estimatedTokenCount: 1, processedTokens: 0 },
        {
          id: 'b',
          role: 'assistant',
          isSent: false,
          reason: 'older',
          estimatedTokenCount: 1,
          processedTokens: 0,
        },
        {
          id: 'c',
          role: 'user',
          isSent: true,
          reason: 'question',
          estimatedTokenCount: 2,
          processedTokens: expect.any(Number),
        },
      ],
    })
    expect(upstream.requests).toEqual([])
  })

  it('takes less of a visitor, whose previews no limit counts, than of a user', async () => {
    const messages = Array.from({ length: 6 }, () => ({ role: 'user', content: 'x'.repeat(100_000) }))
    const response = await preview({ messages })
    expect([response.status, await response.json()]).toMatchObject([413, { error: 'TOO_LARGE' }])
    const accounts = createAccounts({ database, passphrase: PASSPHRASE, now: Date.now })
    const { token } = await accounts.signInWithPassphrase({
      password: PASSPHRASE,
      remember: false,
      ip: '192.0.2.1',
    })
    expect((await preview({ messages }, { authorization: `Bearer ${token}` })).status).toBe(200)
  })

  it('rejects an unknown agent', async () => {
    const response = await preview({ agentId: 'nobody', messages: [{ role: 'user', content: 'one' }] })
    expect([response.status, await response.json()]).toMatchObject([404, { error: 'AGENT_UNKNOWN' }])
  })
})
