import { MINUTE_MS } from '@vee/contract/time/durations'
import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { beforeEach, expect, it } from 'vitest'
import { openTestDatabase } from '#db/fixtures/test-database.ts'
import { readSpent } from '#db/queries/spending.ts'
import type { Database } from '#db/schema.ts'
import { DomainError } from '../../errors/domain-error.ts'
import { member } from './fixtures/callers.ts'
import { createTestLedger } from './fixtures/test-ledger.ts'
import { createCosts, createBudgetQuery, type Ledger, type PoolsOf } from './index.ts'
import type { Reservation } from './ledger.ts'
import { periodAt } from './periods.ts'
import type { Pool } from './pools.ts'
import type { Units, LedgerUse } from './use.ts'

/*
 * For any sequence of concurrent operations: the sums of the ledger equal what is spent of every meter,
 * nothing counts twice or becomes negative, the displayed values are the enforced ones, and a limit is
 * exceeded by uses in flight only.
 */

const NOON = Date.UTC(2026, 10, 21, 12)
const OWN = 3_000
const TEAM = 4_000
const SEAT = 2_500
const HOST_USD = 0.05
/** Maximum tokens of one use in this test. */
const LARGEST = 900
const PEOPLE = ['ann', 'bob'] as const

const day = (key: string, limit: number) => ({ key, period: 'day', limit }) as const

/** An own allowance, followed by a shared pool with a limit per seat. */
const poolsOf: PoolsOf = (caller, kind) => {
  if (kind !== 'llm') return Promise.resolve([])
  const pools: readonly Pool[] = [
    { name: 'own', meters: [day(`tokens ${caller.id}`, OWN)], secondaryWeight: 0.1 },
    {
      name: 'organization:o1',
      meters: [day('pool o1', TEAM), day(`seat o1 ${caller.id}`, SEAT)],
      secondaryWeight: 0.1,
    },
  ]
  return Promise.resolve(pools)
}

type Step =
  | {
      readonly act: 'reserve'
      readonly who: (typeof PEOPLE)[number]
      readonly size: number
      readonly isOwnKey: boolean
    }
  | { readonly act: 'speak'; readonly who: (typeof PEOPLE)[number]; readonly size: number }
  /** `times`: a repeated settlement has no effect */
  | { readonly act: 'settle'; readonly which: number; readonly size: number; readonly times: number }
  | { readonly act: 'release'; readonly which: number }
  /** its server is killed: only another server can settle it */
  | { readonly act: 'abandon'; readonly which: number }
  | { readonly act: 'sweep' }
  | { readonly act: 'wait'; readonly minutes: number }

const who = fc.constantFrom(...PEOPLE)
const size = fc.integer({ min: 1, max: LARGEST })
const which = fc.nat({ max: 50 })
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ act: fc.constant('reserve'), who, size, isOwnKey: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('speak'), who, size }) },
  {
    weight: 5,
    arbitrary: fc.record({ act: fc.constant('settle'), which, size, times: fc.integer({ min: 1, max: 3 }) }),
  },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('release'), which }) },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('abandon'), which }) },
  { weight: 1, arbitrary: fc.constant({ act: 'sweep' } as const) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('wait'), minutes: fc.integer({ min: 1, max: 20 }) }) },
)

const tokens = (totalTokens: number): Units => ({
  kind: 'llm',
  tokens: { promptTokens: totalTokens, completionTokens: 0, totalTokens },
})
const units = (expected: Units, amount: number): Units =>
  expected.kind === 'tts' ? { kind: 'tts', characters: amount } : tokens(amount)

let database: Database
beforeEach(async () => {
  database = await openTestDatabase()
})

/** Two servers on one database and clock, with their open uses. Neither knows whether the other has ended. */
class World {
  readonly #open: { readonly use: LedgerUse; readonly reservation: Reservation }[] = []
  readonly #ledgers: Record<'here' | 'there', Ledger>
  #clock = NOON

  constructor() {
    this.#ledgers = { here: this.#start('here'), there: this.#start('there') }
  }

  get now(): number {
    return this.#clock
  }

  #start(name: string): Ledger {
    return createTestLedger({
      database,
      poolsOf,
      monthlyCostThresholdUsd: HOST_USD,
      serverIdentity: { name, hasEnded: () => false },
      now: () => this.#clock,
    })
  }

  async runStep(step: Step, server: 'here' | 'there'): Promise<void> {
    switch (step.act) {
      case 'reserve':
        return this.#reserve(server, {
          caller: member(step.who, 'creator'),
          provider: 'openai',
          model: step.size % 3 === 0 ? 'gpt-4o-mini' : 'gpt-4o',
          expected: tokens(step.size),
          payer: step.isOwnKey ? 'own-key' : 'platform',
          replyId: randomUUID(),
        })
      case 'speak':
        return this.#reserve(server, {
          caller: member(step.who, 'creator'),
          provider: 'openai',
          model: 'tts-1',
          expected: { kind: 'tts', characters: step.size },
        })
      case 'settle': {
        const { use, reservation } = this.#pick(step.which) ?? {}
        if (!use || !reservation) return
        const really = units(use.expected, step.size)
        await Promise.all(Array.from({ length: step.times }, () => reservation.settle(really)))
        return
      }
      case 'release':
        await this.#pick(step.which)?.reservation.settle(undefined)
        return
      case 'abandon':
        this.#pick(step.which)
        return
      case 'sweep':
        await Promise.all([this.#ledgers.here.settleAbandoned(), this.#ledgers.there.settleAbandoned()])
        return
      case 'wait':
        this.#clock += step.minutes * MINUTE_MS
    }
  }

  async #reserve(server: 'here' | 'there', use: LedgerUse): Promise<void> {
    const reservation = await this.#ledgers[server].reserve(use).catch((refusal: unknown) => {
      if (refusal instanceof DomainError) return undefined
      throw refusal
    })
    if (reservation) this.#open.push({ use, reservation })
  }

  /** Takes one of the open uses; undefined if there is none. */
  #pick(index: number) {
    return this.#open.length === 0 ? undefined : this.#open.splice(index % this.#open.length, 1)[0]
  }

  /** Open uses stay reserved until their lease ends, on any server. */
  async end(): Promise<void> {
    this.#clock += 20 * MINUTE_MS
    await this.runStep({ act: 'sweep' }, 'here')
  }
}

