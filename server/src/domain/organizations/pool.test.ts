import { DAY_MS } from '@vee/contract/time/durations'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openTestDatabase } from '#db/fixtures/test-database.ts'
import type { Database } from '#db/schema.ts'
import type { Mail } from '../accounts/index.ts'
import { createTestLedger } from '../money/ledger/fixtures/test-ledger.ts'
import type { Ledger } from '../money/ledger/index.ts'
import type { RequestContext } from './dependencies.ts'
import { createPeople } from './fixtures/people.ts'
import { createTestOrganizations } from './fixtures/teams.ts'
import type { Organizations } from './index.ts'
import { codeOf } from '../errors/fixtures/code-of.ts'

const NOON = Date.UTC(2026, 10, 21, 12)
/** Tokens that a seat adds to the pool. */
const SEAT = 2_000_000
const CHANGE = { role: undefined, dailyTokenLimit: undefined, name: undefined, seatLimit: undefined } as const

let database: Database
let clock: number
let mails: Mail[]
let organizations: Organizations
let ledger: Ledger
let people: ReturnType<typeof createPeople>
let ann: RequestContext
let bob: RequestContext
let id: string

beforeEach(async () => {
  clock = NOON
  mails = []
  database = await openTestDatabase()
  const now = () => clock
  organizations = createTestOrganizations(database, now, {
    mailer: { send: async (mail) => void mails.push(mail) },
    publicUrl: 'https://vee.example',
    onFailure,
  })
  ledger = createTestLedger({ database, poolsOf: organizations.poolsOf, now })
  people = createPeople(database, now)
  ann = await people.person('ann', 'organization')
  id = (await organizations.create('Harbour', ann)).id
  bob = await join('bob')
  mails = []
})
afterEach(async () => {
  await organizations.settled()
})

async function join(name: string): Promise<RequestContext> {
  const context = await people.person(name)
  const { token } = await organizations.invite(id, { email: `${name}@example.org`, role: 'builder' }, ann)
  await organizations.accept(token, context)
  await organizations.settled()
  return context
}

/** Spends this many tokens in a call of a model. */
async function spend({ caller }: RequestContext, totalTokens: number, model = 'gpt-4o'): Promise<void> {
  const tokens = { promptTokens: totalTokens, completionTokens: 0, totalTokens }
  const units = { kind: 'llm', tokens } as const
  const use = { caller, provider: 'openai', model, expected: units, agentId: 'v_agent' } as const
  await (await ledger.reserve(use)).settle(units)
}

function onFailure(failure: unknown): never {
  throw failure
}

const poolOf = async () => (await organizations.list(ann)).organizations[0]?.usage.primary
const stop = () => organizations.update(id, { ...CHANGE, afterPool: 'stop' }, ann)
const change = (name: string, what: { role?: 'viewer' | 'builder'; dailyTokenLimit?: number | null }) =>
  organizations.updateMember(id, name, { ...CHANGE, ...what }, ann)

describe('the pool', () => {
  it('is an allowance for each seat, and all members see the same numbers', async () => {
    await spend(bob, 300)
    await spend(ann, 200)
    await spend(ann, 1_000, 'gpt-4o-mini')
    const seen = [await organizations.list(ann), await organizations.list(bob)].map(
      ({ organizations: [organization] }) => organization,
    )
    for (const organization of seen) {
      expect(organization?.usage.primary).toEqual({ total: 2 * SEAT, used: 600, remaining: 2 * SEAT - 600 })
      expect(organization?.members.map(({ id, usedToday }) => [id, usedToday])).toEqual([
        ['ann', 300],
        ['bob', 300],
      ])
    }
    const usage = await organizations.usage(id, { groupBy: 'member' }, ann)
    expect(usage.pool).toEqual(seen[0]?.usage.primary)
    expect(usage.seats.map(({ email, usedToday, days }) => [email, usedToday, days[0]?.tokens])).toEqual([
      ['ann@example.org', 300, 300],
      ['bob@example.org', 300, 300],
    ])
  })

  it('is never spent beyond its end by concurrent requests', async () => {
    await stop()
    const tries = await Promise.all(
      Array.from({ length: 50 }, (_, index) => codeOf(spend(index % 2 ? ann : bob, 100_000))),
    )
    expect(tries.filter((code) => code === 'none')).toHaveLength(40)
    // RATE_LIMITED is returned only because of the caller's own concurrent uses.
    const refused = tries.filter((code) => code === 'ALLOWANCE_EXHAUSTED' || code === 'RATE_LIMITED')
    expect(refused).toHaveLength(10)
    expect(await poolOf()).toEqual({ total: 2 * SEAT, used: 2 * SEAT, remaining: 0 })
  })

  it('is full again the next day', async () => {
    await spend(ann, 500)
    clock += DAY_MS / 2
    expect(await poolOf()).toMatchObject({ used: 0 })
  })

  it('is there only while the plan is paid for', async () => {
    await database
      .updateTable('users')
      .set({ subscription_status: 'past_due' })
      .where('id', '=', 'ann')
      .execute()
    expect(await poolOf()).toEqual({ total: 0, used: 0, remaining: 0 })
    await spend(bob, 500)
    expect(await poolOf()).toMatchObject({ used: 0 })
  })
})

