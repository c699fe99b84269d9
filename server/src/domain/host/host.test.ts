import { createPlanCatalogue } from '../money/plans/index.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { openFileDatabase } from '#db/fixtures/test-database.ts'
import { insertAudit } from '#db/queries/organizations/organization-audit.ts'
import { createAccounts } from '../accounts/index.ts'
import type { RequestContext } from '../organizations/dependencies.ts'
import { createPeople } from '../organizations/fixtures/people.ts'
import { createTestOrganizations } from '../organizations/fixtures/teams.ts'
import type { Organizations } from '../organizations/index.ts'
import { createOpenLedger, noOwnKeys } from '../../../../fakes/open-ledger.ts'
import { NEEDED, sttProvider } from '../voice/speech/fixtures/stt-provider.ts'
import { createSpeech } from '../voice/speech/index.ts'
import { createHost, createHostAdmins, createEffectiveLimits, type Host, readNotice } from './index.ts'
import { codeOf } from '../errors/fixtures/code-of.ts'

const NOON = Date.UTC(2026, 10, 21, 12)
const PASSPHRASE = 'open sesame'
const CONFIGURED = {
  visitorRepliesPerDay: 20,
  passphraseRepliesPerHour: 100,
  monthlyCostThresholdUsd: undefined,
}

const database = await openFileDatabase()
let start = 0
let clock: number
let organizations: Organizations
let host: Host
let hana: RequestContext
let bob: RequestContext
const now = () => clock

// One database for all tests, because audit logs cannot be emptied: each test uses a separate month.

beforeEach(async () => {
  start = start === 0 ? NOON : nextMonth(start)
  clock = start
  for (const table of ['users', 'sessions', 'organizations', 'host_settings'] as const) {
    await database.deleteFrom(table).execute()
  }
  organizations = createTestOrganizations(database, now)
  host = hostWith([])
  hana = await people().person('hana', 'organization')
  clock += 1
  bob = await people().person('bob')
})

function nextMonth(time: number): number {
  const date = new Date(time)
  return date.setUTCMonth(date.getUTCMonth() + 1)
}

const people = () => createPeople(database, now)
const adminsOf = (hostAdmins: readonly string[], canProveEmails: boolean) =>
  createHostAdmins({ database, hostAdmins, canProveEmails, now })

/** A transcription provider whose model must be downloaded. */
const transcriber = () => sttProvider('local', { missing: NEEDED })

function hostWith(hostAdmins: readonly string[], canProveEmails = false): Host {
  return createHost({
    database,
    admins: adminsOf(hostAdmins, canProveEmails),
    effectiveLimits: createEffectiveLimits({ database, configured: CONFIGURED, now }),
    configured: CONFIGURED,
    plans: createPlanCatalogue({ free: { dailyTokens: 1_000 } }, database),
    organizations,
    beforeDeleteUser: [(caller) => organizations.leaveAll(caller)],
    passphrase: PASSPHRASE,
    version: '1.4.1',
    providers: async () => [],
    speech: createSpeech({
      stt: [transcriber()],
      tts: [],
      ledger: createOpenLedger(),
      ownSpeech: noOwnKeys.ownSpeech,
    }),
    now,
  })
}

const acts = async () =>
  (await host.audit({ limit: 50, from: new Date(start).toISOString().slice(0, 10) }, hana.caller)).items.map(
    ({ action, target, before, after }) => [action, target, before, after],
  )
const emails = async (question: { q?: string; cursor?: string; limit: number }) => {
  const { items, nextCursor } = await host.users(question, hana.caller)
  return { emails: items.map(({ email }) => email), nextCursor }
}

describe('hosts', () => {
  it('is the owner of the first account, without a successor when it is deleted', async () => {
    expect(await codeOf(host.overview(hana.caller, 'en'))).toBe('none')
    expect(await codeOf(host.overview(bob.caller, 'en'))).toBe('FORBIDDEN')
    await database.deleteFrom('users').where('id', '=', 'hana').execute()
    expect(await codeOf(host.overview(bob.caller, 'en'))).toBe('FORBIDDEN')
  })

  it('are the addresses in the settings, after verification if the server supports it', async () => {
    expect(await codeOf(hostWith(['bob@example.org']).overview(bob.caller, 'en'))).toBe('none')
    expect(await codeOf(hostWith(['bob@example.org']).overview(hana.caller, 'en'))).toBe('FORBIDDEN')
    const strict = hostWith(['bob@example.org'], true)
    expect(await codeOf(strict.overview(bob.caller, 'en'))).toBe('FORBIDDEN')
    await database.insertInto('proven_emails').values({ user_id: 'bob', proven_at: 0 }).execute()
    expect(await codeOf(strict.overview(bob.caller, 'en'))).toBe('none')
  })
})

