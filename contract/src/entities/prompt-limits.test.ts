import { expect, it } from 'vitest'
import { filledIn, variablesOf } from './prompt-limits.ts'

it('finds the variables of a prompt, each once', () => {
  expect(variablesOf('Dear {{ name }}, about {{Thema 2}} and {{name}} {{}} {{ }} {x} {{{a}}}')).toEqual([
    'name',
    'Thema 2',
    'a',
  ])
})

it('fills in what is known to the letter, and leaves the rest', () => {
  expect(filledIn('{{a}} {{ b }} {{c}} {{constructor}}', { a: '$&', b: '{{c}}' })).toBe(
    '$& {{c}} {{c}} {{constructor}}',
  )
})
