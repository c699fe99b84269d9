import { beforeEach, describe, expect, it } from 'vitest'
import { openTestDatabase } from '#db/fixtures/test-database.ts'
import type { Database } from '#db/schema.ts'
import { argon2Passwords } from '../../adapters/argon2-passwords.ts'
import { type Accounts, createAccounts, createMembers, type Members } from './index.ts'
import { codeOf } from '../errors/fixtures/code-of.ts'

const NOON = Date.UTC(2026, 10, 21, 12)
const PASSWORD = 'quiet harbour 1'

let database: Database
let clock: number
let verified: number
let hashed: number
let accounts: Accounts
let members: Members

beforeEach(async () => {
  clock = NOON
  verified = 0
  hashed = 0
  database = await openTestDatabase()
  const now = () => clock
  accounts = createAccounts({ database, passphrase: undefined, now })
  members = createMembers({
    database,
    passwords: {
      ...argon2Passwords,
      hash: (password) => {
        hashed += 1
        return argon2Passwords.hash(password)
      },
      matches: (password, hash) => {
        verified += 1
        return argon2Passwords.matches(password, hash)
      },
    },
    now,
  })
})

type Registration = Parameters<Members['register']>[0]
const register = (more: Partial<Registration> = {}) =>
  members.register({
    ip: '192.0.2.1',
    email: 'ann@example.org',
    password: PASSWORD,
    displayName: undefined,
    acceptTerms: true,
    planId: 'free',
    ...more,
  })
const signIn = (email: string | undefined, password: string | undefined, ip = '192.0.2.1') =>
  members.signIn({ email, password, remember: false, ip })

const NEW = 'louder harbour 2'
const change = async (token: string, currentPassword: string | undefined, password: string | undefined) =>
  members.changePassword({ currentPassword, password, token }, await accounts.callerOf(token, '192.0.2.1'))

describe('registering', () => {
  it('is limited: an address creates only a limited number of accounts per hour', async () => {
    const made = { key: 'registrations 192.0.2.1', used: 199, resets_at: NOON + 1_000 }
    await database.insertInto('counters').values(made).execute()
    await register()
    await expect(register({ email: 'bob@example.org' })).rejects.toMatchObject({
      code: 'RATE_LIMITED',
      rateLimit: { limit: 200, remaining: 0, resetSeconds: 1 },
    })
    await register({ email: 'bob@example.org', ip: '192.0.2.2' })
  })

  it('reports to one network at most twenty taken addresses per hour, without hashing', async () => {
    await register()
    for (let tried = 0; tried < 20; tried += 1) expect(await codeOf(register())).toBe('EMAIL_TAKEN')
    await expect(register()).rejects.toMatchObject({ code: 'RATE_LIMITED', rateLimit: { limit: 20 } })
    expect(await codeOf(register({ email: 'new@example.org' }))).toBe('RATE_LIMITED')
    expect(await codeOf(register({ ip: '192.0.2.2' }))).toBe('EMAIL_TAKEN')
    expect(hashed).toBe(1)
  })

  it('creates an account and signs it in', async () => {
    const { token, user, tokenProvider } = await register({ email: ' Ann@Example.org ', displayName: 'Ann' })
    expect(tokenProvider).toBe('local')
    expect(user).toEqual({
      id: expect.any(String),
      kind: 'member',
      email: 'ann@example.org',
      displayName: 'Ann',
      planId: 'free',
      subscription: { status: 'active', renewsAt: null },
      createdAt: '2026-11-21T12:00:00.000Z',
    })
    expect(await accounts.callerOf(token, '192.0.2.1')).toEqual({
      kind: 'member',
      id: user.id,
      ip: '192.0.2.1',
      user,
      tokenProvider: 'local',
    })
  })

  it('stores the time when the terms were accepted, and nothing that reveals the password', async () => {
    await register()
    const rows = await database.selectFrom('users').selectAll().execute()
    expect(rows).toMatchObject([{ terms_accepted_at: NOON }])
    expect(JSON.stringify(rows)).not.toContain('harbour')
  })

  it('starts a paid plan as unpaid', async () => {
    const { user } = await register({ planId: 'creator' })
    expect(user).toMatchObject({ planId: 'creator', subscription: { status: 'none' } })
  })

  it.each([
    [{ email: undefined }, 'email', 'Enter an email and password to continue.'],
    [{ email: '  ' }, 'email', 'Enter an email and password to continue.'],
    [{ password: '' }, 'password', 'Enter an email and password to continue.'],
    [{ email: 'ann' }, 'email', 'Enter an email address like name@example.org.'],
    [{ email: 'ann@example.org\u0000' }, 'email', 'Enter an email address like name@example.org.'],
    [{ password: 'harbour' }, 'password', 'Use at least 8 characters with at least one number or symbol.'],
    [{ acceptTerms: false }, 'acceptTerms', 'You need to accept the terms to create an account.'],
    [{ acceptTerms: undefined }, 'acceptTerms', 'You need to accept the terms to create an account.'],
  ])('rejects %j', async (more, path, message) => {
    await expect(register(more)).rejects.toMatchObject({
      code: 'VALIDATION',
      message,
      details: [{ path, message }],
    })
  })

  it('creates one account per address, in any notation and with concurrent requests', async () => {
    const tries = await Promise.all(
      Array.from({ length: 50 }, (_, number) =>
        codeOf(register({ email: number % 2 ? 'ANN@example.org' : 'ann@example.ORG' })),
      ),
    )
    expect(tries.filter((code) => code === 'none')).toHaveLength(1)
    // Requests that start after twenty of the others have ended are limited.
    const others = tries.filter((code) => code !== 'none' && code !== 'RATE_LIMITED')
    expect(new Set(others)).toEqual(new Set(['EMAIL_TAKEN']))
  })
})

