import { DAY_MS } from '@vee/contract/time/durations'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { PlanId } from '@vee/contract/entities/accounts/user'
import { openTestDatabase } from '#db/fixtures/test-database.ts'
import type { Database } from '#db/schema.ts'
import type { Mail } from '../accounts/index.ts'
import type { RequestContext } from './dependencies.ts'
import { createPeople } from './fixtures/people.ts'
import { createTestOrganizations } from './fixtures/teams.ts'
import type { Organizations } from './index.ts'
import { codeOf } from '../errors/fixtures/code-of.ts'

const NOON = Date.UTC(2026, 10, 21, 12)
const SAME = { name: undefined, seatLimit: undefined, afterPool: undefined }

let database: Database
let clock: number
let mails: Mail[]
let organizations: Organizations
let people: ReturnType<typeof createPeople>
let ann: RequestContext

beforeEach(async () => {
  clock = NOON
  mails = []
  database = await openTestDatabase()
  const now = () => clock
  organizations = createTestOrganizations(database, now, {
    mailer: { send: async (mail) => void mails.push(mail) },
    publicUrl: 'https://vee.example',
  })
  people = createPeople(database, now)
  ann = await person('ann', 'organization')
})

const person = (name: string, planId?: PlanId) => people.person(name, planId)
const createTeam = async (name = 'Harbour') => (await organizations.create(name, ann)).id
const invite = (id: string, name: string) =>
  organizations.invite(id, { email: `${name}@example.org`, role: 'builder' }, ann)
const join = async (id: string, name: string) => {
  const context = await person(name)
  await organizations.accept((await invite(id, name)).token, context)
  return context
}
const seen = async (id: string, context = ann) =>
  (await organizations.list(context)).organizations.find((organization) => organization.id === id)
const seatsOf = async (id: string) => (await seen(id))?.seats
const times = <R>(count: number, work: (index: number) => Promise<R>) =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)))
const countOf = (codes: readonly string[], code: string) =>
  codes.filter((candidate) => candidate === code).length

describe('seats', () => {
  it('are never exceeded by concurrent invites', async () => {
    const id = await createTeam()
    const codes = await times(50, (index) => codeOf(invite(id, `guest${index}`)))
    expect([countOf(codes, 'none'), countOf(codes, 'SEATS_EXHAUSTED')]).toEqual([4, 46])
    expect(await seatsOf(id)).toEqual({ active: 1, pending: 4, limit: 5 })
  })

  it('are taken once per invite, also with concurrent acceptances', async () => {
    const id = await createTeam()
    const bob = await person('bob')
    const { token } = await invite(id, 'bob')
    const codes = await times(50, () => codeOf(organizations.accept(token, bob)))
    expect([countOf(codes, 'none'), countOf(codes, 'INVITE_USED')]).toEqual([1, 49])
    expect(await seatsOf(id)).toEqual({ active: 2, pending: 0, limit: 5 })
  })

  it('are never exceeded where invites, accepts and a lower limit race', async () => {
    const id = await createTeam()
    const guests = await times(4, (index) => person(`guest${index}`))
    const invites = await times(2, (index) => invite(id, `guest${index}`))
    const lower = (seatLimit: number) => organizations.update(id, { ...SAME, seatLimit }, ann)
    await Promise.all([
      ...invites.map(({ token }, index) => codeOf(organizations.accept(token, guests[index] ?? ann))),
      ...[2, 3].map((index) => codeOf(invite(id, `guest${index}`))),
      codeOf(lower(3)),
      codeOf(lower(4)),
    ])
    const seats = await seatsOf(id)
    expect((seats?.active ?? 0) + (seats?.pending ?? 0)).toBeLessThanOrEqual(seats?.limit ?? 0)
  })

  it('are free again when an invite is revoked or has expired', async () => {
    const id = await createTeam()
    const sent = await times(4, (index) => invite(id, `guest${index}`))
    await organizations.revoke(id, sent[0]?.id ?? '', ann)
    expect(await seatsOf(id)).toEqual({ active: 1, pending: 3, limit: 5 })
    clock += 3_600_000
    expect(await seatsOf(id)).toEqual({ active: 1, pending: 0, limit: 5 })
  })

  it.each([
    [0, 'Seat limit must be a positive number.'],
    [-1, 'Seat limit must be a positive number.'],
    [Number.NaN, 'Seat limit must be a positive number.'],
    [1.5, 'Seat limit must be a whole number of at most 10000.'],
    [10_001, 'Seat limit must be a whole number of at most 10000.'],
    [
      1,
      '2 seats are in use: 1 active, 1 invited. Remove members or revoke invites before lowering the limit.',
    ],
  ])('are not limited to %d', async (seatLimit, message) => {
    const id = await createTeam()
    await invite(id, 'bob')
    await expect(organizations.update(id, { ...SAME, seatLimit }, ann)).rejects.toMatchObject({
      code: 'VALIDATION',
      message,
    })
  })
})

