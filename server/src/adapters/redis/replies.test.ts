import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ReplyEvent } from '@vee/contract/stream/reply-event'
import { loadAgents } from '#agents/index.ts'
import type { Caller } from '#domain/accounts/index.ts'
import { openTestDatabase } from '#db/fixtures/test-database.ts'
import { createAgentCatalogue } from '#domain/agents/catalogue/index.ts'
import {
  type ConversationWriter,
  type Conversations,
  createConversationWriter,
  createConversations,
  storeNothing,
} from '#domain/conversations/index.ts'
import { createPeople } from '#domain/organizations/fixtures/people.ts'
import { createReplies, type NumberedReplyEvent, type Question, type Replies } from '#domain/replies/index.ts'
import { REPLY_LIMITS } from '#domain/replies/reply-limits.ts'
import { uncounted } from '#domain/replies/fixtures/uncounted.ts'
import { toolboxOf } from '#domain/tools/fixtures/toolbox-of.ts'
import { ProviderFailure } from '#providers/failure.ts'
import { createOpenLedger, noOwnKeys } from '../../../../fakes/open-ledger.ts'
import { createScriptedModel, type ScriptedModel } from '../../../../fakes/scripted-model.ts'
import { AGENTS_DIRECTORY } from '#lib/project-files.ts'
import { connectRedis } from './connection.ts'
import { hasRedis, openRedisGate, type RedisGate, TEST_REDIS, testPrefix } from './fixtures/test-redis.ts'
import { redisReplies } from './replies.ts'

const ann: Caller = { kind: 'visitor', id: 'session:ann', ip: '192.0.2.1' }
const bob: Caller = { kind: 'visitor', id: 'session:bob', ip: '192.0.2.2' }
const stays = new AbortController().signal
const agents = createAgentCatalogue(loadAgents(AGENTS_DIRECTORY))
/** Short, so that a disconnected server is quickly considered dead. */
const TIMES = {
  leaseMs: 400,
  flushMs: 5,
  pollMs: 50,
  reconnectWindowMs: 400,
  retentionMs: 60_000,
  maxMs: 60_000,
}

interface Server {
  readonly replies: Replies
  readonly model: ScriptedModel
  /** whether replies can be shared, for each change */
  readonly received: boolean[]
}

let prefix: string
let gate: RedisGate
let closing: (() => Promise<void>)[]
/** stores the conversations of all servers */
let writer: ConversationWriter
beforeEach(async () => {
  prefix = testPrefix()
  gate = await openRedisGate()
  closing = []
  writer = { storeQuestion: async () => storeNothing }
})
afterEach(async () => {
  await Promise.all(closing.map((close) => close()))
  gate.close()
})

interface Setup {
  readonly url?: string
  readonly abandonedAfterMs?: number
  readonly leaseMs?: number
  readonly reconnectWindowMs?: number
}

async function startServer(setup: Setup = {}): Promise<Server> {
  const { url = TEST_REDIS.href, abandonedAfterMs = 60_000, ...times } = setup
  const redis = await connectRedis(url)
  const received: boolean[] = []
  const exchange = await redisReplies(redis, {
    prefix,
    times: { ...TIMES, ...times },
    onChange: (isShared) => received.push(isShared),
  })
  const model = createScriptedModel()
  const replies = createReplies({
    agents,
    models: { choose: async () => ({ provider: model, model: 'scripted-1' }) },
    hostModels: [],
    ledger: createOpenLedger(),
    replyCount: { countReply: async () => {} },
    ownModels: noOwnKeys.ownModels,
    personas: { of: async () => null },
    conversations: writer,
    tokens: uncounted,
    toolbox: toolboxOf(),
    now: Date.now,
    store: { save: async () => {}, load: async () => [], purge: async () => {} },
    onFailure: () => {},
    limits: { ...REPLY_LIMITS, drainMs: 0, abandonedAfterMs },
    relay: exchange,
  })
  closing.push(async () => {
    await replies.close()
    await redis.close()
  })
  return { replies, model, received }
}

