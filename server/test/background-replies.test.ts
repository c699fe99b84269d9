import type { BackgroundReply } from '@vee/contract/http/background-replies'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { startUpstream, type Upstream } from '../../fakes/upstream/index.ts'
import { createTestServers, type TestServers } from './fixtures/test-server.ts'

// Replies that are written without their callers: started, listed, stopped on any server, taken up, reported once.

let servers: TestServers
let upstream: Upstream
let settings: Record<string, string>
let token: string

beforeEach(async () => {
  upstream = await startUpstream()
  servers = await createTestServers()
  settings = { OPENAI_API_KEY: 'sk-test', OPENAI_BASE_URL: `${upstream.url}/v1` }
  await servers.start(settings)
  // The first account is the host's, whose default allowance is no limit.
  await servers.register('host@example.org')
  token = await servers.register('ann@example.org')
})
afterEach(async () => {
  await servers.close()
  await upstream.close()
})

const TEXT = 'one two three four five'
const call = (method: string, path: string, body?: object, url?: string) =>
  servers.call(method, path, token, body, url)
const ask = (more: object = {}, caller: string | undefined = token) =>
  servers.call('POST', '/chat', caller, {
    conversationId: 'conv-1',
    replyId: 'r1',
    inBackground: true,
    messages: [{ role: 'user', content: 'Look into it', id: 'q1' }],
    ...more,
  })
const list = async (query = '', url?: string): Promise<readonly BackgroundReply[]> =>
  (await call('GET', `/chat/replies${query}`, undefined, url)).json.items
const WAIT = { timeout: 30_000, interval: 100 }
const untilFinished = () =>
  vi.waitFor(async () => {
    const [reply] = await list('?state=finished')
    if (!reply) throw new Error('it is still running')
    return reply
  }, WAIT)
const conversation = async () => (await call('GET', '/conversations/conv-1')).json
const textsOf = async (): Promise<readonly string[]> =>
  (await conversation()).messages.map(({ content }: { readonly content: string }) => content)
/** What was charged, in tokens of replies. */
const charges = () =>
  servers.database
    .selectFrom('ledger_entries')
    .select(['status', 'charged'])
    .where('reply_id', '=', 'r1')
    .where('status', '<>', 'released')
    .execute()
/** Makes the server believe that another one runs the reply and has ended. */
const orphan = (changes: object = {}) =>
  servers.database
    .updateTable('background_replies')
    .set({ server: 'another', lease_until: 0, ...changes })
    .execute()
const hang = () => upstream.script({ text: TEXT, ending: 'hang', piecesBeforeEnding: 2 })

describe('a reply in the background', () => {
  it('is written without its caller, kept unread, and reported once', async () => {
    upstream.script({ text: TEXT, piecesPerSecond: 20 })
    const started = await ask()
    expect([started.status, started.json]).toEqual([202, { replyId: 'r1' }])
    expect(await list('?state=running')).toMatchObject([
      {
        replyId: 'r1',
        conversationId: 'conv-1',
        agentId: 'v_agent',
        question: 'Look into it',
        state: 'running',
      },
    ])
    const reply = await untilFinished()
    expect(reply).toMatchObject({ state: 'finished', outcome: 'done', text: TEXT, reportedAt: null })
    expect(reply.costUsd).toBeGreaterThan(0)
    expect(Date.parse(reply.finishedAt ?? '')).toBeGreaterThanOrEqual(Date.parse(reply.startedAt))
    // The mark follows the end.
    await expect
      .poll(async () => (await call('GET', '/conversations')).json.items)
      .toMatchObject([{ id: 'conv-1', unread: true }])
    expect(await textsOf()).toEqual(['Look into it', TEXT])
    const reports = await Promise.all([1, 2, 3].map(() => call('POST', '/chat/replies/r1/report')))
    expect(reports.filter(({ json }) => json.isFirst)).toHaveLength(1)
    expect((await list())[0]?.reportedAt).not.toBeNull()
    const { backgroundReplies } = (await call('GET', '/account/export')).json
    expect(backgroundReplies).toMatchObject([{ replyId: 'r1', question: 'Look into it', outcome: 'done' }])
    expect(Object.keys(backgroundReplies[0])).not.toContain('sessionHash')
  })

  it('is started once for one id', async () => {
    upstream.script({ text: TEXT, piecesPerSecond: 20 })
    await ask()
    expect((await ask()).json).toEqual({ replyId: 'r1' })
    await untilFinished()
    expect(upstream.requests).toHaveLength(1)
    expect(await charges()).toHaveLength(1)
  })

  it('takes a personal account, and a conversation that is stored', async () => {
    const { json } = await servers.call('POST', '/auth/global', undefined, { password: 'quiet harbour' })
    for (const caller of [undefined, String(json.token)]) {
      const refused = await servers.call('POST', '/chat', caller, {
        inBackground: true,
        messages: [{ role: 'user', content: 'Look into it' }],
      })
      expect([refused.status, refused.json.error]).toEqual([403, 'FORBIDDEN'])
    }
    expect((await ask({ agentId: 'diary_agent' })).json.error).toBe('FORBIDDEN')
    expect(upstream.requests).toHaveLength(0)
  })

  it('is refused like any other, and then there is none', async () => {
    expect((await ask({ agentId: 'nobody' })).json.error).toBe('AGENT_UNKNOWN')
    expect((await ask({ messages: [{ role: 'user', content: ' ' }] })).json.error).toBe('MESSAGE_EMPTY')
    expect(await list()).toEqual([])
  })

  it('is one of three at once', async () => {
    upstream.script({ headersAfterMs: Infinity })
    const answers = []
    for (const replyId of ['r1', 'r2', 'r3', 'r4']) {
      upstream.script({ headersAfterMs: Infinity })
      answers.push((await ask({ replyId, conversationId: `conv-${replyId}` })).status)
    }
    expect(answers).toEqual([202, 202, 202, 429])
    const page = await call('GET', '/chat/replies?limit=2')
    const rest = await call('GET', `/chat/replies?limit=2&cursor=${page.json.nextCursor}`)
    const ids = [...page.json.items, ...rest.json.items].map(({ replyId }) => replyId)
    expect(new Set(ids)).toEqual(new Set(['r1', 'r2', 'r3']))
    expect(rest.json.nextCursor).toBeUndefined()
  })

  it('fails with one report if the provider does', async () => {
    upstream.script({ text: TEXT, ending: 'cut', piecesBeforeEnding: 2 })
    await ask()
    expect(await untilFinished()).toMatchObject({ outcome: 'failed' })
    expect(await textsOf()).toEqual(['Look into it', 'one two'])
  })
})

