import { describe, expect, it } from 'vitest'
import type { TranscriptLine } from '../entities/meeting.ts'
import { joinedLines, withLines } from './lines.ts'

const line = (id: string, start: number, text = id): TranscriptLine => ({
  id,
  start,
  end: start + 1,
  track: 'me',
  speaker: null,
  text,
})
const lines = [line('a', 0), line('b', 5), line('c', 5), line('d', 9)]

describe('changes of single lines', () => {
  it('take their places, or come by their times, and leave what they do not name', () => {
    const after = withLines(lines, { put: [line('b', 5, 'B'), line('new', 7)], remove: ['a', 'gone'] })
    expect(after.map(({ id, text }) => `${id} ${text}`)).toEqual(['b B', 'c c', 'new new', 'd d'])
  })

  it('put twice are there once, as they were last', () => {
    const put = [line('x', 1, 'first'), line('x', 1, 'last')]
    expect(withLines([], { put, remove: ['x'] })).toEqual([line('x', 1, 'last')])
  })

  it('come to the same one after the other and joined', () => {
    const first = { put: [line('b', 5, 'B'), line('new', 7)], remove: ['a'] }
    const then = { put: [line('a', 1, 'A again')], remove: ['new', 'd'] }
    expect(withLines(lines, joinedLines(first, then))).toEqual(withLines(withLines(lines, first), then))
  })
})
