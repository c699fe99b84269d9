import { HOUR_MS } from '@vee/contract/time/durations'
import { beforeEach, describe, expect, it } from 'vitest'
import { openTestDatabase } from '#db/fixtures/test-database.ts'
import type { Database } from '#db/schema.ts'
import type { Caller } from '../../accounts/index.ts'
import { member, passphrase, visitor } from './fixtures/callers.ts'
import { createTestLedger, defaultPools } from './fixtures/test-ledger.ts'
import { type Costs, createCosts, createBudgetQuery, type Ledger, usageCsv } from './index.ts'
import type { LedgerUse } from './use.ts'

const NOON = Date.UTC(2026, 10, 21, 12)

let database: Database
let clock: number
let ledger: Ledger
let costs: Costs
beforeEach(async () => {
  database = await openTestDatabase()
  clock = NOON
  const shared = {
    database,
    poolsOf: defaultPools,
    models: { primary: 'gpt-4o', secondary: 'gpt-4o-mini' },
    monthlyCostThresholdUsd: 1,
    now: () => clock,
  }
  ledger = createTestLedger({ ...shared, visitorRepliesPerDay: 99 })
  costs = createCosts({ ...shared, budgetQuery: createBudgetQuery(shared) })
})

/** 100 prompt and 50 completion tokens of gpt-4o cost 750 micro-dollars. */
async function reply(caller: Caller, more: Partial<LedgerUse> = {}) {
  const expected = {
    kind: 'llm',
    tokens: { promptTokens: 100, completionTokens: 50, totalTokens: 150 },
  } as const
  const use: LedgerUse = {
    caller,
    provider: 'openai',
    model: 'gpt-4o',
    agentId: 'v_agent',
    expected,
    ...more,
  }
  await (await ledger.reserve(use)).settle(use.expected)
}

async function speak(caller: Caller, characters = 100) {
  const expected = { kind: 'tts', characters } as const
  await (await ledger.reserve({ caller, provider: 'openai', model: 'tts-1', expected })).settle(expected)
}

describe('the record of a session', () => {
  it('is empty before anything was used', async () => {
    expect(await costs.session(visitor)).toEqual({
      sessionCost: 0,
      costsByService: { llm: 0, stt: 0, tts: 0, live: 0, search: 0, embed: 0 },
      sessionStartTime: new Date(NOON).toISOString(),
      entryCount: 0,
      globalMonthlyCost: 0,
      threshold: 1,
      isThresholdReached: false,
      dailyCost: 0,
      monthlyCost: 0,
    })
  })

  it('contains a use that began first and is settled last, until it is reset', async () => {
    const expected = {
      kind: 'llm',
      tokens: { promptTokens: 100, completionTokens: 50, totalTokens: 150 },
    } as const
    const first = await ledger.reserve({ caller: visitor, provider: 'openai', model: 'gpt-4o', expected })
    clock += 1_000
    await speak(visitor)
    clock += 1_000
    await reply(visitor)
    await first.settle(expected)
    expect(await costs.session(visitor)).toMatchObject({ sessionCost: 0.003, entryCount: 3 })

    const second = await ledger.reserve({ caller: visitor, provider: 'openai', model: 'gpt-4o', expected })
    clock += 1_000
    await costs.reset(visitor)
    await second.settle(expected)
    clock += 1_000
    await speak(visitor)
    expect(await costs.session(visitor)).toMatchObject({ sessionCost: 0.0015, entryCount: 1 })
  })

  it('sums the uses of its owner by service, and those of all callers per month', async () => {
    for (const caller of [visitor, passphrase]) {
      await reply(caller)
      await speak(caller)
    }
    expect(await costs.session(visitor)).toMatchObject({
      sessionCost: 0.00225,
      costsByService: { llm: 0.00075, stt: 0, tts: 0.0015, live: 0, search: 0, embed: 0 },
      entryCount: 2,
      globalMonthlyCost: 0.0045,
      dailyCost: 0.00225,
      monthlyCost: 0.00225,
    })
    expect(await costs.session({ ...visitor, id: 'session:bob' })).toMatchObject({ sessionCost: 0 })
  })

  it('restarts after a reset; the day, the month and allowances do not', async () => {
    await reply(member())
    expect(await costs.reset(member())).toMatchObject({
      sessionCost: 0,
      entryCount: 0,
      dailyCost: 0.00075,
      monthlyCost: 0.00075,
      globalMonthlyCost: 0.00075,
    })
    clock += 1
    await reply(member())
    expect(await costs.session(member())).toMatchObject({ sessionCost: 0.00075, entryCount: 1 })
    const { today } = await costs.usage(member(), { groupBy: 'day' })
    expect(today.primary).toMatchObject({ used: 300 })
  })

  it('ends after six hours without a use', async () => {
    await reply(visitor)
    clock += 6 * HOUR_MS
    await reply(visitor)
    expect(await costs.session(visitor)).toMatchObject({ entryCount: 2 })
    clock += 6 * HOUR_MS + 1
    expect(await costs.session(visitor)).toMatchObject({ entryCount: 0 })
    await reply(visitor)
    expect(await costs.session(visitor)).toMatchObject({ entryCount: 1, sessionCost: 0.00075 })
  })

  it("reports that the host's monthly limit is reached", async () => {
    await speak(passphrase, 70_000)
    expect(await costs.session(visitor)).toMatchObject({ globalMonthlyCost: 1.05, isThresholdReached: true })
  })
})

