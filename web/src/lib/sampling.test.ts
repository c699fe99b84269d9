import { expect, it } from 'vitest'
import { readSampling } from './sampling.ts'

const read = (typed: object) => readSampling((option) => String(Object(typed)[option] ?? ''))

it('reads numbers with a comma or a point, and leaves the rest to the model', () => {
  expect(read({ temperature: ' 0,2 ', maxOutputTokens: '400' })).toEqual({
    temperature: 0.2,
    topP: null,
    maxOutputTokens: 400,
  })
})

it.each([
  [{ temperature: '2.1' }, 'temperature'],
  [{ temperature: '-1' }, 'temperature'],
  [{ topP: '0' }, 'topP'],
  [{ topP: 'much' }, 'topP'],
  [{ maxOutputTokens: '10.5' }, 'maxOutputTokens'],
  [{ maxOutputTokens: '3' }, 'maxOutputTokens'],
])('names the parameter of %o that is no number within its limits', (typed, option) => {
  expect(read(typed)).toBe(option)
})
