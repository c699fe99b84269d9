import { expect, it } from 'vitest'
import { splitLine } from './transcript-line.tsx'

const line = { id: '1', start: 10, end: 20, track: 'me' as const, speaker: 'Ann', text: 'Shall we? Yes.' }

it('makes two lines of one, the second of nobody known, with the time shared by their words', () => {
  const [first, second] = splitLine(line, 10) ?? []
  expect(first).toMatchObject({ id: '1', start: 10, speaker: 'Ann', text: 'Shall we?' })
  expect(second).toMatchObject({ end: 20, speaker: null, text: 'Yes.', track: 'me' })
  expect(first?.end).toBe(second?.start)
  expect(second?.start).toBeCloseTo(17.1, 1)
  expect(second?.id).not.toBe('1')
})

it('leaves a line whole where one of the two would have no words', () => {
  expect(splitLine(line, 0)).toBeUndefined()
  expect(splitLine(line, line.text.length)).toBeUndefined()
})