const entries = () => database.selectFrom('ledger_entries').selectAll().execute()
const sum = (numbers: readonly number[]) => numbers.reduce((total, amount) => total + amount, 0)

async function expectSums(world: World): Promise<void> {
  const all = await entries()
  const day = periodAt('day', NOON)
  const spentOf = (meter: string) => readSpent(database, { meter, period: day })
  const chargedTo = (pool: string, owner?: string) =>
    sum(
      all
        .filter((entry) => entry.pool === pool && (owner === undefined || entry.owner === owner))
        .map(({ charged }) => charged),
    )
  for (const owner of PEOPLE) {
    expect(await spentOf(`tokens ${owner}`)).toBe(chargedTo('own', owner))
    expect(await spentOf(`seat o1 ${owner}`)).toBe(chargedTo('organization:o1', owner))
  }
  expect(await spentOf('pool o1')).toBe(chargedTo('organization:o1'))
  const host = await readSpent(database, { meter: 'host', period: periodAt('month', NOON) })
  expect(host).toBe(sum(all.map(({ cost_micro_usd: cost }) => cost)))

  const spent = await database.selectFrom('spent').selectAll().execute()
  expect(spent.filter(({ used }) => used < 0)).toEqual([])
  expect(all.filter(({ charged, cost_micro_usd: cost }) => charged < 0 || cost < 0)).toEqual([])
  expect(
    all.filter(({ payer, charged, cost_micro_usd: cost }) => payer === 'own-key' && charged + cost > 0),
  ).toEqual([])
  expect(all.filter(({ status, charged }) => status === 'released' && charged > 0)).toEqual([])
  const replies = all.flatMap(({ reply_id: reply }) => reply ?? [])
  expect(new Set(replies).size).toBe(replies.length)
  await expectShown(world)
}

/** The displayed number equals what is left of the limiting meters. */
async function expectShown(world: World): Promise<void> {
  const now = () => world.now
  const budgetQuery = createBudgetQuery({ database, poolsOf, now })
  const costs = createCosts({
    database,
    budgetQuery,
    models: { primary: 'gpt-4o', secondary: 'gpt-4o-mini' },
    monthlyCostThresholdUsd: HOST_USD,
    now,
  })
  const period = periodAt('day', NOON)
  for (const id of PEOPLE) {
    const left = async (meter: string, limit: number) =>
      Math.max(0, limit - (await readSpent(database, { meter, period })))
    const remaining =
      (await left(`tokens ${id}`, OWN)) +
      Math.min(await left('pool o1', TEAM), await left(`seat o1 ${id}`, SEAT))
    const { today } = await costs.usage(member(id, 'creator'), { groupBy: 'day' })
    expect(today.primary).toMatchObject({ remaining, used: OWN + SEAT - remaining })
  }
  const { globalMonthlyCost } = await costs.session(member('ann', 'creator'))
  expect(globalMonthlyCost).toBeCloseTo(
    sum((await entries()).map(({ cost_micro_usd: cost }) => cost)) / 1_000_000,
    9,
  )
}

const forget = async () => {
  for (const table of ['ledger_entries', 'spent', 'counters', 'cost_sessions'] as const) {
    await database.deleteFrom(table).execute()
  }
}

it('is consistent after any sequence of reservations, settlements, releases, kills and retries, also concurrent ones', async () => {
  const batches = fc.array(
    fc.array(fc.tuple(step, fc.constantFrom('here', 'there')), { minLength: 1, maxLength: 6 }),
    {
      minLength: 1,
      maxLength: 10,
    },
  )
  await fc.assert(
    fc
      .asyncProperty(batches, async (steps) => {
        const world = new World()
        for (const batch of steps) {
          await Promise.all(batch.map(([nextStep, server]) => world.runStep(nextStep, server)))
          await expectSums(world)
        }
        await world.end()
        await expectSums(world)
        expect((await entries()).filter(({ status }) => status === 'reserved')).toEqual([])
      })
      .beforeEach(forget),
    { numRuns: 10 },
  )
})

it('exceeds a limit by no more than the uses in flight', async () => {
  const sizes = fc.array(size, { minLength: 10, maxLength: 30 })
  await fc.assert(
    fc
      .asyncProperty(sizes, async (wanted) => {
        const world = new World()
        await Promise.all(
          wanted.map((amount, index) =>
            world.runStep(
              { act: 'reserve', who: 'ann', size: amount, isOwnKey: false },
              index % 2 ? 'here' : 'there',
            ),
          ),
        )
        for (const [meter, limit] of [
          ['tokens ann', OWN],
          ['seat o1 ann', SEAT],
        ] as const) {
          const used = await readSpent(database, { meter, period: periodAt('day', NOON) })
          expect(used).toBeLessThan(limit + LARGEST)
        }
        await expectSums(world)
      })
      .beforeEach(forget),
    { numRuns: 6 },
  )
})