describe('an invite', () => {
  it('is mailed with a link and an expiry, and contains its role', async () => {
    const id = await createTeam()
    const sent = await organizations.invite(id, { email: ' Bob@Example.org', role: 'viewer' }, ann)
    expect(sent).toMatchObject({
      email: 'bob@example.org',
      role: 'viewer',
      status: 'pending',
      url: `https://vee.example/invite/${sent.token}`,
      expiresAt: '2026-11-21T13:00:00.000Z',
      isMailed: true,
    })
    await organizations.settled()
    expect(mails).toEqual([
      { to: 'bob@example.org', subject: 'Join Harbour on Vee', text: expect.stringContaining(sent.url) },
    ])
    const { organization } = { organization: await organizations.accept(sent.token, await person('bob')) }
    expect(organization).toMatchObject({ name: 'Harbour', role: 'viewer', invites: [] })
  })

  it('marks the address of the inviter as not verified until it is', async () => {
    const id = await createTeam()
    await invite(id, 'bob')
    const proven = { user_id: ann.caller.id, proven_at: clock }
    await database.insertInto('proven_emails').values(proven).execute()
    await invite(id, 'cy')
    await organizations.settled()
    expect(mails.map(({ text }) => text.split('\n')[2]?.split(' invites')[0])).toEqual([
      'ann@example.org (address not verified)',
      'ann@example.org',
    ])
  })

  it('sends at most twenty mails a day for an account with an unverified address, over all its teams', async () => {
    const sent: boolean[] = []
    for (let team = 0; team < 5; team += 1) {
      const { id } = await organizations.create(`Team ${team}`, ann)
      for (let index = 0; index < 4; index += 1)
        sent.push(
          (await organizations.invite(id, { email: `p${team}-${index}@example.org`, role: 'viewer' }, ann))
            .isMailed,
        )
    }
    const { id } = await organizations.create('Last', ann)
    const last = await organizations.invite(id, { email: 'last@example.org', role: 'viewer' }, ann)
    expect([sent.every(Boolean), last.isMailed]).toEqual([true, false])
  })

  it.each([
    'Your account is locked: visit https://evil.example/verify now',
    'Visit www.evil',
    'evil.example',
    'ceo@bank',
  ])('rejects a team name such as %j', async (name) => {
    expect(await codeOf(organizations.create(name, ann))).toBe('VALIDATION')
  })

  it('shows no address that is part of an old name', async () => {
    const id = await createTeam()
    await database.updateTable('organizations').set({ name: 'Visit evil.example' }).execute()
    await invite(id, 'bob')
    await organizations.settled()
    expect(mails[0]?.subject).toBe('Join Visit … on Vee')
  })

  it('is valid for its address only', async () => {
    const { token } = await invite(await createTeam(), 'bob')
    expect(await codeOf(organizations.accept(token, await person('cy')))).toBe('FORBIDDEN')
  })

  it('ends by its time, and lives again when it is sent again', async () => {
    const id = await createTeam()
    const bob = await person('bob')
    const sent = await invite(id, 'bob')
    clock += 3_600_000
    expect(await codeOf(organizations.accept(sent.token, bob))).toBe('INVITE_EXPIRED')
    expect((await seen(id))?.invites).toMatchObject([{ status: 'expired' }])
    const again = await organizations.resend(id, sent.id, ann)
    expect(again).toMatchObject({ token: sent.token, expiresAt: '2026-11-21T14:00:00.000Z' })
    expect(await codeOf(organizations.accept(sent.token, bob))).toBe('none')
    expect(await codeOf(organizations.resend(id, sent.id, ann))).toBe('INVITE_USED')
    expect(await codeOf(organizations.revoke(id, sent.id, ann))).toBe('INVITE_USED')
  })

  it('is invalid once revoked', async () => {
    const id = await createTeam()
    const sent = await invite(id, 'bob')
    await organizations.revoke(id, sent.id, ann)
    await organizations.revoke(id, sent.id, ann)
    expect(await codeOf(organizations.accept(sent.token, await person('bob')))).toBe('INVITE_REVOKED')
    expect(await codeOf(organizations.resend(id, sent.id, ann))).toBe('INVITE_REVOKED')
  })

  it('restores no member of a full organization', async () => {
    const id = await createTeam()
    const old = await invite(id, 'bob')
    clock += 3_600_000
    await times(4, (index) => invite(id, `guest${index}`))
    expect(await codeOf(organizations.resend(id, old.id, ann))).toBe('SEATS_EXHAUSTED')
  })

  it.each([
    [undefined, 'Enter an email address to send an invite.'],
    [' ', 'Enter an email address to send an invite.'],
    ['bob', 'Enter an email address like name@example.org.'],
  ])('is not sent to %j', async (email, message) => {
    await expect(
      organizations.invite(await createTeam(), { email, role: 'builder' }, ann),
    ).rejects.toMatchObject({
      code: 'VALIDATION',
      message,
    })
  })

  it('is not sent twice, nor to existing members', async () => {
    const id = await createTeam()
    await invite(id, 'bob')
    await expect(invite(id, 'BOB')).rejects.toMatchObject({
      code: 'ALREADY_MEMBER',
      details: { reason: 'invited' },
    })
    await expect(invite(id, 'ann')).rejects.toMatchObject({
      code: 'ALREADY_MEMBER',
      details: { reason: 'member' },
    })
  })

  it('cannot be found by guessing', async () => {
    const bob = await person('bob')
    for (let tries = 0; tries < 20; tries += 1) {
      expect(await codeOf(organizations.accept(`guess${tries}`, bob))).toBe('NOT_FOUND')
    }
    const { token } = await invite(await createTeam(), 'bob')
    expect(await codeOf(organizations.accept(token, bob))).toBe('RATE_LIMITED')
    clock += 15 * 60_000
    expect(await codeOf(organizations.accept(token, bob))).toBe('none')
  })
})