describe('users', () => {
  it('are found, page by page', async () => {
    clock += 1
    await people().person('cleo')
    const first = await emails({ limit: 2 })
    expect(first.emails).toEqual(['cleo@example.org', 'bob@example.org'])
    expect(await emails({ limit: 2, cursor: first.nextCursor ?? '' })).toEqual({
      emails: ['hana@example.org'],
      nextCursor: null,
    })
    expect((await emails({ limit: 9, q: ' BOB' })).emails).toEqual(['bob@example.org'])
    expect(await codeOf(host.users({ limit: 9, cursor: 'no' }, hana.caller))).toBe('VALIDATION')
  })

  it('get a plan override, and their own plan again', async () => {
    const given = await host.updateUser(
      'bob',
      { planOverride: 'creator', isDisabled: undefined },
      hana.caller,
    )
    expect(given).toMatchObject({
      planId: 'creator',
      planOverride: 'creator',
      subscription: { status: 'active' },
    })
    const caller = await people().accounts.callerOf('token-of-bob', '192.0.2.1')
    expect(caller).toMatchObject({ user: { planId: 'creator' } })
    await host.updateUser('bob', { planOverride: null, isDisabled: undefined }, hana.caller)
    expect(await acts()).toEqual([
      ['user.plan-changed', 'bob@example.org', 'creator', null],
      ['user.plan-changed', 'bob@example.org', null, 'creator'],
    ])
  })

  it('are signed out at once when disabled, and can be enabled again', async () => {
    await host.updateUser('bob', { planOverride: undefined, isDisabled: true }, hana.caller)
    expect(await codeOf(people().accounts.callerOf('token-of-bob', '192.0.2.1'))).toBe('SESSION_EXPIRED')
    const again = await host.updateUser('bob', { planOverride: undefined, isDisabled: false }, hana.caller)
    expect(again).toMatchObject({ isDisabled: false, sessionCount: 0 })
    expect(
      await codeOf(host.updateUser('hana', { planOverride: undefined, isDisabled: true }, hana.caller)),
    ).toBe('VALIDATION')
    expect(await acts()).toEqual([
      ['user.enabled', 'bob@example.org', null, null],
      ['user.disabled', 'bob@example.org', null, null],
    ])
  })

  it('are signed out everywhere', async () => {
    await host.signOutUser('bob', hana.caller)
    expect(await codeOf(people().accounts.callerOf('token-of-bob', '192.0.2.1'))).toBe('SESSION_EXPIRED')
    expect(await codeOf(host.signOutUser('nobody', hana.caller))).toBe('NOT_FOUND')
    expect(await acts()).toEqual([['user.signed-out', 'bob@example.org', 1, 0]])
  })

  it('are removed, without a trace of their address, but not the last admin of a team', async () => {
    await host.signOutUser('bob', hana.caller)
    await host.deleteUser('bob', hana.caller)
    expect((await emails({ limit: 9 })).emails).toEqual(['hana@example.org'])
    expect(await acts()).toEqual([
      ['user.deleted', 'bob', null, null],
      ['user.signed-out', '', 1, 0],
    ])
    expect(await codeOf(host.deleteUser('hana', hana.caller))).toBe('VALIDATION')
    const cleo = await people().person('cleo')
    const { id } = await organizations.create('Harbour', cleo)
    await database
      .insertInto('organization_members')
      .values({ organization_id: id, user_id: 'hana', role: 'viewer', daily_token_limit: null, joined_at: 1 })
      .execute()
    expect(await codeOf(host.deleteUser('cleo', hana.caller))).toBe('LAST_ADMIN')
  })
})

describe('organizations', () => {
  it('are listed, resized and closed, and their own audit log contains it', async () => {
    const { id } = await organizations.create('Harbour', bob)
    expect(await host.organizations({ limit: 9, q: 'harb' }, hana.caller)).toMatchObject({
      items: [
        { id, name: 'Harbour', payerEmail: 'bob@example.org', seats: { active: 1, pending: 0, limit: 5 } },
      ],
    })
    expect(await host.resizeOrganization(id, 9, hana.caller)).toMatchObject({ seats: { limit: 9 } })
    expect(await codeOf(host.resizeOrganization(id, 0, hana.caller))).toBe('VALIDATION')
    expect((await organizations.audit(id, { limit: 9 }, bob)).items[0]).toMatchObject({
      actor: { email: 'hana@example.org' },
      action: 'organization.seat-limit-changed',
      before: 5,
      after: 9,
    })
    await host.closeOrganization(id, hana.caller)
    expect(await codeOf(host.closeOrganization(id, hana.caller))).toBe('NOT_FOUND')
    expect(await acts()).toEqual([
      ['organization.deleted', 'Harbour', null, null],
      ['organization.seat-limit-changed', 'Harbour', 5, 9],
    ])
  })
})

