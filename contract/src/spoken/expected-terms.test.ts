import { expect, it } from 'vitest'
import { MAX_EXPECTED_TERMS_LENGTH, withExpectedTerms } from './expected-terms.ts'

it.each([
  ['', ['Tutor'], 'Tutor'],
  ['Kubernetes, Zürich', ['Tutor', 'Ann'], 'Kubernetes, Zürich, Tutor, Ann'],
  ['Kubernetes', [' kubernetes ', 'Ann', 'ann', ''], 'Kubernetes, Ann'],
  ['', ['Harbour, part 2;\nprices'], 'Harbour part 2 prices'],
  [' Words of one sentence. ', [], 'Words of one sentence.'],
])('adds to %j the terms %j', (text, terms, joined) => {
  expect(withExpectedTerms(text, terms)).toBe(joined)
})

it('stays within the limit, by whole terms, the first ones first', () => {
  const names = Array.from({ length: 300 }, (_, index) => `Person ${index}`)
  const joined = withExpectedTerms('Kubernetes', [...names, 'x'.repeat(101)])
  expect(joined.length).toBeLessThanOrEqual(MAX_EXPECTED_TERMS_LENGTH)
  expect(joined).toMatch(/^Kubernetes, Person 0, Person 1, /)
  expect(names).toContain(joined.split(', ').at(-1))
  expect(withExpectedTerms('y'.repeat(2_000), ['Ann'])).toBe('y'.repeat(MAX_EXPECTED_TERMS_LENGTH))
})