const requests = async (span: { from?: string; to?: string }) =>
  (await costs.usage(member(), { groupBy: 'service', ...span })).series[0]?.requests ?? 0

describe('usage', () => {
  it('shows the allowance of the day in both models', async () => {
    await reply(member())
    const resetsAt = '2026-11-22T00:00:00.000Z'
    expect((await costs.usage(member(), { groupBy: 'day' })).today).toEqual({
      primary: { total: 20_000, used: 150, remaining: 19_850, resetsAt, isDefault: true },
      secondary: { total: 200_000, used: 1_500, remaining: 198_500, resetsAt, isDefault: true },
      speech: { totalUsd: 0.1, remainingUsd: 0.1, isDefault: true },
    })
    expect((await costs.usage(passphrase, { groupBy: 'day' })).today).toEqual({
      primary: { isUnlimited: true },
      secondary: { isUnlimited: true },
      speech: { isUnlimited: true },
    })
  })

  it.each([
    ['day', ['2026-11-20', '2026-11-21']],
    ['agent', ['tutor_agent', 'v_agent', '']],
    ['model', ['gpt-4o', 'gpt-4o-mini', 'tts-1']],
    ['service', ['llm', 'tts']],
  ] as const)('is summed up by %s', async (groupBy, keys) => {
    clock = NOON - 24 * HOUR_MS
    await reply(member(), { agentId: 'tutor_agent' })
    clock = NOON
    await reply(member(), { model: 'gpt-4o-mini' })
    await speak(member())
    await (
      await ledger.reserve({
        caller: member(),
        provider: 'openai',
        model: 'tts-1',
        expected: { kind: 'tts', characters: 9 },
      })
    ).settle(undefined)
    const { series } = await costs.usage(member(), { groupBy })
    expect(new Set(series.map(({ key }) => key))).toEqual(new Set(keys))
    const sumOf = (pick: (item: (typeof series)[number]) => number) =>
      series.reduce((sum, item) => sum + pick(item), 0)
    expect(sumOf(({ tokens }) => tokens)).toBe(300)
    expect(sumOf(({ requests }) => requests)).toBe(3)
    expect(sumOf(({ costUsd }) => costUsd)).toBeCloseTo(0.00075 + 0.000045 + 0.0015, 9)
  })

  it("counts the caller's days, also when the clocks change", async () => {
    const caller = { ...member(), timeZone: 'America/Los_Angeles' }
    // Saturday 23:30, Sunday 00:30 and, after the clocks went back, Sunday 23:30 in California.
    for (const time of ['2026-11-01T06:30:00Z', '2026-11-01T07:30:00Z', '2026-11-02T07:30:00Z']) {
      clock = Date.parse(time)
      await reply(member())
    }
    clock = Date.parse('2026-11-02T07:59:00Z')
    const days = async (span: object, spender: Caller = caller) =>
      (await costs.usage(spender, { groupBy: 'day', ...span })).series.map(({ key, requests: count }) => [
        key,
        count,
      ])
    expect(await days({})).toEqual([
      ['2026-10-31', 1],
      ['2026-11-01', 2],
    ])
    expect(await days({ from: '2026-11-01', to: '2026-11-01' })).toEqual([['2026-11-01', 2]])
    expect(await days({}, member())).toEqual([
      ['2026-11-01', 2],
      ['2026-11-02', 1],
    ])
    const { dailyCost, monthlyCost } = await costs.session(caller)
    expect(dailyCost).toBe(monthlyCost)
    expect(dailyCost).toBeGreaterThan((await costs.session(member())).dailyCost)
  })

  it('covers 30 days, or the requested period', async () => {
    for (const days of [40, 20, 0]) {
      clock = NOON - days * 24 * HOUR_MS
      await reply(member())
    }
    expect(await requests({})).toBe(2)
    expect(await requests({ from: '2026-10-12' })).toBe(3)
    expect(await requests({ from: '2026-11-01', to: '2026-11-01' })).toBe(1)
    expect(await requests({ from: '2026-11-01T12:00:01Z' })).toBe(1)
    expect(await requests({ from: '2026-11-30' })).toBe(0)
  })

  it("records uses of the caller's own key, which cost the host nothing and no allowance", async () => {
    await reply(member('u1', 'creator'), { payer: 'own-key' })
    const { today, series } = await costs.usage(member('u1', 'creator'), { groupBy: 'service' })
    expect(series).toEqual([
      { key: 'llm', tokens: 150, costUsd: 0, requests: 1, ownKeyRequests: 1, isEstimated: false },
    ])
    expect(today.primary).toMatchObject({ used: 0 })
    expect(await costs.session(visitor)).toMatchObject({ globalMonthlyCost: 0 })
  })

  it('is exported for spreadsheets', () => {
    const item = { tokens: 1, costUsd: 0.5, requests: 2, ownKeyRequests: 0, isEstimated: true }
    expect(usageCsv('agent', [{ key: '=1+1', ...item }])).toBe(
      "agent,tokens,cost_usd,requests,own_key_requests,is_estimated\r\n'=1+1,1,0.5,2,0,yes\r\n",
    )
  })
})