describe('the last admin', () => {
  it('remains admin while other members remain', async () => {
    const id = await createTeam()
    await join(id, 'bob')
    const demote = organizations.updateMember(id, 'ann', { role: 'viewer', dailyTokenLimit: undefined }, ann)
    expect(await codeOf(demote)).toBe('LAST_ADMIN')
    expect(await codeOf(organizations.removeMember(id, 'ann', ann))).toBe('LAST_ADMIN')
  })

  it('remains when two step down, leave or remove each other concurrently', async () => {
    const id = await createTeam()
    const bob = await join(id, 'bob')
    await join(id, 'cy')
    const change = { role: 'admin', dailyTokenLimit: undefined } as const
    await organizations.updateMember(id, 'bob', change, ann)
    await times(25, (index) =>
      Promise.all([
        codeOf(
          index % 2
            ? organizations.removeMember(id, 'ann', ann)
            : organizations.updateMember(id, 'bob', { ...change, role: 'viewer' }, ann),
        ),
        codeOf(
          index % 2
            ? organizations.updateMember(id, 'ann', { ...change, role: 'builder' }, bob)
            : organizations.removeMember(id, 'bob', bob),
        ),
      ]),
    )
    const rows = await database.selectFrom('organization_members').selectAll().execute()
    expect(rows.filter(({ role }) => role === 'admin').length).toBeGreaterThan(0)
  })

  it('deletes the organization by leaving it', async () => {
    const id = await createTeam()
    const { token } = await invite(id, 'bob')
    await organizations.removeMember(id, 'ann', ann)
    expect(await organizations.list(ann)).toMatchObject({ organizations: [], activeOrganizationId: null })
    expect(await codeOf(organizations.accept(token, await person('bob')))).toBe('NOT_FOUND')
  })

  it('passes on the plan when the paying member leaves', async () => {
    const id = await createTeam()
    const bob = await join(id, 'bob')
    await organizations.updateMember(id, 'bob', { role: 'admin', dailyTokenLimit: undefined }, ann)
    expect(await seen(id, bob)).toMatchObject({
      planId: 'organization',
      usage: { primary: { total: 4_000_000 } },
    })
    await organizations.removeMember(id, 'ann', bob)
    expect(await seen(id, bob)).toMatchObject({ planId: 'free', usage: { primary: { total: 0 } } })
  })
})

