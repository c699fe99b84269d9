import { expect, it } from 'vitest'
import { languageNames } from './language-name.ts'

it('names languages, and returns a malformed tag as it is instead of throwing a RangeError', () => {
  const name = languageNames('en')
  expect(name('de')).toBe('German')
  for (const tag of ['', 'english', 'x', 'en_US!']) expect(name(tag)).toBe(tag)
})
