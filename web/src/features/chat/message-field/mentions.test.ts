import { expect, it } from 'vitest'
import { matchingNames, mentionBefore, withMention } from './mentions.ts'

it.each([
  ['@', 1, { start: 0, query: '' }],
  ['Well, @tu', 9, { start: 6, query: 'tu' }],
  ['Well, @tu is', 9, { start: 6, query: 'tu' }],
  ['これは@コ', 5, undefined],
  ['これは ＠コ', 6, { start: 4, query: 'コ' }],
  ['@Coding As', 10, { start: 0, query: 'Coding As' }],
  ['ann@example.org', 15, undefined],
  ['@a\nb', 4, undefined],
  ['none', 4, undefined],
])('%j has a mention before %i: %o', (text, caret, mention) => {
  expect(mentionBefore(text, caret)).toEqual(mention)
})

const NAMES = [
  { label: 'V' },
  { label: 'Tutor' },
  { label: 'Coding Assistant' },
  { label: 'Coding Interviewer' },
]
const labelsFor = (query: string) => matchingNames(NAMES, query).map(({ label }) => label)

it('matches the beginning of each word of a name, and nothing once it is whole', () => {
  expect(labelsFor('')).toHaveLength(4)
  expect(labelsFor('T')).toEqual(['Tutor'])
  expect(labelsFor('cod')).toEqual(['Coding Assistant', 'Coding Interviewer'])
  expect(labelsFor('inter')).toEqual(['Coding Interviewer'])
  expect(labelsFor('tutor')).toEqual([])
  expect(labelsFor('tutor is')).toEqual([])
})

it('puts the name in place of what was typed', () => {
  expect(withMention('Well, @tu is it?', { start: 6, query: 'tu' }, 'Tutor')).toEqual({
    text: 'Well, @Tutor is it?',
    caret: 13,
  })
})
