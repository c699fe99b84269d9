import { expect, it } from 'vitest'
import { argon2Passwords } from './argon2-passwords.ts'

it('verifies the right password against its hash and rejects others', async () => {
  const hash = await argon2Passwords.hash('quiet harbour 1')
  expect(hash).toMatch(/^\$argon2id\$/)
  expect(hash).not.toContain('quiet')
  expect(await argon2Passwords.matches('quiet harbour 1', hash)).toBe(true)
  expect(await argon2Passwords.matches('quiet harbour 2', hash)).toBe(false)
})

it('uses at least the cost that OWASP recommends', async () => {
  const [, memory, passes] =
    /\$m=(\d+),t=(\d+),p=1\$/.exec(await argon2Passwords.hash('quiet harbour 1')) ?? []
  expect(Number(memory)).toBeGreaterThanOrEqual(19_456)
  expect(Number(passes)).toBeGreaterThanOrEqual(2)
})

it('hashes one password differently each time', async () => {
  expect(await argon2Passwords.hash('same 1')).not.toBe(await argon2Passwords.hash('same 1'))
})