describe('a seat', () => {
  it('stops at the cap of the member and continues with the personal allowance', async () => {
    await change('bob', { dailyTokenLimit: 1_000 })
    await spend(bob, 1_000)
    await spend(bob, 700)
    expect(await poolOf()).toMatchObject({ used: 1_000 })
    await change('bob', { dailyTokenLimit: null })
    await spend(bob, 700)
    expect(await poolOf()).toMatchObject({ used: 1_700 })
  })

  it('that is used up is followed by an own key, then the own allowance, then nothing', async () => {
    const caller = await people.accounts.callerOf('token-of-bob', '192.0.2.1')
    await change('bob', { dailyTokenLimit: 1_000 })
    await spend(bob, 999)
    expect((await ledger.budget(caller))?.step).toBeNull()
    await spend(bob, 1)
    expect((await ledger.budget(caller))?.step).toBe('own-key')
    expect((await ledger.budget(caller, ['own-key']))?.step).toBeNull()
    const speech = { caller, provider: 'openai', model: 'tts-1' } as const
    const speak = (characters: number) => ({ ...speech, expected: { kind: 'tts', characters } as const })
    const speechOf = async (hasOwnKey: boolean) =>
      codeOf(
        ledger.reserve({ ...speak(1_000), hasOwnKey }).then((reservation) => reservation.settle(undefined)),
      )
    // One seat's allowance of speech is the limit for all seats together, so a single member can use it up.
    await (await ledger.reserve(speak(20_000_000))).settle({ kind: 'tts', characters: 20_000_000 })
    expect([await speechOf(true), await speechOf(false)]).toEqual(['SPEECH_CREDITS_EXHAUSTED', 'none'])
    await spend(bob, 700)
    expect(await poolOf()).toMatchObject({ used: 1_000 })
  })

  it('stops completely if the organization is configured so', async () => {
    await stop()
    await change('bob', { dailyTokenLimit: 0 })
    expect(await codeOf(spend(bob, 1))).toBe('ALLOWANCE_EXHAUSTED')
    expect((await ledger.budget(bob.caller))?.step).not.toBe('own-key')
    const { details } = await spend(bob, 1).then(
      () => ({ details: undefined }),
      (error: { details: unknown }) => error,
    )
    expect(details).toMatchObject({ mayUseOwnKey: false })
    expect(await codeOf(spend(ann, 1))).toBe('none')
  })

  it('of a viewer does not spend from the pool', async () => {
    await change('bob', { role: 'viewer' })
    await spend(bob, 500)
    expect(await poolOf()).toMatchObject({ used: 0 })
  })

  it('no longer spends after it is removed', async () => {
    await organizations.removeMember(id, 'bob', ann)
    await spend(bob, 500)
    expect(await poolOf()).toMatchObject({ total: SEAT, used: 0 })
  })

  it('spends from the organization that is active', async () => {
    await organizations.activate(null, bob)
    await spend(bob, 500)
    expect(await poolOf()).toMatchObject({ used: 0 })
    await organizations.activate(id, bob)
    await spend(bob, 500)
    expect(await poolOf()).toMatchObject({ used: 500 })
  })
})

