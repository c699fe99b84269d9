import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { openTestDatabase } from '#db/fixtures/test-database.ts'
import { type Database, TABLES } from '#db/schema.ts'
import { argon2Passwords } from '../../adapters/argon2-passwords.ts'
import { createAccounts, createMembers, createSessionList, type Caller } from '../accounts/index.ts'
import { createConversationWriter, createConversations } from '../conversations/index.ts'
import { createTestOrganizations } from '../organizations/fixtures/teams.ts'
import type { Organizations } from '../organizations/index.ts'
import { createProfile, type Profile } from './index.ts'
import { codeOf } from '../errors/fixtures/code-of.ts'

const PASSWORD = 'quiet harbour 1'
const NOON = Date.UTC(2026, 10, 21, 12)

let database: Database
let clock: number
let account: Profile
let organizations: Organizations
const now = () => clock

beforeEach(async () => {
  database = await openTestDatabase()
  clock = NOON
  organizations = createTestOrganizations(database, now)
  account = createProfile({
    database,
    members: members(),
    conversations: createConversations({ database, now }),
    knowledgeBases: { async *all() {} },
    beforeDeleteUser: [(caller: Caller) => organizations.leaveAll(caller)],
    now,
  })
})

const members = () => createMembers({ database, passwords: argon2Passwords, now })
const accounts = () => createAccounts({ database, passphrase: undefined, now })

async function register(email: string): Promise<{ caller: Caller; token: string }> {
  const registration = {
    email,
    password: PASSWORD,
    displayName: 'Ann',
    acceptTerms: true,
    planId: 'free' as const,
    ip: '192.0.2.1',
  }
  const { token } = await members().register(registration)
  return { token, caller: await accounts().callerOf(token, '192.0.2.1', FIREFOX) }
}
const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0'
const SAFARI = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile Safari/604.1'

async function talk(caller: Caller, content: string): Promise<void> {
  const writer = createConversationWriter({ database, now, onFailure: () => undefined })
  const question = {
    caller,
    conversationId: 'c1',
    agentId: 'v_agent',
    replyId: 'r1',
    messages: [{ role: 'user' as const, content }],
    replaces: undefined,
  }
  const storedQuestion = await writer.storeQuestion(question)
  if ('storeReply' in storedQuestion)
    await storedQuestion.storeReply({ content: 'Yes.', finishReason: 'stop' })
  await database
    .insertInto('ledger_entries')
    .values({
      id: randomUUID(),
      status: 'settled',
      server: 's',
      lease_until: 0,
      kind: 'llm',
      owner: caller.id,
      tier: 'member',
      agent_id: 'v_agent',
      conversation_id: 'c1',
      reply_id: 'r1',
      provider: 'p',
      model: 'm',
      payer: 'platform',
      pool: 'own',
      charged: 10,
      prompt_tokens: 7,
      completion_tokens: 3,
      audio_ms: 0,
      characters: 0,
      cost_micro_usd: 5,
      is_estimated: 0,
      is_speculative: 0,
      created_at: NOON,
    })
    .execute()
}

/** Returns the contents of the whole database as text. */
async function wholeDatabase(): Promise<string> {
  const tables = await Promise.all(TABLES.map((table) => database.selectFrom(table).selectAll().execute()))
  return JSON.stringify(tables)
}

async function exported(caller: Caller): Promise<Record<string, unknown>> {
  let text = ''
  for await (const piece of await account.export(caller)) text += piece
  return JSON.parse(text) as Record<string, unknown>
}

describe('a profile', () => {
  it('has the name that its member gives it, or none', async () => {
    const { caller } = await register('ann@example.org')
    expect(await account.rename('  Ann B.', caller)).toMatchObject({
      displayName: '  Ann B.',
      email: 'ann@example.org',
    })
    expect(await account.rename('', caller)).toMatchObject({ displayName: null })
    expect(await account.rename(null, caller)).toMatchObject({ displayName: null })
  })
})

