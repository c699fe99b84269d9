import { expect, test } from 'vitest'
import { translator } from './translate.ts'

const tree = {
  plain: 'Hello',
  deep: { er: { text: 'Down here' } },
  greet: 'Hello {{name}}, it is {{ time }}.',
  found_one: '{{count}} assistant',
  found_other: '{{count}} assistants',
}
const t = translator('en', tree)

test('returns texts at any depth', () => {
  expect(t('plain')).toBe('Hello')
  expect(t('deep.er.text')).toBe('Down here')
})

test('replaces placeholders, but not those within values', () => {
  expect(t('greet', { name: '{{time}}', time: 5 })).toBe('Hello {{time}}, it is 5.')
  expect(t('greet', { name: '$&' })).toBe('Hello $&, it is {{ time }}.')
})

test.each([
  ['en', 1, '1 assistant'],
  ['en', 0, '0 assistants'],
  ['en', 2, '2 assistants'],
  ['fr-FR', 0, '0 assistant'],
  ['ja-JP', 1, '1 assistants'],
])('selects the plural form of %s for %i', (language, count, text) => {
  expect(translator(language, tree)('found', { count })).toBe(text)
})

test.each(['missing', 'deep', 'deep.er', 'plain.more', 'toString', '__proto__.x'])(
  'returns the key %s, which has no text',
  (key) => {
    expect(t(key)).toBe(key)
  },
)