describe('signing in', () => {
  it('accepts the address in any notation, and the password exactly', async () => {
    const { user } = await register()
    expect((await signIn(' ANN@example.org', PASSWORD)).user).toEqual(user)
    expect(await codeOf(signIn('ann@example.org', `${PASSWORD} `))).toBe('INVALID_CREDENTIALS')
  })

  it.each([
    [undefined, PASSWORD, 'email'],
    [' ', PASSWORD, 'email'],
    ['ann@example.org', '', 'password'],
  ])('requires the missing field (%j, %j)', async (email, password, path) => {
    const message = 'Email and password are required.'
    await expect(signIn(email, password)).rejects.toMatchObject({
      code: 'VALIDATION',
      message,
      details: [{ path, message }],
    })
  })

  it.each(['ann@example.org', 'bob@example.org', 'nobody', 'zero\u0000@example.org'])(
    'behaves identically for a wrong password of %j',
    async (email) => {
      await register()
      await expect(signIn(email, 'wrong password 1')).rejects.toMatchObject({
        code: 'INVALID_CREDENTIALS',
        message: 'Invalid credentials',
        details: undefined,
      })
      expect(verified).toBe(1)
    },
  )

  it('is blocked for an address after ten failed attempts on any accounts, for 15 minutes', async () => {
    await register()
    const codes = await Promise.all(
      Array.from({ length: 12 }, (_, number) => codeOf(signIn(`${number}@example.org`, 'wrong'))),
    )
    expect(codes.filter((code) => code === 'INVALID_CREDENTIALS')).toHaveLength(10)
    await expect(signIn('ann@example.org', PASSWORD)).rejects.toMatchObject({
      code: 'RATE_LIMITED',
      retryAfterSeconds: 15 * 60,
    })
    expect(await codeOf(signIn('ann@example.org', PASSWORD, '192.0.2.2'))).toBe('none')
    clock += 15 * 60_000
    expect(await codeOf(signIn('ann@example.org', PASSWORD))).toBe('none')
  })

  it('is blocked for an account after twenty failed attempts from any addresses', async () => {
    await register()
    for (let tried = 0; tried < 20; tried += 1) {
      await codeOf(signIn('ann@example.org', 'wrong', `198.51.100.${tried}`))
    }
    expect(await codeOf(signIn('ann@example.org', PASSWORD, '192.0.2.99'))).toBe('RATE_LIMITED')
  })

  it('remains available to a network that signed in before, and everywhere with a new password', async () => {
    const { token } = await register()
    for (let verifyPassword = 0; verifyPassword < 20; verifyPassword += 1)
      await codeOf(signIn('ann@example.org', 'wrong', `198.51.100.${verifyPassword}`))
    expect(await codeOf(signIn('ann@example.org', PASSWORD, '203.0.113.9'))).toBe('RATE_LIMITED')
    expect(await codeOf(signIn('ann@example.org', PASSWORD))).toBe('none')
    await change(token, PASSWORD, NEW)
    expect(await codeOf(signIn('ann@example.org', NEW, '203.0.113.9'))).toBe('none')
  })

  it('allows many concurrent successful attempts', async () => {
    await register()
    const codes = await Promise.all(
      Array.from({ length: 15 }, () => codeOf(signIn('ann@example.org', PASSWORD))),
    )
    expect(new Set(codes)).toEqual(new Set(['none']))
  })
})

describe('changing the password', () => {
  it('revokes all other sessions and preserves this one', async () => {
    const { token } = await register()
    const other = await signIn('ann@example.org', PASSWORD)
    await change(token, PASSWORD, NEW)
    expect(await codeOf(accounts.callerOf(token, ''))).toBe('none')
    expect(await codeOf(accounts.callerOf(other.token, ''))).toBe('SESSION_EXPIRED')
    expect(await codeOf(signIn('ann@example.org', PASSWORD))).toBe('INVALID_CREDENTIALS')
    expect(await codeOf(signIn('ann@example.org', NEW))).toBe('none')
  })

  it.each([
    ['wrong', NEW, 'currentPassword'],
    [undefined, NEW, 'currentPassword'],
    [PASSWORD, 'weak', 'password'],
    [PASSWORD, undefined, 'password'],
  ])('rejects %j to %j and changes nothing', async (current, next, path) => {
    const { token } = await register()
    await expect(change(token, current, next)).rejects.toMatchObject({
      code: 'VALIDATION',
      details: [{ path }],
    })
    expect(await codeOf(signIn('ann@example.org', PASSWORD))).toBe('none')
  })

  it('is not available to passphrase holders', async () => {
    accounts = createAccounts({ database, passphrase: 'shared', now: () => clock })
    const { token } = await accounts.signInWithPassphrase({ password: 'shared', remember: false, ip: '' })
    expect(await codeOf(change(token, 'shared', NEW))).toBe('FORBIDDEN')
  })

  it('rejects concurrent sign-ins with the old password', async () => {
    const { token } = await register()
    // Awaited from the beginning, because some may be rejected before the change completes.
    const signingIn = Promise.allSettled(
      Array.from({ length: 5 }, (_, number) => signIn('ann@example.org', PASSWORD, `192.0.2.${number + 2}`)),
    )
    await change(token, PASSWORD, NEW)
    for (const attempt of await signingIn) {
      if (attempt.status === 'rejected') continue
      expect(await codeOf(accounts.callerOf(attempt.value.token, ''))).toBe('SESSION_EXPIRED')
    }
  })
})