describe('the server', () => {
  it('applies limits at run time, also those set on another server, and returns to its settings', async () => {
    const other = createEffectiveLimits({ database, configured: CONFIGURED, now })
    await host.setLimits({ demoRepliesPerDay: 3, monthlyCostThresholdUsd: 50 }, hana.caller)
    await other.refresh()
    expect(other.current()).toEqual({
      visitorRepliesPerDay: 3,
      passphraseRepliesPerHour: 100,
      monthlyCostThresholdUsd: 50,
    })
    const limits = await host.setLimits({ demoRepliesPerDay: null }, hana.caller)
    expect(limits.demoRepliesPerDay).toEqual({ configured: 20, current: 20 })
    expect(await acts()).toEqual([
      ['limits.demo-replies-changed', 'demoRepliesPerDay', 3, 20],
      ['limits.monthly-cost-changed', 'monthlyCostThresholdUsd', null, 50],
      ['limits.demo-replies-changed', 'demoRepliesPerDay', 20, 3],
    ])
  })

  it('sets prices and allowances, which apply on every server, and returns to the configured ones', async () => {
    const other = createPlanCatalogue({ free: { dailyTokens: 1_000 } }, database)
    await host.setPlans(
      { free: { dailyTokens: 5 }, basic: { pricePerMonth: 9, dailySpeechUsd: 0.25 } },
      hana.caller,
    )
    await other.refresh()
    expect(other.allowance('free').dailyTokens).toEqual({ primary: 5, secondary: 50 })
    expect(other.allowance('basic').dailySpeechUsd).toBe(0.25)
    const plans = await host.setPlans({ free: { dailyTokens: null } }, hana.caller)
    expect(plans.find(({ id }) => id === 'free')?.dailyTokens).toEqual({
      configured: 1_000,
      current: 1_000,
      default: 20_000,
    })
    expect(plans.find(({ id }) => id === 'basic')?.pricePerMonth).toEqual({ configured: null, current: 9 })
    expect(await acts()).toEqual([
      ['plans.changed', 'free dailyTokens', 5, 1_000],
      ['plans.changed', 'basic dailySpeechUsd', null, 0.25],
      ['plans.changed', 'basic pricePerMonth', null, 9],
      ['plans.changed', 'free dailyTokens', 1_000, 5],
    ])
    expect(await codeOf(host.setPlans({ free: { dailyTokens: 7 } }, bob.caller))).toBe('FORBIDDEN')
  })

  it('gets another passphrase, which is valid until one is configured', async () => {
    const signIn = (password: string, configured = PASSPHRASE) =>
      createAccounts({ database, passphrase: configured, now }).signInWithPassphrase({
        password,
        remember: false,
        ip: '192.0.2.9',
      })
    const { token } = await signIn(PASSPHRASE)
    const { passphrase } = await host.rotatePassphrase(hana.caller)
    expect(await codeOf(people().accounts.callerOf(token, '192.0.2.1'))).toBe('SESSION_EXPIRED')
    expect(await codeOf(signIn(PASSPHRASE))).toBe('INVALID_CREDENTIALS')
    expect(await codeOf(signIn(passphrase))).toBe('none')
    expect(await codeOf(signIn('configured anew', 'configured anew'))).toBe('none')
    expect(await codeOf(signIn(passphrase, 'configured anew'))).toBe('INVALID_CREDENTIALS')
    expect((await host.overview(hana.caller, 'en')).passphrase).toEqual({
      isOn: true,
      rotatedAt: new Date(clock).toISOString(),
    })
  })

  it('shows a notice to all users, and removes it', async () => {
    await host.setNotice('  Away from 22:00 UTC. ', hana.caller)
    expect(await readNotice(database)).toEqual({
      text: 'Away from 22:00 UTC.',
      since: new Date(clock).toISOString(),
    })
    expect(await codeOf(host.setNotice('x'.repeat(501), hana.caller))).toBe('VALIDATION')
    await host.setNotice('', hana.caller)
    expect(await readNotice(database)).toBeNull()
    expect(await acts()).toEqual([
      ['notice.changed', '', 'Away from 22:00 UTC.', null],
      ['notice.changed', '', null, 'Away from 22:00 UTC.'],
    ])
  })

  it('sums up its usage', async () => {
    const entry = {
      server: 's',
      lease_until: 0,
      tier: 'member' as const,
      agent_id: 'v_agent',
      conversation_id: null,
      reply_id: null,
      provider: 'p',
      payer: 'platform' as const,
      pool: 'own',
      charged: 10,
      audio_ms: 0,
      characters: 0,
      is_estimated: 0,
      is_speculative: 0,
      owner: 'bob',
    }
    const tokens = { kind: 'llm' as const, prompt_tokens: 7, completion_tokens: 3, model: 'm' }
    const sound = { kind: 'tts' as const, prompt_tokens: 0, completion_tokens: 0, model: 'v' }
    await database
      .insertInto('ledger_entries')
      .values([
        { id: '1', status: 'settled', ...entry, ...tokens, cost_micro_usd: 5_000_000, created_at: clock },
        { id: '2', status: 'settled', ...entry, ...sound, cost_micro_usd: 500_000, created_at: clock },
        { id: '3', status: 'released', ...entry, ...tokens, cost_micro_usd: 9, created_at: clock },
      ])
      .execute()
    const usage = await host.usage({ groupBy: 'service' }, hana.caller)
    expect(usage.total).toEqual({ tokens: 10, costUsd: 5.5, requests: 2 })
    expect(usage.series.map(({ key, costUsd }) => [key, costUsd])).toEqual([
      ['llm', 5],
      ['tts', 0.5],
    ])
    expect((await host.usage({ groupBy: 'provider' }, hana.caller)).series).toEqual([
      { key: 'p', tokens: 10, costUsd: 5.5, requests: 2 },
    ])
    expect((await host.usage({ groupBy: 'day' }, hana.caller)).series[0]?.key).toBe(
      new Date(start).toISOString().slice(0, 10),
    )
    expect((await host.overview(hana.caller, 'en')).costThisMonthUsd).toBe(5.5)
    expect((await host.users({ limit: 9, q: 'bob' }, hana.caller)).items[0]?.costThisMonthUsd).toBe(5.5)
    expect(await codeOf(host.usage({ groupBy: 'day', from: '2020-01-01' }, hana.caller))).toBe('VALIDATION')
  })
})

