import { expect, it } from 'vitest'
import { filledIn, variablesOf } from './prompt-limits.ts'

it('returns each variable of a prompt once', () => {
  expect(variablesOf('Dear {{ name }}, about {{Thema 2}} and {{name}} {{}} {{ }} {x} {{{a}}}')).toEqual([
    'name',
    'Thema 2',
    'a',
  ])
})

it('inserts values verbatim, and leaves variables without a value', () => {
  expect(filledIn('{{a}} {{ b }} {{c}} {{constructor}}', { a: '$&', b: '{{c}}' })).toBe(
    '$& {{c}} {{c}} {{constructor}}',
  )
})