const seatPlanOf = async (name: string) => {
  const caller = await people.accounts.callerOf(`token-of-${name}`, '192.0.2.1', undefined)
  return caller.kind === 'member' ? caller.seatPlanId : undefined
}

describe('a seat on a paid plan', () => {
  it('grants the features of the plan, but not to viewers, and only as long as it is held', async () => {
    expect(await seatPlanOf('bob')).toBe('organization')
    await change('bob', { role: 'viewer' })
    expect(await seatPlanOf('bob')).toBeUndefined()
    await change('bob', { role: 'builder' })
    await database.updateTable('users').set({ subscription_status: 'past_due' }).execute()
    expect(await seatPlanOf('bob')).toBeUndefined()
    await database.updateTable('users').set({ subscription_status: 'active' }).execute()
    expect(await seatPlanOf('bob')).toBe('organization')
    await organizations.removeMember(id, 'bob', ann)
    expect(await seatPlanOf('bob')).toBeUndefined()
  })
})

describe('admins', () => {
  it('are notified once at 80 and once at 100 percent', async () => {
    await spend(ann, 1.5 * SEAT)
    await organizations.settled()
    expect(mails).toEqual([])
    await spend(ann, 0.1 * SEAT)
    await organizations.settled()
    expect(mails).toHaveLength(1)
    for (let asked = 0; asked < 3; asked += 1) await spend(bob, 10)
    await organizations.settled()
    expect(mails).toMatchObject([{ to: 'ann@example.org', subject: 'Harbour: 80% of today’s pool is used' }])
    await spend(bob, 0.4 * SEAT)
    for (let asked = 0; asked < 3; asked += 1) await spend(bob, 10)
    await organizations.settled()
    expect(mails.map(({ subject }) => subject)).toEqual([
      'Harbour: 80% of today’s pool is used',
      'Harbour: 100% of today’s pool is used',
    ])
    expect(mails[1]?.text).toContain('https://vee.example/en/settings#teams')
  })

  it('are also notified when a smaller pool blocks a member', async () => {
    await stop()
    await spend(bob, 1.2 * SEAT)
    await organizations.settled()
    await organizations.removeMember(id, 'bob', ann)
    expect(mails).toEqual([])
    expect(await codeOf(spend(ann, 10))).toBe('ALLOWANCE_EXHAUSTED')
    await organizations.settled()
    expect(mails).toMatchObject([{ to: 'ann@example.org', subject: 'Harbour: 100% of today’s pool is used' }])
  })

  it('see the usage of the pool, including former members, and download it', async () => {
    await spend(ann, 100)
    clock += DAY_MS
    await spend(bob, 50, 'gpt-4o-mini')
    await organizations.removeMember(id, 'bob', ann)
    const by = async (groupBy: 'day' | 'member' | 'agent' | 'model' | 'service') =>
      (await organizations.usage(id, { groupBy }, ann)).series.map(({ key, tokens }) => [key, tokens])
    expect(await by('day')).toEqual([
      ['2026-11-21', 100],
      ['2026-11-22', 5],
    ])
    expect(await by('member')).toEqual([
      ['ann@example.org', 100],
      ['bob@example.org', 5],
    ])
    expect(await by('agent')).toEqual([['v_agent', 105]])
    expect(await by('model')).toEqual([
      ['gpt-4o', 100],
      ['gpt-4o-mini', 5],
    ])
    expect(await by('service')).toEqual([['llm', 105]])
    const today = { groupBy: 'day', from: '2026-11-22', to: '2026-11-22' } as const
    expect((await organizations.usage(id, today, ann)).days).toMatchObject([{ day: '2026-11-22', tokens: 5 }])
    let csv = ''
    for await (const chunk of await organizations.usageCsv(id, { groupBy: 'member' }, ann)) {
      csv += new TextDecoder().decode(chunk)
    }
    expect(csv.split('\r\n').slice(0, 2)).toEqual([
      'member,tokens,cost_usd,requests',
      expect.stringMatching(/^ann@example\.org,100,[\d.]+,1$/),
    ])
    await expect(organizations.usage(id, { groupBy: 'day', from: '2020-01-01' }, ann)).rejects.toMatchObject({
      code: 'VALIDATION',
    })
    expect(await codeOf(organizations.usage(id, { groupBy: 'day' }, bob))).toBe('NOT_FOUND')
  })
})
