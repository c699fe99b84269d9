import { expect, it } from 'vitest'
import { languageNames } from './language-name.ts'

it('returns names of languages, and a malformed tag unchanged instead of throwing a RangeError', () => {
  const name = languageNames('en')
  expect(name('de')).toBe('German')
  for (const tag of ['', 'english', 'x', 'en_US!']) expect(name(tag)).toBe(tag)
})
