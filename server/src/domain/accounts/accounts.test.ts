import { HOUR_MS } from '@vee/contract/time/durations'
import { beforeEach, describe, expect, it } from 'vitest'
import { openTestDatabase } from '#db/fixtures/test-database.ts'
import type { Database } from '#db/schema.ts'
import { type Accounts, createAccounts } from './index.ts'
import { codeOf } from '../errors/fixtures/code-of.ts'

const PASSPHRASE = 'quiet harbour'

let database: Database
let clock: number
let accounts: Accounts

beforeEach(async () => {
  clock = Date.UTC(2026, 10, 21)
  database = await openTestDatabase(() => clock)
  accounts = createAccounts({ database, passphrase: PASSPHRASE, now: () => clock })
})

const signIn = (password: string | undefined, { remember = false, ip = '192.0.2.1' } = {}) =>
  accounts.signInWithPassphrase({ password, remember, ip })

const guess = async (times: number, ip: string) => {
  for (let tried = 0; tried < times; tried += 1) await codeOf(signIn('wrong', { ip }))
}

describe('signing in with the passphrase', () => {
  it('returns a token for its user', async () => {
    const { token, user } = await signIn(PASSPHRASE)
    expect(await accounts.callerOf(token, '192.0.2.9')).toEqual({
      kind: 'passphrase',
      id: user.id,
      ip: '192.0.2.9',
      user,
      tokenProvider: 'global',
    })
  })

  it('creates a separate user for each sign-in', async () => {
    const [first, second] = [await signIn(PASSPHRASE), await signIn(PASSPHRASE)]
    expect(first.user.id).not.toBe(second.user.id)
  })

  it.each([undefined, ''])('requires the missing field (%j)', async (password) => {
    await expect(signIn(password)).rejects.toMatchObject({
      code: 'VALIDATION',
      message: 'Global password is required.',
    })
  })

  it.each(['quiet', 'quiet harbour ', 'Quiet Harbour'])('rejects %j', async (password) => {
    await expect(signIn(password)).rejects.toMatchObject({
      code: 'INVALID_CREDENTIALS',
      message: 'Invalid credentials',
    })
  })

  it('is disabled without a passphrase, for any input', async () => {
    accounts = createAccounts({ database, passphrase: undefined, now: () => clock })
    expect(await codeOf(signIn(''))).toBe('GLOBAL_ACCESS_DISABLED')
    expect(await codeOf(signIn(PASSPHRASE))).toBe('GLOBAL_ACCESS_DISABLED')
  })
})

describe('a session', () => {
  it.each([
    [false, 12],
    [true, 30 * 24],
  ])('with remember=%s lasts %i hours', async (remember, hours) => {
    const { token } = await signIn(PASSPHRASE, { remember })
    clock += hours * HOUR_MS - 1
    expect(await codeOf(accounts.callerOf(token, ''))).toBe('none')
    clock += 1
    expect(await codeOf(accounts.callerOf(token, ''))).toBe('SESSION_EXPIRED')
  })

  it('is revoked by signing out, which may be repeated', async () => {
    const { token } = await signIn(PASSPHRASE)
    await accounts.signOut(token)
    await accounts.signOut(token)
    expect(await codeOf(accounts.callerOf(token, ''))).toBe('SESSION_EXPIRED')
  })

  it('survives a restart of the server', async () => {
    const { token } = await signIn(PASSPHRASE)
    accounts = createAccounts({ database, passphrase: PASSPHRASE, now: () => clock })
    expect(await codeOf(accounts.callerOf(token, ''))).toBe('none')
  })

  it('is stored without its token, and deleted after it expired', async () => {
    const { token } = await signIn(PASSPHRASE)
    const rows = await database.selectFrom('sessions').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(token)
    clock += 13 * HOUR_MS
    await signIn(PASSPHRASE)
    expect(await database.selectFrom('sessions').selectAll().execute()).toHaveLength(1)
  })
})

describe('guessing', () => {
  it('is blocked after five failed attempts, even for the right passphrase, for 15 minutes', async () => {
    await guess(5, '192.0.2.1')
    clock += 60_000
    await expect(signIn(PASSPHRASE)).rejects.toMatchObject({
      code: 'RATE_LIMITED',
      retryAfterSeconds: 14 * 60,
    })
    clock += 14 * 60_000
    expect(await codeOf(signIn(PASSPHRASE))).toBe('none')
  })

  it('does not affect other addresses', async () => {
    await guess(5, '192.0.2.1')
    expect(await codeOf(signIn(PASSPHRASE, { ip: '192.0.2.2' }))).toBe('none')
  })

  it('counts an IPv6 network as one address, in any notation', async () => {
    await guess(2, '2001:db8:1:2:3::4')
    await guess(3, '2001:db8:1:2::1')
    expect(await codeOf(signIn(PASSPHRASE, { ip: '2001:db8:1:2:ffff:ffff:ffff:ffff' }))).toBe('RATE_LIMITED')
    expect(await codeOf(signIn(PASSPHRASE, { ip: '2001:db8:1:3::1' }))).toBe('none')
  })

  it('does not count missing input', async () => {
    for (let tried = 0; tried < 9; tried += 1) await codeOf(signIn(''))
    expect(await codeOf(signIn(PASSPHRASE))).toBe('none')
  })
})