describe('models of speech', () => {
  const choice = { direction: 'hearing', provider: 'local' } as const

  it('are downloaded and stopped by the host, with an entry in the audit log', async () => {
    const { hearing } = await host.prepareSpeech(choice, hana.caller)
    expect(hearing[0]?.preparation).toMatchObject({ state: 'running', name: 'Words' })
    await host.prepareSpeech(choice, hana.caller)
    const { items } = await host.audit({ limit: 9, action: 'speech.model-fetched' }, hana.caller)
    expect(items.filter(({ at }) => Date.parse(at) >= start)).toMatchObject([{ target: 'Words' }])
    const stopped = await host.stopPreparingSpeech(choice, hana.caller)
    expect(stopped.hearing[0]?.preparation).toMatchObject({ state: 'needed' })
  })

  it('can be downloaded by the operator only, and for known providers only', async () => {
    expect(await codeOf(host.prepareSpeech(choice, bob.caller))).toBe('FORBIDDEN')
    expect(await codeOf(host.stopPreparingSpeech(choice, bob.caller))).toBe('FORBIDDEN')
    expect(await codeOf(host.prepareSpeech({ ...choice, provider: 'openai' }, hana.caller))).toBe('NOT_FOUND')
    expect(await codeOf(host.prepareSpeech({ ...choice, direction: 'speaking' }, hana.caller))).toBe(
      'NOT_FOUND',
    )
  })
})

describe('the logs', () => {
  it('are append-only for every program that writes to the database', async () => {
    await host.setNotice('Away.', hana.caller)
    const act = {
      id: 'a1',
      organization_id: 'o',
      at: 1,
      actor_id: 'bob',
      actor_email: 'bob@example.org',
      action: 'member.left',
      target: 'bob@example.org',
      before: 'null',
      after: 'null',
    } as const
    await insertAudit(database, act)
    const message = 'an audit log is append-only'
    const change = { action: 'member.removed', after: '"admin"', at: 2, target: 'ann@example.org' } as const
    for (const [field, value] of Object.entries(change)) {
      const update = database.updateTable('organization_audit').set({ [field]: value })
      await expect(update.execute(), field).rejects.toThrow(message)
    }
    await expect(
      database.updateTable('organization_audit').set({ actor_email: 'ann@example.org' }).execute(),
    ).rejects.toThrow(message)
    await expect(database.deleteFrom('organization_audit').execute()).rejects.toThrow(message)
    await expect(database.updateTable('host_audit').set({ after: 'null' }).execute()).rejects.toThrow(message)
    await expect(database.deleteFrom('host_audit').execute()).rejects.toThrow(message)
    await host.deleteUser('bob', hana.caller)
    const rows = await database.selectFrom('organization_audit').selectAll().where('id', '=', 'a1').execute()
    expect(rows).toEqual([{ ...act, actor_id: 'deleted', actor_email: '', target: '' }])
  })
})
