import { describe, expect, it } from 'vitest'
import type { ViewMessage } from '#lib/agent-view.ts'
import { clockText } from './clock.tsx'
import { begin, interviewFrom, spentAt, STAGES, advanceInterview, type Interview } from './interview.ts'
import { reportOf } from './report.ts'

const T0 = Date.parse('2026-11-21T12:00:00.000Z')
const terms = { topic: 'trees', level: 'mid', language: 'python', minutes: 45 } as const
const after = (interview: Interview, ...events: Parameters<typeof advanceInterview>[1][]) =>
  events.reduce(advanceInterview, interview)
const never = () => false

describe('the clock', () => {
  it('stops while it is paused, and at the end of the interview', () => {
    const paused = after(begin(terms, T0), { type: 'paused', at: T0 + 5_000 })
    expect(spentAt(paused, T0 + 60_000)).toBe(5_000)
    const resumed = after(paused, { type: 'resumed', at: T0 + 60_000 })
    expect(spentAt(resumed, T0 + 61_000)).toBe(6_000)
    const over = after(resumed, { type: 'stage-reached', stage: 5, at: T0 + 62_000 })
    expect(spentAt(over, T0 + 99_000)).toBe(7_000)
    expect(after(over, { type: 'resumed', at: T0 + 63_000 })).toEqual(over)
  })

  it.each([
    [65_000, '1:05'],
    [3_723_000, '1:02:03'],
    [-4_000, '0:04'],
  ])('shows %d ms as %s', (ms, text) => expect(clockText(ms)).toBe(text))
})

describe('an interview', () => {
  it('only advances, and counts hints until the end', () => {
    const coding = after(
      begin(terms, T0),
      { type: 'stage-reached', stage: 3, at: T0 + 1 },
      { type: 'stage-reached', stage: 1, at: T0 + 2 },
      { type: 'hint-taken', at: T0 + 3 },
    )
    expect(coding).toMatchObject({ stage: 3, hints: 1, stageAt: [T0, undefined, undefined, T0 + 1] })
    const over = after(
      coding,
      { type: 'stage-reached', stage: 99, at: T0 + 4 },
      { type: 'hint-taken', at: T0 + 5 },
    )
    expect(over).toMatchObject({ stage: 5, hints: 1 })
  })

  it('is preserved when stored, and undefined for other data', () => {
    const interview = after(
      begin(terms, T0),
      { type: 'code-changed', code: 'x' },
      { type: 'scored', criterion: 'code', score: 3 },
    )
    expect(interviewFrom(structuredClone(interview))).toEqual(interview)
    for (const other of [null, 'x', {}, { ...interview, level: 'king' }, { ...interview, hints: 'many' }]) {
      expect(interviewFrom(other)).toBeUndefined()
    }
  })
})

const said = (
  role: ViewMessage['role'],
  text: string,
  seconds: number,
  more: Partial<ViewMessage> = {},
): ViewMessage => ({
  id: `${role}${seconds}`,
  role,
  text,
  at: new Date(T0 + seconds * 1_000).toISOString(),
  isRunning: false,
  ...more,
})

describe('the report', () => {
  const over = after(
    begin(terms, T0),
    { type: 'stage-reached', stage: 1, at: T0 + 10_000 },
    { type: 'stage-reached', stage: 2, at: T0 + 20_000 },
    { type: 'hint-taken', at: T0 + 21_000 },
    { type: 'stage-reached', stage: STAGES.length - 1, at: T0 + 30_000 },
  )
  const talk = [
    said('user', 'May the list be empty?', 11),
    said('user', 'NEXT', 12),
    said('user', 'A set, in linear time', 22),
  ]

  it("quotes the candidate's own words if the interviewer gives no scores", () => {
    const scored = after(
      over,
      { type: 'scored', criterion: 'approach', score: 3 },
      { type: 'scored', criterion: 'clarifying', score: 4 },
    )
    const report = reportOf(scored, talk, (text) => text === 'NEXT')
    expect(report).toMatchObject({ isByInterviewer: false, points: 6, most: 24 })
    expect(report.rows.find(({ criterion }) => criterion === 'clarifying')?.quotes).toEqual([
      'May the list be empty?',
    ])
    expect(report.rows.find(({ criterion }) => criterion === 'approach')?.quotes).toEqual([
      'A set, in linear time',
    ])
    expect(report.rows.find(({ criterion }) => criterion === 'code')).toMatchObject({
      score: undefined,
      quotes: [],
    })
  })

  it('uses the scores of a table in the review', () => {
    const table =
      '| Criterion | Score | Evidence |\n|---|---|---|\n| Approach | 3 | “A set” |\n| **Testing** | not seen | |\n| Code | 2/4 | `x` |'
    const report = reportOf(over, [...talk, said('assistant', table, 31)], never)
    expect(report).toMatchObject({ isByInterviewer: true, points: 4, most: 12 })
    expect(report.rows.map(({ criterion, score }) => [criterion, score])).toEqual([
      [{ named: 'Approach' }, 3],
      [{ named: 'Testing' }, undefined],
      [{ named: 'Code' }, 2],
    ])
  })

  it('prefers the result of the review to its text', () => {
    const result: ViewMessage['result'] = {
      kind: 'interview_report',
      title: 'Trees',
      verdict: 'hire',
      summary: 'Good.',
      rubric: [{ criterion: 'Approach', score: 4, comment: 'clear', quote: 'A set' }],
      strengths: [],
      improvements: [],
    }
    const report = reportOf(over, [...talk, said('assistant', 'Good.', 31, { result })], never)
    expect(report.rows).toEqual([
      { criterion: { named: 'Approach' }, score: 4, comment: 'clear', quotes: ['A set'] },
    ])
    expect(report.points).toBe(3)
  })
})