describe('sessions', () => {
  it('are listed by device with the current one first, and revoked individually or all others at once', async () => {
    const { caller, token } = await register('ann@example.org')
    const bob = await register('bob@example.org')
    const signIn = async (userAgent: string | undefined) => {
      clock += 60_000
      const session = await members().signIn({
        email: 'ann@example.org',
        password: PASSWORD,
        remember: true,
        ip: '192.0.2.1',
      })
      await accounts().callerOf(session.token, '192.0.2.1', userAgent)
      return session.token
    }
    const phone = await signIn(SAFARI)
    const script = await signIn('curl/8')
    const sessions = createSessionList(database, now)
    const listed = await sessions.list(caller, token)
    expect(listed.map(({ device, isCurrent }) => [device, isCurrent])).toEqual([
      ['Firefox · Windows', true],
      [null, false],
      ['Safari · iOS', false],
    ])
    expect(listed[2]).toMatchObject({
      createdAt: '2026-11-21T12:01:00.000Z',
      lastSeenAt: '2026-11-21T12:01:00.000Z',
    })

    expect(await codeOf(sessions.end(listed[2]?.id ?? '', bob.caller))).toBe('NOT_FOUND')
    await sessions.end(listed[2]?.id ?? '', caller)
    expect(await codeOf(accounts().callerOf(phone, '192.0.2.1'))).toBe('SESSION_EXPIRED')
    await sessions.endOthers(caller, token)
    expect(await codeOf(accounts().callerOf(script, '192.0.2.1'))).toBe('SESSION_EXPIRED')
    expect(await codeOf(accounts().callerOf(token, '192.0.2.1'))).toBe('none')
    expect(await codeOf(accounts().callerOf(bob.token, '192.0.2.1'))).toBe('none')
  })
})

describe('an export', () => {
  it("contains the member's stored data, and no credentials", async () => {
    const { caller } = await register('ann@example.org')
    await talk(caller, 'What is a harbour?')
    const data = await exported(caller)
    expect(data).toMatchObject({
      exportedAt: '2026-11-21T12:00:00.000Z',
      profile: { email: 'ann@example.org', displayName: 'Ann' },
      conversations: [{ id: 'c1', messages: [{ content: 'What is a harbour?' }, { content: 'Yes.' }] }],
      usage: [{ kind: 'llm', promptTokens: 7, costMicroUsd: 5, createdAt: '2026-11-21T12:00:00.000Z' }],
      memoryNotes: [],
    })
    expect(JSON.stringify(data)).not.toMatch(/argon2|token_?hash|leaseUntil/i)
  })
})

describe('deleting an account', () => {
  it('deletes all data of its member and none of other users', async () => {
    const { caller, token } = await register('ann@example.org')
    const bob = await register('bob@example.org')
    await talk(caller, 'My secret harbour')
    await talk(bob.caller, 'Bob stays')
    for (const founder of [caller, bob.caller]) {
      await organizations.create('Harbour', { caller: founder, origin: '', locale: 'en' })
    }
    await account.delete({ email: ' ANN@example.org', password: PASSWORD, token }, caller)
    const left = await wholeDatabase()
    for (const trace of [caller.id, 'ann@example.org', 'secret']) expect(left).not.toContain(trace)
    for (const kept of [bob.caller.id, 'bob@example.org', 'Bob stays']) expect(left).toContain(kept)
    expect(await codeOf(accounts().callerOf(token, '192.0.2.1'))).toBe('SESSION_EXPIRED')
    expect(await database.selectFrom('ledger_entries').select('cost_micro_usd').execute()).toHaveLength(2)
    expect((await register('ann@example.org')).caller.id).not.toBe(caller.id)
  })

  it('waits until the subscription is cancelled', async () => {
    const { caller, token } = await register('ann@example.org')
    const row = {
      customer_id: 'cus',
      plan_id: 'basic' as const,
      paid_until: null,
      refunded_until: null,
      as_of: 0,
    }
    await database
      .insertInto('subscriptions')
      .values({ id: 'sub', user_id: caller.id, status: 'active', ...row })
      .execute()
    const attempt = () =>
      codeOf(account.delete({ email: 'ann@example.org', password: PASSWORD, token }, caller))
    expect(await attempt()).toBe('FORBIDDEN')
    await database.updateTable('subscriptions').set({ status: 'canceled' }).execute()
    expect(await attempt()).toBe('none')
  })

  it('needs the address and the password', async () => {
    const { caller, token } = await register('ann@example.org')
    const attempt = (email: string, password?: string) =>
      codeOf(account.delete({ email, password, token }, caller))
    expect(await attempt('bob@example.org', PASSWORD)).toBe('VALIDATION')
    expect(await attempt('ann@example.org', 'wrong harbour 1')).toBe('VALIDATION')
    expect(await attempt('ann@example.org')).toBe('VALIDATION')
    expect(await wholeDatabase()).toContain(caller.id)
  })
})
