import { createPlanCatalogue } from '../plans/index.ts'
import { randomUUID } from 'node:crypto'
import { setImmediate as immediate } from 'node:timers/promises'
import { beforeEach, describe, expect, it } from 'vitest'
import { openTestDatabase } from '#db/fixtures/test-database.ts'
import { readSpent } from '#db/queries/spending.ts'
import type { Database } from '#db/schema.ts'
import type { Caller } from '../../accounts/index.ts'
import type { Ledger, LedgerDependencies } from './ledger.ts'
import { member, passphrase, visitor } from './fixtures/callers.ts'
import { createTestLedger } from './fixtures/test-ledger.ts'
import { createOwnPools, type Pool } from './pools.ts'
import type { Units, LedgerUse } from './use.ts'

const NOON = Date.UTC(2026, 10, 21, 12)
const DAY = '2026-11-21'

let database: Database
let clock: number
beforeEach(async () => {
  database = await openTestDatabase()
  clock = NOON
})

const now = () => clock
const dailyMeter = (key: string, limit: number) => ({ key, period: 'day', limit }) as const

const openLedger = (more: Partial<LedgerDependencies> = {}) => createTestLedger({ database, now, ...more })

const tokens = (promptTokens: number, completionTokens = 0): Units => ({
  kind: 'llm',
  tokens: { promptTokens, completionTokens, totalTokens: promptTokens + completionTokens },
})
const reply = (caller: Caller, more: Partial<LedgerUse> = {}): LedgerUse => ({
  caller,
  provider: 'openai',
  model: 'gpt-4o',
  expected: tokens(500, 500),
  agentId: 'v_agent',
  conversationId: 'conv-1',
  replyId: randomUUID(),
  ...more,
})
const entries = () => database.selectFrom('ledger_entries').selectAll().orderBy('created_at').execute()
const spentOf = (meter: string, period = DAY) => readSpent(database, { meter, period })

describe('a use', () => {
  it('is recorded before it begins and settled with its actual units', async () => {
    const ledger = openLedger()
    const use = reply(member(), { isSpeculative: true })
    const reservation = await ledger.reserve(use)
    expect(await entries()).toMatchObject([
      { status: 'reserved', kind: 'llm', owner: 'u1', tier: 'member', charged: 1_000, is_estimated: 1 },
    ])
    expect(await spentOf('tokens u1')).toBe(1_000)

    // 100 prompt tokens at 2.5 and 50 completion tokens at 10 millionths of a dollar.
    expect(await reservation.settle(tokens(100, 50))).toBe(0.00075)
    expect(await reservation.settle(tokens(9_999))).toBe(0.00075)
    expect(await entries()).toMatchObject([
      {
        status: 'settled',
        agent_id: 'v_agent',
        conversation_id: 'conv-1',
        reply_id: use.replyId,
        provider: 'openai',
        model: 'gpt-4o',
        payer: 'platform',
        pool: 'own',
        charged: 150,
        prompt_tokens: 100,
        completion_tokens: 50,
        cost_micro_usd: 750,
        is_estimated: 0,
        is_speculative: 1,
        created_at: NOON,
      },
    ])
    expect(await spentOf('tokens u1')).toBe(150)
    expect(await spentOf('host', '2026-11')).toBe(750)
  })

  it('that failed costs nothing, not even a demo reply', async () => {
    const ledger = openLedger()
    for (let failed = 0; failed < 3; failed += 1) {
      const reservation = await ledger.reserve(reply(visitor))
      expect(await reservation.settle(undefined)).toBe(0)
    }
    expect((await entries()).map(({ status, cost_micro_usd }) => [status, cost_micro_usd])).toEqual(
      Array.from({ length: 3 }, () => ['released', 0]),
    )
    expect(await spentOf('host', '2026-11')).toBe(0)
  })

  it('of speech counts seconds and characters, in money', async () => {
    const ledger = openLedger()
    const stt = { caller: member(), provider: 'openai', model: 'whisper-1' }
    const heard = await ledger.reserve({ ...stt, expected: { kind: 'stt', seconds: 20 } })
    await heard.settle({ kind: 'stt', seconds: 10 })
    const tts = { caller: member(), provider: 'openai', model: 'tts-1' }
    const spoken = await ledger.reserve({ ...tts, expected: { kind: 'tts', characters: 100 } })
    await spoken.settle({ kind: 'tts', characters: 100 })
    expect(await spentOf('speech u1')).toBe(1_000 + 1_500)
    expect(await entries()).toMatchObject([
      { kind: 'stt', audio_ms: 10_000, cost_micro_usd: 1_000 },
      { kind: 'tts', characters: 100, cost_micro_usd: 1_500 },
    ])
  })

  it('is charged to the day and month in which it began', async () => {
    clock = Date.UTC(2026, 10, 30, 23, 59)
    const reservation = await openLedger().reserve(reply(member()))
    clock = Date.UTC(2026, 11, 1, 0, 1)
    await reservation.settle(tokens(100))
    expect(await spentOf('tokens u1', '2026-11-30')).toBe(100)
    expect(await spentOf('tokens u1', '2026-12-01')).toBe(0)
    expect(await spentOf('host', '2026-12')).toBe(0)
  })

  it.each([
    ['gpt-4o-2024-11-20', 'openai', 1_000],
    ['gpt-4o-mini', 'openai', 100],
    // Twice the price of gpt-4o for this mix of tokens.
    ['gpt-5.5', 'openai', 2_000],
    ['llama', 'ollama', 0],
  ])('of %s is converted to its worth in primary tokens', async (model, provider, charged) => {
    const reservation = await openLedger().reserve(
      reply(member(), { model, provider, expected: tokens(1_000) }),
    )
    await reservation.settle(tokens(1_000))
    expect(await spentOf('tokens u1')).toBe(charged)
  })
})