describe('the active organization', () => {
  it('is the first joined until one is chosen, and never one that was left', async () => {
    const [first, second] = [await createTeam('First'), ((clock += 1), await createTeam('Second'))]
    const active = async () => (await organizations.list(ann)).activeOrganizationId
    expect(await active()).toBe(first)
    await organizations.activate(second, ann)
    expect(await active()).toBe(second)
    await organizations.removeMember(second, 'ann', ann)
    expect(await active()).toBe(first)
    await organizations.activate(null, ann)
    expect(await active()).toBeNull()
    expect(await codeOf(organizations.activate(first, await person('bob')))).toBe('NOT_FOUND')
  })
})

const days = (from?: string, to?: string) => ({ from, to, limit: 50 })

/**
 * Starts a request, resolves once it waits (when it listens for the client's disconnect), and returns the
 * promise of its response.
 */
async function waiting<Told>(
  ask: (disconnectSignal: AbortSignal) => Promise<Told>,
  { signal } = new AbortController(),
) {
  const listen = vi.spyOn(signal, 'addEventListener')
  const told = ask(signal)
  await vi.waitFor(() => expect(listen).toHaveBeenCalledWith('abort', expect.anything(), expect.anything()))
  return { told }
}

const wait = async (context: RequestContext, name: string, abortController?: AbortController) => {
  const { version } = await organizations.list(context)
  return waiting(
    (signal) =>
      organizations.list(context, { seen: version, token: `token-of-${name}`, disconnectSignal: signal }),
    abortController,
  )
}

describe('a client that waits for a changed response', () => {
  /** The periodic poll would also find every change, only later; fake timers stop it. */
  beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
  afterEach(() => vi.useRealTimers())

  const disconnectSignal = new AbortController().signal
  it('returns it as soon as another user changes something, and at once for an old version', async () => {
    const id = await createTeam()
    const bob = await join(id, 'bob')
    const { told } = await wait(bob, 'bob')
    await organizations.updateMember(id, 'bob', { role: 'viewer', dailyTokenLimit: undefined }, ann)
    expect((await told).organizations[0]?.role).toBe('viewer')

    const removed = await wait(bob, 'bob')
    await organizations.removeMember(id, 'bob', ann)
    expect((await removed.told).organizations).toEqual([])
    const late = await organizations.list(bob, { seen: 'old', token: 'token-of-bob', disconnectSignal })
    expect(late.organizations).toEqual([])
  })

  it('ignores changes of other teams, returns the same response after a timeout, and stops on disconnect', async () => {
    const id = await createTeam()
    const cy = await person('cy')
    const his = (await organizations.create('Lighthouse', cy)).id
    const leaving = new AbortController()
    const answers: string[] = []
    const first = (await wait(cy, 'cy')).told.then(({ version }) => answers.push(version))
    const second = await wait(cy, 'cy', leaving)
    await organizations.update(id, { ...SAME, name: 'Quay' }, ann)
    expect(answers).toEqual([])
    leaving.abort()
    expect((await second.told).organizations[0]?.id).toBe(his)
    const later = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 25_000)
    await vi.advanceTimersByTimeAsync(4_000)
    await first
    later.mockRestore()
    expect(answers).toHaveLength(1)
  })

  it('is rejected when their session ends in the meantime', async () => {
    const id = await createTeam()
    const bob = await join(id, 'bob')
    const code = codeOf((await wait(bob, 'bob')).told)
    await people.accounts.signOut('token-of-bob')
    expect(await code).toBe('SESSION_EXPIRED')
  })

  it('rejects a session of the shared passphrase that logs out in another tab', async () => {
    const ip = '192.0.2.1'
    const signIn = { password: 'open sesame', remember: false, ip }
    const { token } = await people.accounts.signInWithPassphrase(signIn)
    const context = { ...ann, caller: await people.accounts.callerOf(token, ip) }
    const { version } = await organizations.memberships(context)
    const { told } = await waiting((signal) =>
      organizations.memberships(context, { seen: version, token, disconnectSignal: signal }),
    )
    const code = codeOf(told)
    await people.accounts.signOut(token)
    expect(await code).toBe('SESSION_EXPIRED')
  })

  it('returns changes of seats only to a client that waits for its memberships, including the first seat and the end of the session', async () => {
    const id = await createTeam()
    const bob = await person('bob')
    const { token } = await invite(id, 'bob')
    const next = async () => {
      const { version } = await organizations.memberships(bob)
      return waiting((signal) =>
        organizations.memberships(bob, { seen: version, token: 'token-of-bob', disconnectSignal: signal }),
      )
    }
    const seated = await next()
    await organizations.accept(token, bob)
    expect(await seated.told).toMatchObject({ seats: [{ id, role: 'builder' }] })
    const first = await next()
    await organizations.update(id, { ...SAME, seatLimit: 9 }, ann)
    await organizations.updateMember(id, 'bob', { role: 'viewer', dailyTokenLimit: 5 }, ann)
    expect(await first.told).toMatchObject({
      seats: [{ id, name: 'Harbour', role: 'viewer' }],
      activeOrganizationId: id,
    })
    const second = await next()
    await organizations.removeMember(id, 'bob', ann)
    expect(await second.told).toMatchObject({ seats: [], activeOrganizationId: null })
    const code = codeOf((await next()).told)
    await people.accounts.signOut('token-of-bob')
    expect(await code).toBe('SESSION_EXPIRED')
  })
})

