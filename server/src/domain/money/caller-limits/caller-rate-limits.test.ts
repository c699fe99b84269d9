import { HOUR_MS } from '@vee/contract/time/durations'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#db/fixtures/test-database.ts'
import type { Caller } from '../../accounts/index.ts'
import { createCallerRateLimits, type CallerRateLimits } from './caller-rate-limits.ts'

const NOON = Date.UTC(2026, 10, 21, 12)

let testDatabase: TestDatabase
let clock: number
let limits: CallerRateLimits

beforeEach(async () => {
  testDatabase = await createTestDatabase()
  clock = NOON
  await restart()
})
afterEach(() => testDatabase.remove())

async function restart({ visitorRepliesPerDay = 2, passphraseRepliesPerHour = 3 } = {}) {
  const database = await testDatabase.open()
  limits = createCallerRateLimits({
    database,
    visitorRepliesPerDay,
    passphraseRepliesPerHour,
    now: () => clock,
  })
}

const visitor = (ip = '192.0.2.1', id = 'session:ann'): Caller => ({ kind: 'visitor', id, ip })
const signedIn = (kind: 'passphrase' | 'member', ip = '192.0.2.1'): Caller => ({
  kind,
  id: 'u1',
  ip,
  tokenProvider: kind === 'passphrase' ? 'global' : 'local',
  user: {
    id: 'u1',
    kind: kind === 'passphrase' ? 'global' : kind,
    email: null,
    displayName: null,
    planId: 'free',
    subscription: { status: 'active', renewsAt: null },
    createdAt: '2026-11-21T00:00:00.000Z',
  },
})
const ask = async (caller: Caller, times: number) => {
  for (let asked = 0; asked < times; asked += 1) await limits.countReply(caller)
}

describe('speech', () => {
  it('has an end for an address that uses no end of it', async () => {
    const heard = { key: 'stt 192.0.2.1', used: 1_199, resets_at: NOON + 1_000 }
    await (await testDatabase.open()).insertInto('counters').values(heard).execute()
    await limits.countSpeech(visitor(), 'stt')
    await expect(limits.countSpeech(signedIn('member'), 'stt')).rejects.toMatchObject({
      code: 'RATE_LIMITED',
    })
    await limits.countSpeech(visitor(), 'tts')
    await limits.countSpeech(visitor('192.0.2.2'), 'stt')
  })
})

it('reports a used-up limit without counting', async () => {
  await limits.assertReplyLeft(visitor())
  await ask(visitor(), 1)
  for (let looked = 0; looked < 3; looked += 1) await limits.assertReplyLeft(visitor())
  await ask(visitor(), 1)
  const counted = await limits.countReply(visitor()).catch((error: unknown) => error)
  await expect(limits.assertReplyLeft(visitor())).rejects.toEqual(counted)
})

it('does not lock anybody out for a month after a clock that was ahead is corrected', async () => {
  clock = NOON + 30 * 24 * HOUR_MS
  await ask(signedIn('passphrase'), 3)
  await ask(visitor(), 2)
  await expect(limits.assertReplyLeft(visitor())).rejects.toMatchObject({ code: 'RATE_LIMITED' })
  clock = NOON
  await limits.assertReplyLeft(visitor())
  await limits.assertReplyLeft(signedIn('passphrase'))
  await ask(visitor(), 1)
  expect(await limits.stateOf(visitor(), 'reply')).toMatchObject({ remaining: 1, resetSeconds: 12 * 3_600 })
})

it('returns a caller’s state at the last count', async () => {
  const caller = visitor()
  expect(limits.lastCount(caller)).toBeUndefined()
  await ask(caller, 1)
  expect(limits.lastCount(caller)).toEqual({ limit: 2, remaining: 1, resetSeconds: 12 * 3_600 })
})

describe('visitors', () => {
  it('have so many replies a day, and a new session is no new address', async () => {
    await ask(visitor(), 1)
    await ask(visitor('192.0.2.1', 'session:bob'), 1)
    await expect(ask(visitor('192.0.2.1', 'session:cy'), 1)).rejects.toMatchObject({
      code: 'RATE_LIMITED',
      retryAfterSeconds: 12 * 3_600,
      rateLimit: { limit: 2, remaining: 0, resetSeconds: 12 * 3_600 },
    })
    await ask(visitor('192.0.2.2'), 1)
  })

  it('have all of them again at 00:00 UTC', async () => {
    await ask(visitor(), 2)
    clock = NOON + 12 * HOUR_MS - 1
    await expect(ask(visitor(), 1)).rejects.toMatchObject({ retryAfterSeconds: 1 })
    clock += 1
    await ask(visitor(), 2)
  })

  it('see how many are left', async () => {
    const resetsAt = '2026-11-22T00:00:00.000Z'
    expect(await limits.visitorStatus(visitor())).toEqual({
      tier: 'visitor',
      limit: 2,
      used: 0,
      remaining: 2,
      resetsAt,
    })
    await ask(visitor(), 2)
    expect(await limits.visitorStatus(visitor())).toEqual({
      tier: 'visitor',
      limit: 2,
      used: 2,
      remaining: 0,
      resetsAt,
    })
    await restart({ visitorRepliesPerDay: 1 })
    expect(await limits.visitorStatus(visitor())).toMatchObject({ limit: 1, used: 1, remaining: 0 })
  })

  it('are not reset by a restart', async () => {
    await ask(visitor(), 2)
    await restart()
    await expect(ask(visitor(), 1)).rejects.toMatchObject({ code: 'RATE_LIMITED' })
  })

  it('get no reply where the demo is switched off', async () => {
    await restart({ visitorRepliesPerDay: 0 })
    await expect(ask(visitor(), 1)).rejects.toMatchObject({
      code: 'RATE_LIMITED',
      retryAfterSeconds: 12 * 3_600,
    })
  })

  it('never exceed the limit with concurrent requests', async () => {
    const asked = await Promise.allSettled(Array.from({ length: 50 }, () => ask(visitor(), 1)))
    expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
  })
})

describe('passphrase holders', () => {
  it('share so many replies an hour with their address', async () => {
    await ask(signedIn('passphrase'), 2)
    clock += HOUR_MS / 2
    await ask(signedIn('passphrase'), 1)
    await expect(ask(signedIn('passphrase'), 1)).rejects.toMatchObject({
      code: 'RATE_LIMITED',
      retryAfterSeconds: 1_800,
    })
    await ask(signedIn('passphrase', '192.0.2.2'), 1)
    clock += HOUR_MS / 2
    await ask(signedIn('passphrase'), 1)
  })
})

describe('members', () => {
  it('depend on the plan of a member, not on other users of the address', async () => {
    await ask(signedIn('passphrase'), 3)
    await ask(signedIn('member'), 4)
  })

  it('have a limit from any address', async () => {
    const asked = { key: 'member replies u1', used: 999, resets_at: NOON + 1_000 }
    await (await testDatabase.open()).insertInto('counters').values(asked).execute()
    await ask(signedIn('member'), 1)
    await expect(ask(signedIn('member', '192.0.2.2'), 1)).rejects.toMatchObject({
      code: 'RATE_LIMITED',
      retryAfterSeconds: 1,
    })
  })
})

it.each(['passphrase', 'member'] as const)('returns no numbers to %s callers', async (kind) => {
  expect(await limits.visitorStatus(signedIn(kind))).toEqual({
    tier: kind === 'passphrase' ? 'global' : kind,
    limit: null,
    used: null,
    remaining: null,
    resetsAt: null,
  })
})
