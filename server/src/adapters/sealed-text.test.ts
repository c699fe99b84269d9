import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { createSealedText } from './sealed-text.ts'

const secret = randomBytes(32)
const sealedText = createSealedText(() => secret, 'test')

it('returns the text that was sealed, in any script', () => {
  for (const text of ['', 'sk-live-123', '鍵は秘密です', '{"apiKey":"x"}']) {
    expect(sealedText.open(sealedText.seal(text))).toBe(text)
  }
})

it('seals the same text differently each time and never contains it', () => {
  const [first, second] = [sealedText.seal('sk-live-123'), sealedText.seal('sk-live-123')]
  expect(first).not.toBe(second)
  expect(Buffer.from(first, 'base64').toString('latin1')).not.toContain('sk-live')
})

it.each([
  ['another secret', () => createSealedText(() => randomBytes(32), 'test').open(sealedText.seal('a'))],
  ['another purpose', () => createSealedText(() => secret, 'other').open(sealedText.seal('a'))],
  ['a modified text', () => sealedText.open(`${sealedText.seal('abcdef').slice(0, -8)}AAAAAAA=`)],
  ['a truncated text', () => sealedText.open('AAAA')],
])('does not open with %s', (_, open) => {
  expect(open()).toBeUndefined()
})
