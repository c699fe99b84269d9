import fc from 'fast-check'
import { expect, test } from 'vitest'
import { normaliseLanguageCode, speechTagOf } from './language-code.ts'

test.each([
  ['EN-us', 'en-US'],
  ['pt_br', 'pt-BR'],
  ['fr', 'fr-FR'],
  ['EN', 'en-EN'],
  ['ja', 'ja-JA'],
  ['zh-Hans-CN', 'zh-CN'],
  ['', 'en-US'],
  ['  ', 'en-US'],
  ['gsw', 'gsw'],
])('%j becomes %s', (code, expected) => {
  expect(normaliseLanguageCode(code)).toBe(expected)
})

test.each([
  ['en', 'en-US'],
  ['ja', 'ja-JP'],
  ['ko', 'ko-KR'],
  ['zh', 'zh-CN'],
  ['de', 'de-DE'],
  ['pt-BR', 'pt-BR'],
])('maps %s to %s for speech engines', (code, expected) => {
  expect(speechTagOf(code)).toBe(expected)
})

test('does not change normal codes', () => {
  fc.assert(
    fc.property(fc.string(), (code) => {
      const once = normaliseLanguageCode(code)
      expect(normaliseLanguageCode(once)).toBe(once)
    }),
  )
})