describe('stopping', () => {
  it('ends it on the server that runs it, with the text so far', async () => {
    hang()
    await ask()
    const other = await servers.start(settings)
    expect(await list('?state=running', other)).toHaveLength(1)
    expect((await call('DELETE', '/chat/replies/r1', undefined, other)).status).toBe(204)
    expect(await untilFinished()).toMatchObject({ outcome: 'stopped' })
    expect((await textsOf())[1]).toMatch(/^one/)
    expect((await call('DELETE', '/chat/replies/r1')).status).toBe(204)
    expect(await charges()).toHaveLength(1)
  })

  it('ends one that no server runs', async () => {
    hang()
    await ask()
    await orphan({ is_stopping: 1 })
    expect(await untilFinished()).toMatchObject({ outcome: 'stopped' })
  })
})

describe('taking up', () => {
  it('generates a reply again that another server lost, and charges it once', async () => {
    hang()
    await ask()
    upstream.script({ text: TEXT })
    await orphan()
    expect(await untilFinished()).toMatchObject({ outcome: 'done' })
    expect(await textsOf()).toEqual(['Look into it', TEXT])
    await vi.waitFor(async () => expect(await charges()).toMatchObject([{ status: 'settled' }]), WAIT)
    expect(upstream.requests).toHaveLength(2)
    const [{ used } = { used: 0 }] = await servers.database
      .selectFrom('spent')
      .select(({ fn }) => fn.sum<number>('used').as('used'))
      .where('meter', 'like', '%llm%')
      .execute()
    const [{ charged } = { charged: 0 }] = await charges()
    expect(used ?? 0).toBeLessThanOrEqual(2 * charged)
  })

  it('does so over a restart of the only server', async () => {
    upstream.script({ text: TEXT, ending: 'hang', piecesBeforeEnding: 3 })
    await ask()
    await servers.stop()
    upstream.script({ text: TEXT })
    const url = await servers.start(settings)
    await vi.waitFor(async () => expect(await list('?state=finished', url)).toHaveLength(1), WAIT)
    expect((await list('', url))[0]).toMatchObject({ outcome: 'done' })
    const { json } = await call('GET', '/conversations/conv-1', undefined, url)
    expect(json.messages.map(({ content }: { readonly content: string }) => content)).toEqual([
      'Look into it',
      TEXT,
    ])
    expect(await charges()).toMatchObject([{ status: 'settled' }])
  })

  it('only reports a reply that is complete', async () => {
    upstream.script({ text: TEXT })
    await ask()
    await untilFinished()
    const charged = await charges()
    await orphan({ outcome: null, finished_at: null })
    expect(await untilFinished()).toMatchObject({ outcome: 'done' })
    expect(upstream.requests).toHaveLength(1)
    expect(await charges()).toEqual(charged)
  })

  it.each([
    ['was begun too often', { attempts: 3 }],
    ['had the caller’s own key, which is not stored', { has_own_keys: 1 }],
  ])('gives up on one that %s', async (_, changes) => {
    hang()
    await ask()
    await orphan(changes)
    expect(await untilFinished()).toMatchObject({ outcome: 'interrupted' })
    expect(upstream.requests).toHaveLength(1)
  })

  it('does not continue when the allowance is used up', async () => {
    hang()
    await ask()
    await servers.database.updateTable('spent').set({ used: 1_000_000_000 }).execute()
    await orphan()
    expect(await untilFinished()).toMatchObject({ outcome: 'allowance-exhausted' })
    expect(upstream.requests).toHaveLength(1)
    expect(await charges()).toEqual([])
  })
})

const signIn = async () => {
  const account = { email: 'ann@example.org', password: 'quiet harbour 1' }
  token = (await servers.call('POST', '/auth/login', undefined, account)).json.token
}

describe('it ends with the rights that it began with', () => {
  it.each(['while it runs', 'before it is taken up'])('stops with its session, %s', async (when) => {
    hang()
    await ask()
    if (when !== 'while it runs') await orphan({ session_hash: 'gone' })
    else await call('DELETE', '/auth')
    await signIn()
    expect(await untilFinished()).toMatchObject({ outcome: 'session-ended' })
    expect(upstream.requests).toHaveLength(1)
    expect((await call('GET', '/conversations')).json.items).toMatchObject([{ unread: true }])
  })

  it.each(['while it runs', 'before it is taken up'])('stops with a membership, %s', async (when) => {
    hang()
    await ask()
    const changes = { organization_ids: '["left"]' }
    if (when === 'while it runs')
      await servers.database.updateTable('background_replies').set(changes).execute()
    else await orphan(changes)
    expect(await untilFinished()).toMatchObject({ outcome: 'membership-ended' })
    expect(upstream.requests).toHaveLength(1)
  })
})