describe('what is left', () => {
  it('ends with the allowance, and is restored at 00:00 UTC', async () => {
    const ledger = openLedger()
    const reservation = await ledger.reserve(reply(member()))
    await reservation.settle(tokens(20_000))
    await expect(ledger.reserve(reply(member()))).rejects.toMatchObject({
      code: 'ALLOWANCE_EXHAUSTED',
      details: { resetsAt: '2026-11-22T00:00:00.000Z' },
    })
    await ledger.reserve(reply(member('u2')))
    clock = Date.UTC(2026, 10, 22)
    await ledger.reserve(reply(member()))
  })

  it('of speech has a separate limit', async () => {
    const ledger = openLedger()
    const tts = { provider: 'openai', model: 'tts-1', expected: { kind: 'tts', characters: 7_000 } } as const
    await (await ledger.reserve({ ...tts, caller: member() })).settle(tts.expected)
    await expect(ledger.reserve({ ...tts, caller: member() })).rejects.toMatchObject({
      code: 'SPEECH_CREDITS_EXHAUSTED',
    })
    await ledger.reserve(reply(member()))
    await ledger.reserve({ ...tts, caller: passphrase })
  })

  it('of visitors is counted in replies, and limited per address', async () => {
    const ledger = openLedger()
    await ledger.reserve(reply(visitor))
    await ledger.reserve(reply(visitor, { isSpeculative: true }))
    await ledger.reserve(reply({ ...visitor, id: 'session:bob' }))
    await expect(ledger.reserve(reply(visitor))).rejects.toMatchObject({ code: 'RATE_LIMITED' })
    expect(await entries()).toHaveLength(3)
  })

  it("rejects all callers once the host's monthly limit is reached, except for free uses", async () => {
    const ledger = openLedger({ monthlyCostThresholdUsd: 0.01 })
    const reservation = await ledger.reserve(reply(passphrase))
    await reservation.settle(tokens(0, 1_000))
    for (const caller of [passphrase, visitor, member()]) {
      await expect(ledger.reserve(reply(caller))).rejects.toMatchObject({ code: 'COST_LIMIT_EXCEEDED' })
    }
    expect(await spentOf('tokens u1')).toBe(0)
    await ledger.reserve(reply(member(), { provider: 'builtin', model: 'builtin' }))
    clock = Date.UTC(2026, 11, 1)
    await ledger.reserve(reply(passphrase))
  })

  it('is searched in one pool after the other, and in all meters of each', async () => {
    const pools: Pool[] = [
      { name: 'own', meters: [dailyMeter('own', 1_000)], secondaryWeight: 1 },
      { name: 'team', meters: [dailyMeter('team', 5_000), dailyMeter('seat', 1_500)], secondaryWeight: 1 },
    ]
    const ledger = openLedger({ poolsOf: async () => pools })
    for (let asked = 0; asked < 3; asked += 1) {
      await ledger.reserve(reply(member()))
      clock += 1
    }
    expect((await entries()).map(({ pool }) => pool)).toEqual(['own', 'team', 'team'])
    await expect(ledger.reserve(reply(member()))).rejects.toMatchObject({ code: 'RATE_LIMITED' })
    expect([await spentOf('own'), await spentOf('team'), await spentOf('seat')]).toEqual([
      1_000, 2_000, 2_000,
    ])
  })
})

it('lets 50 parallel replies overspend the last 1,000 tokens by no more than the one in flight', async () => {
  const ledger = openLedger()
  await (await ledger.reserve(reply(member()))).settle(tokens(19_000))
  const tries = await Promise.allSettled(
    Array.from({ length: 50 }, () => ledger.reserve(reply(member(), { expected: tokens(700) }))),
  )
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
  expect(await spentOf('tokens u1')).toBe(19_000 + 1_400)
})

