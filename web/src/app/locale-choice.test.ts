import { expect, test } from 'vitest'
import { chooseLocale, isLocale, looksLikeLanguageTag } from './locale-choice.ts'

test.each([
  [null, ['fr-FR', 'en'], 'fr-FR'],
  ['ko-KR', ['fr-FR'], 'ko-KR'],
  ['KO-kr', ['fr-FR'], 'ko-KR'],
  [null, ['es-MX'], 'es-ES'],
  [null, ['zh-TW', 'en-GB'], 'zh-CN'],
  [null, ['pt', 'de-DE'], 'de-DE'],
  [null, ['pt', 'de-CH'], 'pt-BR'],
  ['es-MX', ['de-DE'], 'de-DE'],
  ['xx', ['sv-SE', 'nl'], 'en'],
  ['en-NG', [], 'en'],
  [null, ['en-US'], 'en'],
  [null, [], 'en'],
  ['', [''], 'en'],
])('stored %s, browser %j results in %s', (stored, browser, expected) => {
  expect(chooseLocale({ stored, browser })).toBe(expected)
})

test('accepts exactly the nine locales', () => {
  expect(isLocale('de-DE')).toBe(true)
  expect(isLocale('de-de')).toBe(false)
  expect(isLocale('en-NG')).toBe(false)
})

test.each(['en', 'en-US', 'zh-Hans-CN', 'pt_BR', 'es-419'])('%s looks like a language tag', (segment) => {
  expect(looksLikeLanguageTag(segment)).toBe(true)
})

test.each(['about', 'xyz', 'e', '', 'en-', '..', 'pro', 'a1'])('%s does not look like one', (segment) => {
  expect(looksLikeLanguageTag(segment)).toBe(false)
})
