import { expect, it } from 'vitest'
import { splitLine } from './transcript-line.tsx'

const transcriptLine = {
  id: '1',
  start: 10,
  end: 20,
  track: 'me' as const,
  speaker: 'Ann',
  text: 'Shall we? Yes.',
}

it('splits one line into two, the second unassigned, with times in proportion to the text', () => {
  const [first, second] = splitLine(transcriptLine, 10) ?? []
  expect(first).toMatchObject({ id: '1', start: 10, speaker: 'Ann', text: 'Shall we?' })
  expect(second).toMatchObject({ end: 20, speaker: null, text: 'Yes.', track: 'me' })
  expect(first?.end).toBe(second?.start)
  expect(second?.start).toBeCloseTo(17.1, 1)
  expect(second?.id).not.toBe('1')
})

it('does not split a line if one of the parts would be empty', () => {
  expect(splitLine(transcriptLine, 0)).toBeUndefined()
  expect(splitLine(transcriptLine, transcriptLine.text.length)).toBeUndefined()
})
