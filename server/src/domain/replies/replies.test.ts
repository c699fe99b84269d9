import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ReplyEvent } from '@vee/contract/stream/reply-event'
import { loadAgents } from '#agents/index.ts'
import { AGENTS_DIRECTORY } from '#lib/project-files.ts'
import { ProviderFailure } from '#providers/failure.ts'
import { createOpenLedger, noOwnKeys } from '../../../../fakes/open-ledger.ts'
import { uncounted } from './fixtures/uncounted.ts'
import { createScriptedModel, type ScriptedModel } from '../../../../fakes/scripted-model.ts'
import type { Caller } from '../accounts/index.ts'
import { createAgentCatalogue } from '../agents/catalogue/index.ts'
import { storeNothing } from '../conversations/index.ts'
import { toolboxOf } from '../tools/fixtures/toolbox-of.ts'
import { REPLY_LIMITS, type ReplyLimits } from './reply-limits.ts'
import type { NumberedReplyEvent } from './reply-reader.ts'
import type { StoredReply, ReplyStore } from './ports.ts'
import type { Question } from './run/reply-run.ts'
import { createReplies, type Replies } from './replies.ts'

const ann: Caller = { kind: 'visitor', id: 'session:ann', ip: '192.0.2.1' }
const bob: Caller = { kind: 'visitor', id: 'session:bob', ip: '192.0.2.2' }
const nobodyAt = (ip: string): Caller => ({ kind: 'visitor', id: 'anonymous', ip })
const agents = createAgentCatalogue(loadAgents(AGENTS_DIRECTORY))
const stays = new AbortController().signal

let model: ScriptedModel
let failures: unknown[]
beforeEach(() => {
  model = createScriptedModel()
  failures = []
})
afterEach(() => vi.useRealTimers())

interface Setup {
  readonly limits?: Partial<ReplyLimits>
  readonly store?: ReplyStore
  readonly now?: () => number
}

function startReplies({ limits = {}, store = createMemoryStore(), now = Date.now }: Setup = {}): Replies {
  return createReplies({
    agents,
    models: { choose: async () => ({ provider: model, model: 'scripted-1' }) },
    hostModels: [],
    ledger: createOpenLedger(),
    replyCount: { countReply: async () => {} },
    ownModels: noOwnKeys.ownModels,
    personas: { of: async () => null },
    conversations: { storeQuestion: async () => storeNothing },
    toolbox: toolboxOf(),
    tokens: uncounted,
    now,
    store,
    onFailure: (failure) => failures.push(failure),
    limits: { ...REPLY_LIMITS, ...limits },
  })
}

function createMemoryStore(): ReplyStore {
  const kept = new Map<string, StoredReply>()
  return {
    save: async (replies) => replies.forEach((reply) => kept.set(`${reply.owner} ${reply.replyId}`, reply)),
    load: async (endedAfter) => [...kept.values()].filter(({ endedAt }) => endedAt > endedAfter),
    purge: async () => kept.clear(),
  }
}

const chatRequest = (replyId: string, more: Partial<Question> = {}): Question => ({
  agentId: 'v_agent',
  messages: [{ role: 'user', content: 'Hello' }],
  locale: 'en',
  replyId,
  ...more,
})

async function all(events: AsyncIterable<NumberedReplyEvent>): Promise<NumberedReplyEvent[]> {
  const collected: NumberedReplyEvent[] = []
  for await (const event of events) collected.push(event)
  return collected
}

const textOf = (events: readonly ReplyEvent[]) =>
  events.map((event) => (event.type === 'chunk' ? event.content : '')).join('')

const failure = (kind: ProviderFailure['kind']) =>
  new ProviderFailure({ kind, provider: 'scripted', message: 'it failed', status: 503 })

/** Sends a question, emits the text and finishes; resolves with all events of the reply. */
async function runWhole(
  replies: Replies,
  replyId: string,
  ...words: string[]
): Promise<NumberedReplyEvent[]> {
  const nextRun = model.run(model.runs.length + 1)
  const events = all(await replies.stream(chatRequest(replyId), ann, stays))
  const run = await nextRun
  run.say(...words)
  run.finish()
  return events
}