const ask = (replyId: string, more: Partial<Question> = {}): Question => ({
  agentId: 'v_agent',
  messages: [{ role: 'user', content: 'Hello' }],
  locale: 'en',
  replyId,
  ...more,
})

const fail = (failure: unknown) => expect.fail(String(failure))

async function all(events: AsyncIterable<NumberedReplyEvent>): Promise<NumberedReplyEvent[]> {
  const collected: NumberedReplyEvent[] = []
  for await (const event of events) collected.push(event)
  return collected
}
const textOf = (events: readonly { event: ReplyEvent }[]) =>
  events.map(({ event }) => (event.type === 'chunk' ? event.content : '')).join('')

/** Reads this many events. */
async function takeEvents(
  events: AsyncIterable<NumberedReplyEvent>,
  count: number,
): Promise<NumberedReplyEvent[]> {
  const taken: NumberedReplyEvent[] = []
  for await (const event of events) if (taken.push(event) === count) break
  return taken
}

describe.skipIf(!hasRedis)('replies on several servers, over Redis', () => {
  it('are streamed live on a server that does not run them, each event once', async () => {
    const [a, b] = [await startServer(), await startServer()]
    const onA = all(await a.replies.stream(ask('r1'), ann, stays))
    const run = await a.model.run(1)
    run.say('one ', 'two ')
    // Starts on A and continues on B after the second event, while A is still generating.
    const onB = await b.replies.resume('r1', ann, 2, stays)
    const live = takeEvents(onB, 1)
    expect((await live)[0]).toMatchObject({ id: 3, event: { type: 'chunk', content: 'two ' } })
    const rest = all(await b.replies.resume('r1', ann, 3, stays))
    run.say('three')
    run.finish()
    const allEvents = await onA
    expect(await rest).toEqual(allEvents.slice(3))
    expect(textOf(allEvents)).toBe('one two three')
    // Reads it again on any server, after it has ended.
    const c = await startServer()
    expect(await all(await c.replies.resume('r1', ann, 0, stays))).toEqual(allEvents)
    expect(b.model.runs).toHaveLength(0)
  })

  it('run once, even if several servers get the request simultaneously', async () => {
    const servers = await Promise.all([startServer(), startServer(), startServer()])
    const asked = servers.flatMap(({ replies }) =>
      Array.from({ length: 4 }, () => replies.answer(ask('r1'), ann, stays)),
    )
    const run = await Promise.race(servers.map(({ model }) => model.run(1)))
    run.say('one answer')
    run.finish()
    const contents = (await Promise.all(asked)).map(({ content }) => content)
    expect(new Set(contents)).toEqual(new Set(['one answer']))
    expect(servers.reduce((sum, { model }) => sum + model.runs.length, 0)).toBe(1)
    expect((await servers[1].replies.answer(ask('r1'), ann, stays)).content).toBe('one answer')
  })

  it('run again on any server after a temporary failure without text', async () => {
    const [a, b] = [await startServer(), await startServer()]
    const failed = a.replies.answer(ask('r1'), ann, stays)
    const cause = new ProviderFailure({ kind: 'unavailable', provider: 'scripted', message: 'it failed' })
    ;(await a.model.run(1)).fail(cause)
    await expect(failed).rejects.toBe(cause)
    expect(await all(await b.replies.resume('r1', ann, 0, stays))).toHaveLength(2)
    const second = b.replies.answer(ask('r1'), ann, stays)
    const run = await b.model.run(1)
    run.say('now')
    run.finish()
    expect((await second).content).toBe('now')
  })

  it('can be stopped from any server, and by their owner only', async () => {
    const [a, b] = [await startServer(), await startServer()]
    const events = all(await a.replies.stream(ask('r1'), ann, stays))
    const run = await a.model.run(1)
    run.say('half')
    await expect
      .poll(() => b.replies.resume('r1', ann, 0, stays).then((reading) => takeEvents(reading, 2)))
      .toHaveLength(2)
    await expect(b.replies.stop('r1', bob)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await b.replies.stop('r1', ann)
    expect((await events).at(-1)?.event).toMatchObject({ finishReason: 'stopped' })
    expect(run.signal.aborted).toBe(true)
    expect((await all(await b.replies.resume('r1', ann, 0, stays))).at(-1)?.event).toMatchObject({
      finishReason: 'stopped',
    })
  })

  it('are not available to other callers on any server', async () => {
    const [a, b] = [await startServer(), await startServer()]
    void all(await a.replies.stream(ask('r1'), ann, stays))
    await a.model.run(1)
    await expect(b.replies.resume('r1', bob, 0, stays)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(b.replies.resume('r2', ann, 0, stays)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  it('continue while they are read on another server, without a reader on their own', async () => {
    const [a, b] = [await startServer({ abandonedAfterMs: 1 }), await startServer()]
    const leaving = new AbortController()
    const onA = all(await a.replies.stream(ask('r1'), ann, leaving.signal))
    const run = await a.model.run(1)
    run.say('half ')
    const onB = await b.replies.resume('r1', ann, 0, stays)
    const iterator = onB[Symbol.asyncIterator]()
    await iterator.next()
    leaving.abort()
    await onA
    run.say('and half')
    expect((await iterator.next()).value).toMatchObject({ event: { content: 'half ' } })
    expect((await iterator.next()).value).toMatchObject({ event: { content: 'and half' } })
    run.finish()
    expect((await iterator.next()).value).toMatchObject({ event: { finishReason: 'stop' } })
  })

  it('end as interrupted, and only once, when their server fails', async () => {
    const [a, b, c] = [await startServer({ url: gate.url }), await startServer(), await startServer()]
    void all(await a.replies.stream(ask('r1'), ann, stays))
    const run = await a.model.run(1)
    run.say('one ', 'two ')
    const reading = await b.replies.resume('r1', ann, 0, stays)
    const onB = all(reading)
    const onC = all(await c.replies.resume('r1', ann, 0, stays))
    await takeEvents(await b.replies.resume('r1', ann, 2, stays), 1)
    gate.shut()
    run.say('nobody hears this')
    const events = await onB
    expect(textOf(events)).toBe('one two ')
    expect(events.at(-1)).toMatchObject({
      id: 4,
      event: { type: 'error', error: 'REPLY_INTERRUPTED', retryable: true },
    })
    expect(await onC).toEqual(events)
    // Readers with more events than the crashed server persisted receive the end too.
    for (const onMessage of [4, 9]) {
      const end = await all(await b.replies.resume('r1', ann, onMessage, stays))
      expect(end).toMatchObject([{ id: onMessage + 1, event: { error: 'REPLY_INTERRUPTED' } }])
    }
    // After it reconnects, its further events are rejected, and it stops.
    gate.open()
    await expect.poll(() => run.signal.aborted, { timeout: 10_000 }).toBe(true)
    expect(await all(await c.replies.resume('r1', ann, 0, stays))).toEqual(events)
  })

  it('are generated again under the same id if their server failed before the first text', async () => {
    const [a, b] = [await startServer({ url: gate.url }), await startServer()]
    void all(await a.replies.stream(ask('r1'), ann, stays))
    await a.model.run(1)
    await expect
      .poll(() => b.replies.resume('r1', ann, 0, stays).then((reading) => takeEvents(reading, 1)))
      .toHaveLength(1)
    gate.shut()
    await expect
      .poll(() => b.replies.resume('r1', ann, 0, stays).then(all), { timeout: 10_000 })
      .toMatchObject([{ event: { type: 'start' } }, { event: { error: 'REPLY_INTERRUPTED' } }])
    const again = b.replies.answer(ask('r1'), ann, stays)
    const run = await b.model.run(1)
    run.say('here')
    run.finish()
    expect((await again).content).toBe('here')
  })

  it('continue on their server while Redis is not available, and are complete there afterwards', async () => {
    const [a, b] = [await startServer({ url: gate.url, leaseMs: 60_000 }), await startServer()]
    const onA = all(await a.replies.stream(ask('r1'), ann, stays))
    const run = await a.model.run(1)
    run.say('one ')
    await takeEvents(await b.replies.resume('r1', ann, 1, stays), 1)
    gate.shut()
    run.say('two ')
    await expect.poll(() => a.received).toContain(false)
    gate.open()
    run.say('three')
    run.finish()
    const allEvents = await onA
    expect(textOf(allEvents)).toBe('one two three')
    expect(await all(await b.replies.resume('r1', ann, 0, stays))).toEqual(allEvents)
  })

  it('are stored once if the response of Redis was late', async () => {
    const [a, b] = [await startServer({ url: gate.url, leaseMs: 60_000 }), await startServer()]
    const onA = all(await a.replies.stream(ask('r1'), ann, stays))
    const run = await a.model.run(1)
    run.say('one ')
    const early = await takeEvents(await b.replies.resume('r1', ann, 0, stays), 2)
    gate.holdAnswers()
    run.say('two ')
    await expect.poll(() => a.received, { timeout: 5_000 }).toContain(false)
    gate.open()
    run.say('three')
    run.finish()
    const allEvents = await onA
    expect(textOf(allEvents)).toBe('one two three')
    expect(await all(await b.replies.resume('r1', ann, 2, stays))).toEqual(allEvents.slice(2))
    expect(early).toEqual(allEvents.slice(0, 2))
  })

  it('are complete again in a Redis that was emptied', async () => {
    const [a, b] = [await startServer(), await startServer()]
    const onA = all(await a.replies.stream(ask('r1'), ann, stays))
    const run = await a.model.run(1)
    run.say('one ')
    await expect
      .poll(() => b.replies.resume('r1', ann, 1, stays).then((reading) => takeEvents(reading, 1)))
      .toHaveLength(1)
    const redis = await connectRedis(TEST_REDIS.href)
    closing.push(() => redis.close())
    await redis.client.del(await redis.client.keys(`${prefix}*`))
    const c = await startServer()
    run.say('two')
    run.finish()
    const allEvents = await onA
    await expect
      .poll(() =>
        c.replies
          .resume('r1', ann, 0, stays)
          .then(all)
          .catch(() => []),
      )
      .toEqual(allEvents)
  })

  it('continue without duplicate events for readers across an emptied Redis', async () => {
    const a = await startServer()
    const b = await startServer({ url: gate.url, reconnectWindowMs: 60_000 })
    const onA = all(await a.replies.stream(ask('r1'), ann, stays))
    const run = await a.model.run(1)
    run.say('one ', 'two ')
    const onB = (await b.replies.resume('r1', ann, 0, stays))[Symbol.asyncIterator]()
    const seen: (NumberedReplyEvent | undefined)[] = []
    while (seen.length < 3) seen.push((await onB.next()).value ?? undefined)
    gate.shut()
    const redis = await connectRedis(TEST_REDIS.href)
    closing.push(() => redis.close())
    await redis.client.del(await redis.client.keys(`${prefix}*`))
    run.say('three')
    await expect.poll(() => redis.client.keys(`${prefix}log:*`)).toHaveLength(1)
    gate.open()
    run.finish()
    for (let next = await onB.next(); next.done !== true; next = await onB.next()) seen.push(next.value)
    expect(seen).toEqual(await onA)
  })

  describe('that two servers write, because one of them does not hear of the other,', () => {
    const texts = async () => (await talks.get('c1', {}, member)).messages.map(({ content }) => content)
    let member: Caller
    let talks: Conversations
    beforeEach(async () => {
      const database = await openTestDatabase()
      member = (await createPeople(database, Date.now).person('ann')).caller
      talks = createConversations({ database, now: Date.now })
      writer = createConversationWriter({ database, now: Date.now, onFailure: fail })
    })
    const askTwice = (server: Server) =>
      server.replies.stream(ask('r1', { conversationId: 'c1' }), member, stays).then(all)

    it('are stored as they were emitted to their end', async () => {
      const [a, b] = [await startServer({ url: gate.url }), await startServer()]
      gate.shut()
      const onA = askTwice(a)
      const lost = await a.model.run(1)
      lost.say('what nobody ')
      const onB = askTwice(b)
      const run = await b.model.run(1)
      run.say('one ')
      gate.open()
      // A's truncated version is stored before B ends.
      await expect.poll(() => lost.signal.aborted, { timeout: 10_000 }).toBe(true)
      expect((await onA).at(-1)?.event).toMatchObject({ finishReason: 'interrupted' })
      expect(await texts()).toEqual(['Hello', 'what nobody '])
      run.say('answer')
      run.finish()
      const received = await onB
      expect(textOf(received)).toBe('one answer')
      expect(await texts()).toEqual(['Hello', 'one answer'])
      // A no longer serves its own version either.
      expect(await all(await a.replies.resume('r1', member, 0, stays))).toEqual(received)
    })

    it('remain unchanged if their question arrives a second time, late', async () => {
      const [a, b] = [await startServer({ url: gate.url }), await startServer()]
      const onB = askTwice(b)
      const run = await b.model.run(1)
      run.say('one answer')
      const usage = { promptTokens: 7, completionTokens: 3, totalTokens: 10 }
      run.finish(usage)
      const received = await onB
      gate.shut()
      const again = await askTwice(a)
      expect(textOf(again)).toBe('one answer')
      expect([again[0], again.at(-1)]).toMatchObject([
        { event: { type: 'start', replyId: 'r1', model: 'scripted-1' } },
        { event: { finishReason: 'stop', usage } },
      ])
      expect(a.model.runs.map(({ signal }) => signal.aborted)).toEqual([true])
      gate.open()
      expect(await texts()).toEqual(['Hello', textOf(received)])
    })
  })

  it('that must not leave their server are not shared, and not run twice', async () => {
    const [a, b] = [await startServer(), await startServer()]
    const diary = { agentId: 'diary_agent' }
    const onA = all(await a.replies.stream(ask('r1', diary), ann, stays))
    const run = await a.model.run(1)
    run.say('dear diary')
    const redis = await connectRedis(TEST_REDIS.href)
    closing.push(() => redis.close())
    const states = async () => {
      const keys = await redis.client.keys(`${prefix}of:*`)
      return Promise.all(keys.map((key) => redis.client.hGet(key, 'state')))
    }
    await expect.poll(states).toEqual(['private'])
    await expect(b.replies.resume('r1', ann, 0, stays)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(b.replies.answer(ask('r1', diary), ann, stays)).rejects.toMatchObject({
      code: 'REPLY_INTERRUPTED',
    })
    expect(await redis.client.keys(`${prefix}log:*`)).toEqual([])
    run.finish()
    await onA
    await expect.poll(states).toEqual([])
  })

  it('finished by a stopping server are available on the others', async () => {
    const [a, b] = [await startServer(), await startServer()]
    const onA = all(await a.replies.stream(ask('r1'), ann, stays))
    ;(await a.model.run(1)).say('cut')
    await a.replies.close()
    const allEvents = await onA
    expect(allEvents.at(-1)?.event).toMatchObject({ finishReason: 'interrupted' })
    expect(await all(await b.replies.resume('r1', ann, 0, stays))).toEqual(allEvents)
  })
})

describe('a server without an available Redis', () => {
  it('replies like a single server', async () => {
    const a = await startServer({ url: 'redis://127.0.0.1:1' })
    const onA = a.replies.answer(ask('r1'), ann, stays)
    const run = await a.model.run(1)
    run.say('all the same')
    run.finish()
    expect((await onA).content).toBe('all the same')
    expect(a.received).toEqual([false])
    // It may be on another server: the client is asked to retry.
    await expect(a.replies.resume('r2', ann, 0, stays)).rejects.toMatchObject({ code: 'REPLY_INTERRUPTED' })
    await expect(a.replies.stop('r2', ann)).rejects.toMatchObject({ code: 'REPLY_INTERRUPTED' })
  })
})