describe('credits', () => {
  it('of a member are those of the plan', async () => {
    await speak(member())
    expect(await costs.credits(member())).toEqual({
      allocationKey: 'free',
      // 20,000 tokens at (3 × 2.5 + 10) / 4 micro-dollars.
      llm: { isUnlimited: false, totalUsd: 0.0875, usedUsd: 0, remainingUsd: 0.0875 },
      speech: { isUnlimited: false, totalUsd: 0.1, usedUsd: 0.0015, remainingUsd: 0.0985 },
    })
  })

  it('are unlimited for holders of the passphrase', async () => {
    const unlimited = { isUnlimited: true, totalUsd: null, usedUsd: null, remainingUsd: null }
    expect(await costs.credits(passphrase)).toEqual({
      allocationKey: 'global',
      llm: unlimited,
      speech: unlimited,
    })
  })

  it('of visitors are counted in replies, and in money for speech', async () => {
    expect(await costs.credits(visitor)).toEqual({
      allocationKey: 'demo',
      llm: { isUnlimited: false, totalUsd: null, usedUsd: null, remainingUsd: null },
      speech: { isUnlimited: false, totalUsd: 0.25, usedUsd: 0, remainingUsd: 0.25 },
    })
  })
})

describe('the budget', () => {
  it.each([
    [0.79, null],
    [0.8, 'warning'],
    [0.9, 'smaller-model'],
    [0.95, 'browser-voice'],
    [1, 'browser-voice'],
  ])('with %d of the allowance used is at the step %j', async (share, step) => {
    const expected = {
      kind: 'llm',
      tokens: { promptTokens: 20_000 * share, completionTokens: 0, totalTokens: 20_000 * share },
    } as const
    await reply(member(), { expected })
    expect(await ledger.budget(member())).toMatchObject({ step, usedTokens: 20_000 * share })
  })

  it('continues with the own key if the plan has one, and skips forbidden steps', async () => {
    const expected = {
      kind: 'llm',
      tokens: { promptTokens: 400_000, completionTokens: 0, totalTokens: 400_000 },
    } as const
    await reply(member('u1', 'creator'), { expected })
    expect(await ledger.budget(member('u1', 'creator'))).toMatchObject({
      step: 'own-key',
      remainingTokens: 0,
    })
    expect(await ledger.budget(member('u1', 'creator'), ['own-key', 'browser-voice'])).toMatchObject({
      step: 'smaller-model',
    })
    // The plan is not paid, so the limits of Free apply.
    expect(await ledger.budget(member('u1', 'creator', 'past_due'))).toMatchObject({
      step: 'browser-voice',
      totalTokens: 20_000,
    })
  })

  it('is empty for callers without limits', async () => {
    expect(await ledger.budget(visitor)).toBeUndefined()
    expect(await ledger.budget(passphrase)).toBeUndefined()
  })
})