describe('with the same reply id twice', () => {
  it('runs the provider once for concurrent requests', async () => {
    const replies = startReplies()
    const asked = Array.from({ length: 50 }, async (_, index) =>
      index % 2 === 0
        ? textOf((await all(await replies.stream(chatRequest('r1'), ann, stays))).map(({ event }) => event))
        : (await replies.answer(chatRequest('r1'), ann, stays)).content,
    )
    const run = await model.run(1)
    run.say('one ', 'answer ', 'for all')
    run.finish()
    expect(new Set(await Promise.all(asked))).toEqual(new Set(['one answer for all']))
    expect(model.runs).toHaveLength(1)
  })

  it('replays a finished reply, event for event', async () => {
    const replies = startReplies()
    const first = await runWhole(replies, 'r1', 'a', 'b')
    expect(await all(await replies.stream(chatRequest('r1'), ann, stays))).toEqual(first)
    expect(model.runs).toHaveLength(1)
  })

  it('is another reply for another caller', async () => {
    const replies = startReplies()
    await runWhole(replies, 'r1', 'for Ann')
    const forBob = replies.answer(chatRequest('r1'), bob, stays)
    const run = await model.run(2)
    run.say('for Bob')
    run.finish()
    expect((await forBob).content).toBe('for Bob')
  })

  it('distinguishes callers without a session by their address', async () => {
    const replies = startReplies()
    void replies.answer(chatRequest('r1'), nobodyAt('192.0.2.1'), stays)
    await model.run(1)
    await expect(replies.stop('r1', nobodyAt('192.0.2.2'))).rejects.toThrow('This reply does not exist')
    await replies.stop('r1', nobodyAt('192.0.2.1'))
  })

  it('runs again after a transient failure without output', async () => {
    const replies = startReplies()
    const failed = replies.answer(chatRequest('r1'), ann, stays)
    const run = await model.run(1)
    run.fail(failure('unavailable'))
    await expect(failed).rejects.toMatchObject({ kind: 'unavailable', status: 503 })
    const again = replies.answer(chatRequest('r1'), ann, stays)
    const secondRun = await model.run(2)
    secondRun.say('now')
    secondRun.finish()
    expect((await again).content).toBe('now')
  })

  it.each([
    ['had said something', ['some words'], 'cut'],
    ['will fail again', [], 'unauthorized'],
  ] as const)('replays what failed and %s', async (_, words, kind) => {
    const replies = startReplies()
    const failed = all(await replies.stream(chatRequest('r1'), ann, stays))
    const run = await model.run(1)
    run.say(...words)
    run.fail(failure(kind))
    const events = await failed
    expect(events.at(-1)?.event).toMatchObject({ type: 'error', retryable: kind === 'cut' })
    expect(textOf(events.map(({ event }) => event))).toBe(words.join(''))
    expect(await all(await replies.stream(chatRequest('r1'), ann, stays))).toEqual(events)
    expect(model.runs).toHaveLength(1)
  })

  it('forgets a rejected request, so that it can be corrected', async () => {
    const replies = startReplies()
    const empty = chatRequest('r1', { messages: [{ role: 'user', content: ' ' }] })
    const refused = await Promise.allSettled([
      replies.stream(empty, ann, stays),
      replies.answer(empty, ann, stays),
    ])
    expect(refused).toMatchObject([
      { reason: { code: 'MESSAGE_EMPTY' } },
      { reason: { code: 'MESSAGE_EMPTY' } },
    ])
    expect(await runWhole(replies, 'r1', 'fine')).toHaveLength(3)
    expect(failures).toEqual([])
  })
})

