import { HOUR_MS } from '@vee/contract/time/durations'
import { beforeEach, describe, expect, it } from 'vitest'
import { openTestDatabase } from '#db/fixtures/test-database.ts'
import type { Database } from '#db/schema.ts'
import { argon2Passwords } from '../../adapters/argon2-passwords.ts'
import {
  type Accounts,
  createAccounts,
  createMembers,
  createPasswordReset,
  type Mail,
  type Mailer,
  type Members,
  type PasswordReset,
} from './index.ts'
import { codeOf } from '../errors/fixtures/code-of.ts'

const OLD = 'quiet harbour 1'
const NEW = 'louder harbour 2'

let database: Database
let clock: number
let mails: Mail[]
let failures: unknown[]
let accounts: Accounts
let members: Members
let reset: PasswordReset
let token: string

beforeEach(async () => {
  clock = Date.UTC(2026, 10, 21, 12)
  mails = []
  failures = []
  database = await openTestDatabase()
  accounts = createAccounts({ database, passphrase: undefined, now: () => clock })
  members = createMembers({ database, passwords: argon2Passwords, now: () => clock })
  start()
  const registration = { email: 'ann@example.org', password: OLD, displayName: undefined }
  token = (await members.register({ ...registration, acceptTerms: true, planId: 'free', ip: '192.0.2.1' }))
    .token
})

interface Setup {
  readonly mailer?: Mailer | undefined
  readonly publicUrl?: string | undefined
}

const toList: Mailer = { send: async (mail) => void mails.push(mail) }

function start({ mailer = toList, publicUrl = 'https://vee.example.org' }: Setup = {}) {
  reset = createPasswordReset({
    database,
    passwords: argon2Passwords,
    mailer,
    publicUrl,
    onFailure: (failure) => failures.push(failure),
    now: () => clock,
  })
}

async function ask(email = 'ann@example.org', { ip = '192.0.2.1', origin = 'https://evil.example' } = {}) {
  const outcome = reset.request({ email, ip, origin, locale: 'de-DE' })
  await reset.settled()
  return outcome
}
const linkIn = (mail: Mail | undefined) => /https?:\S+/.exec(mail?.text ?? '')?.[0] ?? ''
const tokenIn = (mail: Mail | undefined) => linkIn(mail).split('#reset=')[1] ?? ''
const signIn = (password: string) =>
  members.signIn({ email: 'ann@example.org', password, remember: false, ip: '192.0.2.9' })

describe('a forgotten password', () => {
  it('sends a mail in the language of the page, with a link', async () => {
    expect(await ask(' Ann@Example.org ')).toEqual({ canSendMail: true })
    expect(mails).toEqual([
      {
        to: 'ann@example.org',
        subject: 'Ein neues Passwort für Vee',
        text: expect.stringContaining('Hallo'),
      },
    ])
    expect(linkIn(mails[0])).toMatch(/^https:\/\/vee\.example\.org\/de-DE\/login#reset=[\w-]{43}$/)
  })

  it.each(['bob@example.org', 'nonsense', ''])(
    'of %j has the same response, and sends nothing',
    async (email) => {
      expect(await ask(email)).toEqual({ canSendMail: true })
      expect([mails, failures]).toEqual([[], []])
    },
  )

  it('cannot be mailed if the host has not configured mail', async () => {
    reset = createPasswordReset({
      database,
      passwords: argon2Passwords,
      mailer: undefined,
      publicUrl: 'https://vee.example.org',
      onFailure: () => undefined,
      now: () => clock,
    })
    expect(await ask()).toEqual({ canSendMail: false })
  })

  it("does not build the link from the request's host, except for this machine", async () => {
    const base = { database, passwords: argon2Passwords, mailer: toList, onFailure: () => undefined }
    reset = createPasswordReset({ ...base, publicUrl: undefined, now: () => clock })
    expect(await ask(undefined, { origin: 'https://evil.example' })).toEqual({ canSendMail: false })
    expect(await ask(undefined, { origin: 'http://localhost.evil.example' })).toEqual({ canSendMail: false })
    expect(await ask(undefined, { origin: 'http://?' })).toEqual({ canSendMail: false })
    expect(mails).toEqual([])
    expect(await ask(undefined, { origin: 'http://localhost:3000' })).toEqual({ canSendMail: true })
    expect(linkIn(mails[0])).toMatch(/^http:\/\/localhost:3000\/de-DE\/login#reset=/)
  })

  it('is limited to three mails per hour', async () => {
    for (let asked = 0; asked < 5; asked += 1) await ask()
    expect(mails).toHaveLength(3)
    clock += HOUR_MS
    await ask()
    expect(mails).toHaveLength(4)
  })

  it('reports why a mail could not be sent', async () => {
    const failure = new Error('no mail server')
    start({ mailer: { send: () => Promise.reject(failure) } })
    expect(await ask()).toEqual({ canSendMail: true })
    expect(failures).toEqual([failure])
  })

  it('is stored without the token of the link', async () => {
    await ask()
    const rows = await database.selectFrom('password_resets').selectAll().execute()
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain(tokenIn(mails[0]))
  })
})

describe('a link', () => {
  it('sets a new password and revokes every session', async () => {
    await ask()
    await reset.complete(tokenIn(mails[0]), NEW)
    expect(await codeOf(accounts.callerOf(token, ''))).toBe('SESSION_EXPIRED')
    expect(await codeOf(signIn(OLD))).toBe('INVALID_CREDENTIALS')
    expect(await codeOf(signIn(NEW))).toBe('none')
  })

  it('works once, also with concurrent requests', async () => {
    await ask()
    const tries = await Promise.all(
      Array.from({ length: 10 }, () => codeOf(reset.complete(tokenIn(mails[0]), NEW))),
    )
    expect(tries.filter((code) => code === 'none')).toHaveLength(1)
    expect(tries.filter((code) => code === 'VALIDATION')).toHaveLength(9)
  })

  it('is not consumed by a weak password', async () => {
    await ask()
    await expect(reset.complete(tokenIn(mails[0]), 'weak')).rejects.toMatchObject({
      details: [{ path: 'password' }],
    })
    expect(await codeOf(reset.complete(tokenIn(mails[0]), NEW))).toBe('none')
  })

  it('is valid for an hour', async () => {
    await ask()
    clock += HOUR_MS
    await expect(reset.complete(tokenIn(mails[0]), NEW)).rejects.toMatchObject({
      code: 'VALIDATION',
      details: [{ path: 'token' }],
    })
  })

  it('replaces earlier links', async () => {
    await ask()
    await ask()
    expect(await codeOf(reset.complete(tokenIn(mails[0]), NEW))).toBe('VALIDATION')
    expect(await codeOf(reset.complete(tokenIn(mails[1]), NEW))).toBe('none')
  })

  it('is invalid after the password was changed another way', async () => {
    await ask()
    const caller = await accounts.callerOf(token, '192.0.2.1')
    await members.changePassword({ currentPassword: OLD, password: NEW, token }, caller)
    expect(await codeOf(reset.complete(tokenIn(mails[0]), OLD))).toBe('VALIDATION')
  })

  it('cannot be forged', async () => {
    expect(await codeOf(reset.complete('', NEW))).toBe('VALIDATION')
    expect(await codeOf(reset.complete('x'.repeat(43), NEW))).toBe('VALIDATION')
  })
})
