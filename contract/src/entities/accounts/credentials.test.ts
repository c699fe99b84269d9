import { expect, it } from 'vitest'
import { isEmail, isPasswordGood, plainEmail } from './credentials.ts'

it('removes the spaces around an address and ignores its case', () => {
  expect(plainEmail('  Ann.Lee@Example.ORG ')).toBe('ann.lee@example.org')
})

it.each([
  'ann@example.org',
  "o'hara+vee@mail.example.co.uk",
  'anna@bücher.example',
  `${'a'.repeat(242)}@example.org`,
])('accepts %s as an address', (email) => {
  expect(isEmail(email)).toBe(true)
})

it.each([
  '',
  'ann',
  '@example.org',
  'ann@',
  'ann@example',
  'ann@.org',
  'ann@example.',
  'ann@example..org',
  'ann@lee@example.org',
  'ann lee@example.org',
  'ann@example.org\u0000',
  'ann@example.org\r\nBcc: all@example.org',
  'a,b@example.org',
  '\u202egro.nna@example.org',
  'ann\u200b@example.org',
  'ann\ud800@example.org',
  'Ann <ann@example.org>',
  `${'a'.repeat(243)}@example.org`,
])('rejects %j as an address', (email) => {
  expect(isEmail(email)).toBe(false)
})

it.each(['abcdefg1', 'quiet harbour!', '        1', 'пароль-пароль', 'é'.repeat(7) + '٣', 'a1'.repeat(64)])(
  'accepts %j as a password',
  (password) => {
    expect(isPasswordGood(password)).toBe(true)
  },
)

it.each(['', 'abcdef1', 'abcdefgh', '        ', '😀😀😀', `1${'a'.repeat(1_000)}`])(
  'rejects %j as a password',
  (password) => {
    expect(isPasswordGood(password)).toBe(false)
  },
)