describe('reservations of uses in flight', () => {
  it('is not counted as used: it triggers no degradation step', async () => {
    const ledger = openLedger()
    const running = await Promise.all(
      Array.from({ length: 20 }, () => ledger.reserve(reply(member(), { expected: tokens(950) }))),
    )
    expect(await ledger.budget(member())).toMatchObject({ step: null, usedTokens: 0 })
    for (const reservation of running) await reservation.settle(tokens(110))
    expect(await ledger.budget(member())).toMatchObject({ step: null, usedTokens: 2_200 })
  })

  it('lowers the used amount at no moment', async () => {
    const ledger = openLedger()
    await (await ledger.reserve(reply(member()))).settle(tokens(18_000))
    const over = new AbortController()
    const looks = async () => {
      const used: (number | undefined)[] = []
      while (!over.signal.aborted) {
        used.push((await ledger.budget(member()))?.usedTokens)
        await immediate()
      }
      return used
    }
    const looking = [looks(), looks(), looks()]
    for (let count = 0; count < 50; count += 1) {
      await (await ledger.reserve(reply(member(), { expected: tokens(500) }))).settle(tokens(1))
    }
    over.abort()
    for (const used of (await Promise.all(looking)).flat()) expect(used).toBeGreaterThanOrEqual(18_000)
  })

  it('rejects another use for a moment only, and for the day once it was really used', async () => {
    const ledger = openLedger()
    const running = await Promise.all(
      Array.from({ length: 20 }, () => ledger.reserve(reply(member(), { expected: tokens(1_000) }))),
    )
    await expect(ledger.reserve(reply(member()))).rejects.toMatchObject({
      code: 'RATE_LIMITED',
      retryAfterSeconds: 3,
    })
    for (const reservation of running) await reservation.settle(tokens(1_000))
    await expect(ledger.reserve(reply(member()))).rejects.toMatchObject({ code: 'ALLOWANCE_EXHAUSTED' })
  })
})

describe('a server that was killed', () => {
  it('leaves reservations that the next start settles', async () => {
    await openLedger({ serverIdentity: { name: 'killed', hasEnded: () => false } }).reserve(reply(member()))
    clock += 1
    const alive = await openLedger({ serverIdentity: { name: 'alive', hasEnded: () => false } }).reserve(
      reply(member()),
    )
    await openLedger({
      serverIdentity: { name: 'next', hasEnded: (name) => name === 'killed' },
    }).settleAbandoned()
    expect(await entries()).toMatchObject([
      { server: 'killed', status: 'settled' },
      { server: 'alive', status: 'reserved' },
    ])
    await alive.settle(tokens(10))
    expect(await spentOf('tokens u1')).toBe(1_000 + 10)
  })

  it('on another machine is detected by the end of its lease', async () => {
    await openLedger({ serverIdentity: { name: 'elsewhere', hasEnded: () => false } }).reserve(
      reply(member()),
    )
    const ledger = openLedger()
    await ledger.settleAbandoned()
    expect(await entries()).toMatchObject([{ status: 'reserved' }])
    clock += 17 * 60_000
    await ledger.settleAbandoned()
    expect(await entries()).toMatchObject([{ status: 'settled', charged: 1_000, is_estimated: 1 }])
  })
})

const isHost = async (caller: Caller) => caller.kind === 'member' && caller.id === 'u1'

async function use200(ledger: Ledger, caller: Caller): Promise<void> {
  for (let count = 0; count < 200; count += 1) {
    const reservation = await ledger.reserve(reply(caller))
    await reservation.settle(tokens(1_320))
  }
}

describe('an administrator of the server', () => {
  it('is not limited by default allowances, and its uses are counted', async () => {
    const ledger = openLedger({ poolsOf: createOwnPools(createPlanCatalogue({}), isHost) })
    await use200(ledger, member())
    expect(await ledger.budget(member())).toBeUndefined()
    expect(await ledger.allowance(member(), 'tts')).toBeUndefined()
    expect(await spentOf('tokens u1')).toBe(200 * 1_320)
    await expect(use200(ledger, member('u2'))).rejects.toMatchObject({ code: 'ALLOWANCE_EXHAUSTED' })
  })

  it('is limited by an allowance that the host has set', async () => {
    const plans = createPlanCatalogue({ free: { dailyTokens: 5_000 } })
    const ledger = openLedger({ poolsOf: createOwnPools(plans, isHost) })
    await expect(use200(ledger, member())).rejects.toMatchObject({ code: 'ALLOWANCE_EXHAUSTED' })
    expect(await ledger.allowance(member(), 'tts')).toBeUndefined()
  })
})