describe('resuming a reply', () => {
  it('continues after any event without duplicate or lost words, running or finished', async () => {
    const replies = startReplies()
    const words = ['The ', 'quick ', 'brown ', 'fox ', '会議 ', '👩‍🚀']
    const allEvents = all(await replies.stream(chatRequest('r1'), ann, stays))
    const run = await model.run(1)
    run.say(...words.slice(0, 3))
    const last = words.length + 2
    const live = await Promise.all(
      Array.from({ length: last + 1 }, (_, after) => replies.resume('r1', ann, after, stays)),
    )
    const resumedLive = live.map((events) => all(events))
    run.say(...words.slice(3))
    run.finish()
    const events = await allEvents
    expect(events.map(({ id }) => id)).toEqual(Array.from({ length: last }, (_, index) => index + 1))
    for (let after = 0; after <= last; after++) {
      expect(await resumedLive[after]).toEqual(events.slice(after))
      expect(await all(await replies.resume('r1', ann, after, stays))).toEqual(events.slice(after))
    }
  })

  it('finds the reply still running when the connection was lost', async () => {
    const replies = startReplies()
    const connection = new AbortController()
    const seen: NumberedReplyEvent[] = []
    const events = await replies.stream(chatRequest('r1'), ann, connection.signal)
    const run = await model.run(1)
    run.say('before ')
    for await (const event of events) {
      seen.push(event)
      if (seen.length === 2) connection.abort()
    }
    run.say('meanwhile ')
    expect(run.signal.aborted).toBe(false)
    const rest = all(await replies.resume('r1', ann, 2, stays))
    run.say('after')
    run.finish()
    expect(textOf([...seen, ...(await rest)].map(({ event }) => event))).toBe('before meanwhile after')
  })

  it('is denied to other callers, and for an unknown reply', async () => {
    const replies = startReplies()
    await runWhole(replies, 'r1', 'x')
    await expect(replies.resume('r1', bob, 0, stays)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(replies.resume('r2', ann, 0, stays)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  it('is possible for ten minutes after the end', async () => {
    vi.useFakeTimers()
    const replies = startReplies()
    await runWhole(replies, 'r1', 'x')
    vi.advanceTimersByTime(10 * 60_000 - 1)
    await expect(replies.resume('r1', ann, 0, stays)).resolves.toBeDefined()
    vi.advanceTimersByTime(1)
    await expect(replies.resume('r1', ann, 0, stays)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  it.each([
    ['count', { maxStoredReplies: 2 }],
    ['size', { keptSize: 1_000 }],
  ] as const)('expires earlier for the oldest if the cached replies exceed their %s', async (_, limits) => {
    const replies = startReplies({ limits })
    for (const id of ['r1', 'r2', 'r3']) await runWhole(replies, id, 'x'.repeat(300))
    await expect(replies.resume('r1', ann, 0, stays)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(replies.resume('r3', ann, 0, stays)).resolves.toBeDefined()
  })
})

describe('a reply that ends early', () => {
  it('preserves its text when it is stopped, and reports that', async () => {
    const replies = startReplies()
    const events = all(await replies.stream(chatRequest('r1'), ann, stays))
    const run = await model.run(1)
    run.say('so far')
    await expect(replies.stop('r1', bob)).rejects.toThrow('This reply does not exist')
    await replies.stop('r1', ann)
    expect(run.signal.aborted).toBe(true)
    const last = (await events).at(-1)?.event
    expect(last).toMatchObject({
      type: 'final_response_metadata',
      finishReason: 'stopped',
      usage: { isEstimated: true },
    })
    await replies.stop('r1', ann)
    await expect(replies.stop('r2', ann)).rejects.toThrow('This reply does not exist')
  })

  it('is aborted if no reader returns for a while', async () => {
    const replies = startReplies({ limits: { abandonedAfterMs: 5 } })
    const connection = new AbortController()
    await replies.stream(chatRequest('r1'), ann, connection.signal)
    const run = await model.run(1)
    connection.abort()
    const reason = await new Promise((resolve) => {
      run.signal.addEventListener('abort', () => resolve(run.signal.reason))
    })
    expect(reason).toBe('stopped')
  })

  it('is aborted at once when the only caller of a whole reply disconnects', async () => {
    const replies = startReplies()
    const connection = new AbortController()
    const reply = replies.answer(chatRequest('r1'), ann, connection.signal)
    const run = await model.run(1)
    connection.abort()
    expect(run.signal.aborted).toBe(true)
    expect(await reply).toMatchObject({ finishReason: 'stopped', content: '' })
  })

  it('continues for other readers', async () => {
    const replies = startReplies()
    const connection = new AbortController()
    const reply = replies.answer(chatRequest('r1'), ann, connection.signal)
    const other = all(await replies.stream(chatRequest('r1'), ann, stays))
    const run = await model.run(1)
    connection.abort()
    run.say('still here')
    run.finish()
    expect(textOf((await other).map(({ event }) => event))).toBe('still here')
    expect((await reply).finishReason).toBe('stop')
  })

  it('is truncated beyond the maximum length', async () => {
    const replies = startReplies({ limits: { longestText: 10 } })
    const reply = replies.answer(chatRequest('r1'), ann, stays)
    const run = await model.run(1)
    run.say('12345', '67890', '1')
    expect(await reply).toMatchObject({ content: '12345678901', finishReason: 'length' })
  })

  it('is aborted beyond the maximum duration', async () => {
    const replies = startReplies({ limits: { maxMs: 5 } })
    expect(await replies.answer(chatRequest('r1'), ann, stays)).toMatchObject({ finishReason: 'interrupted' })
  })

  it('reports the reason of its failure once', async () => {
    const replies = startReplies()
    const reply = replies.answer(chatRequest('r1'), ann, stays)
    const run = await model.run(1)
    run.say('half')
    run.fallSilent()
    await expect(reply).rejects.toMatchObject({ name: 'ProviderFailure', kind: 'cut' })
    expect(failures).toMatchObject([{ kind: 'cut', provider: 'scripted' }])
  })
})

describe('a stop of the server', () => {
  it('finishes running replies and starts no new ones', async () => {
    const replies = startReplies()
    const running = replies.answer(chatRequest('r1'), ann, stays)
    const run = await model.run(1)
    const closed = replies.close()
    await expect(replies.stream(chatRequest('r2'), ann, stays)).rejects.toMatchObject({
      code: 'REPLY_INTERRUPTED',
    })
    run.say('done')
    run.finish()
    await closed
    expect(await running).toMatchObject({ content: 'done', finishReason: 'stop' })
  })

  it('is interrupted at shutdown if it takes too long, and replayed after the restart', async () => {
    const store = createMemoryStore()
    const replies = startReplies({ store, limits: { drainMs: 5 } })
    const events = all(await replies.stream(chatRequest('r1'), ann, stays))
    const run = await model.run(1)
    run.say('half of ', 'an answer')
    await replies.close()
    const received = await events
    expect(received.at(-1)?.event).toMatchObject({ finishReason: 'interrupted' })
    expect(textOf(received.map(({ event }) => event))).toBe('half of an answer')

    const reborn = startReplies({ store })
    await reborn.restore()
    expect(await all(await reborn.resume('r1', ann, 0, stays))).toEqual(received)
    expect(await all(await reborn.resume('r1', ann, 2, stays))).toEqual(received.slice(2))
    expect(await reborn.answer(chatRequest('r1'), ann, stays)).toMatchObject({ content: 'half of an answer' })
    await expect(reborn.resume('r1', bob, 0, stays)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(model.runs).toHaveLength(1)
  })

  it('stores nothing of an agent whose conversations stay in the browser', async () => {
    const store = createMemoryStore()
    const replies = startReplies({ store })
    const events = all(await replies.stream(chatRequest('r1', { agentId: 'diary_agent' }), ann, stays))
    const run = await model.run(1)
    run.say('heard')
    run.finish()
    await events
    await replies.close()
    expect(await store.load(0)).toEqual([])
  })

  it('restores a failure too, but nothing older than ten minutes', async () => {
    const store = createMemoryStore()
    let time = 1_000_000
    const now = () => time
    const replies = startReplies({ store, now })
    const failed = replies.answer(chatRequest('r1'), ann, stays)
    const run = await model.run(1)
    run.say('half')
    run.fail(failure('cut'))
    await expect(failed).rejects.toThrow('it failed')
    await replies.close()

    const reborn = startReplies({ store, now })
    await reborn.restore()
    await expect(reborn.answer(chatRequest('r1'), ann, stays)).rejects.toMatchObject({
      code: 'PROVIDER_ERROR',
    })
    await reborn.close()
    time += 10 * 60_000
    const later = startReplies({ store, now })
    await later.restore()
    await expect(later.resume('r1', ann, 0, stays)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})