describe('the audit log', () => {
  it('lists every action with the values before and after, newest first', async () => {
    const id = await createTeam()
    await organizations.update(id, { ...SAME, name: 'Port', seatLimit: 7 }, ann)
    await join(id, 'bob')
    await organizations.updateMember(id, 'bob', { role: 'viewer', dailyTokenLimit: 500 }, ann)
    await organizations.removeMember(id, 'bob', ann)
    const { items, nextCursor } = await organizations.audit(id, days(), ann)
    expect(nextCursor).toBeNull()
    expect(
      items.map(({ actor, action, target, before, after }) => [actor.id, action, target, before, after]),
    ).toEqual([
      ['ann', 'member.removed', 'bob@example.org', 'viewer', null],
      ['ann', 'member.limit-changed', 'bob@example.org', null, 500],
      ['ann', 'member.role-changed', 'bob@example.org', 'builder', 'viewer'],
      ['bob', 'invite.accepted', 'bob@example.org', null, 'builder'],
      ['ann', 'invite.sent', 'bob@example.org', null, 'builder'],
      ['ann', 'organization.seat-limit-changed', 'Harbour', 5, 7],
      ['ann', 'organization.renamed', 'Port', 'Harbour', 'Port'],
      ['ann', 'organization.created', 'Harbour', null, null],
    ])
  })

  it('is filtered by day, act and address, and read page by page', async () => {
    const id = await createTeam()
    clock += DAY_MS
    await times(3, (index) => invite(id, `guest_${index}`))
    const actions = async (question: Parameters<Organizations['audit']>[1]) =>
      (await organizations.audit(id, question, ann)).items.map(({ action }) => action)
    expect(await actions(days('2026-11-22'))).toEqual(['invite.sent', 'invite.sent', 'invite.sent'])
    expect(await actions(days(undefined, '2026-11-21'))).toEqual(['organization.created'])
    expect(await actions({ limit: 50, action: 'organization.created' })).toHaveLength(1)
    expect(await actions({ limit: 50, q: 'GUEST_1' })).toHaveLength(1)
    expect(await actions({ limit: 50, q: 'guest%' })).toEqual([])
    const first = await organizations.audit(id, { limit: 3 }, ann)
    const cursor = first.nextCursor ?? undefined
    expect(await actions({ limit: 3, cursor })).toEqual(['organization.created'])
  })

  it('is downloaded as CSV that spreadsheets do not interpret as formulas', async () => {
    const id = await createTeam('=1+1, "quoted"')
    let text = ''
    for await (const chunk of await organizations.auditCsv(id, days(), ann)) {
      text += new TextDecoder().decode(chunk)
    }
    expect(text).toBe(
      'at,actor,action,target,before,after\r\n' +
        '2026-11-21T12:00:00.000Z,ann@example.org,organization.created,"\'=1+1, ""quoted""",,\r\n',
    )
  })
})
