import { describe, expect, it } from 'vitest'
import { findSecrets } from './find-secrets.ts'

const kindsIn = (text: string) => findSecrets([text]).map(({ kind }) => kind)

// Written in pieces, so that no scanner takes this file for a leak.
const OPENAI_KEY = ['sk', 'proj-a1B2c3D4e5F6g7H8'].join('-')

describe('secrets in a text', () => {
  it.each([
    [`my key is ${OPENAI_KEY}`, 'key'],
    [['token ghp', 'a1b2c3d4e5f6g7h8i9j0k1l2'].join('_'), 'key'],
    [['-----BEGIN RSA', 'PRIVATE KEY-----'].join(' '), 'key'],
    ['Passwort: Blaue.Katze.17', 'key'],
    ['write to anna.müller@grün.example', 'mail'],
    ['card 4111 1111 1111 1111', 'card'],
    ['Konto DE89 3704 0044 0532 0130 00', 'iban'],
    ['call me at +43 660 123 45 67', 'phone'],
  ])('%j contains a %s', (text, kind) => expect(kindsIn(text)).toContain(kind))

  it.each([
    'Order 1234 5678 9012 3456 has arrived',
    'the year 2026, 10:30, version 1.2.3',
    'DE00 3704 0044 0532 0130 00',
    'The password is the name of your cat.',
    'a @ b, user@host, 3+4 = 7, +1',
    'sk-8 and sky-blue',
    '0000 0000 0000 0000',
  ])('%j contains none', (text) => expect(kindsIn(text)).toEqual([]))

  it('counts each one once, over all texts', () =>
    expect(findSecrets(['a@b.example c@d.example', 'a@b.example'])).toEqual([{ kind: 'mail', count: 2 }]))
})
