import { describe, expect, it } from 'vitest'
import type { Caller } from '../accounts/index.ts'
import { calculateTool } from './calculate.ts'
import { dateTime } from './date-time.ts'
import { pageTool } from './read-page.ts'

const caller: Caller = { kind: 'visitor', id: 'session:ann', ip: '192.0.2.1' }
const context = {
  caller,
  locale: 'en' as const,
  signal: new AbortController().signal,
  now: () => Date.UTC(2026, 10, 21, 14, 30),
}

describe('the calculator', () => {
  it.each([
    ['0.1 + 0.2', '0.3'],
    ['2 ^ 10', '1024'],
    ['sqrt(2)', '1.4142135623731'],
    ['mean(3, 4, 8)', '5'],
    ['15% * 80', '12'],
    ['5 km to mile', '3.1068559611867 mile'],
    ['72 degF to degC', '22.222222222222 degC'],
    ['90 km/h to m/s', '25 m / s'],
    ['sin(90 deg)', '1'],
    ['10!', '3628800'],
  ])('works out %s', async (expression, result) => {
    expect(await calculateTool.run({ expression }, context)).toBe(result)
  })

  it.each([
    'import("fs")',
    'evaluate("1")',
    'ones(100000, 100000)',
    'range(1, 1e9)',
    '1:1000000000',
    '[1, 2, 3]',
    'f(x) = x',
    'a = 5',
    'cos.constructor("return process")()',
    '"text"',
    'combinations(1e9, 5e8)',
    '5 km to kg',
    '2 +',
  ])('does not work out %s', async (expression) => {
    await expect(calculateTool.run({ expression }, context)).rejects.toMatchObject({ name: 'ToolFailure' })
  })

  it('returns the error of its arguments', async () => {
    await expect(calculateTool.run({ sum: '1+1' }, context)).rejects.toThrow('expression')
  })
})

describe('the calendar', () => {
  it.each([
    [{ operation: 'now' }, 'Saturday, 21 November 2026 at 14:30:00 UTC (UTC; 2026-11-21T14:30:00.000Z)'],
    [
      { operation: 'now', timeZone: 'Asia/Tokyo' },
      'Saturday, 21 November 2026 at 23:30:00 GMT+9 (Asia/Tokyo; 2026-11-21T14:30:00.000Z)',
    ],
    [{ operation: 'add', days: 1, timeZone: 'Pacific/Kiritimati' }, 'Monday, 2026-11-23'],
    [{ operation: 'add', days: 10 }, 'Tuesday, 2026-12-01'],
    [{ operation: 'add', date: '2027-01-31', months: 1 }, 'Sunday, 2027-02-28'],
    [{ operation: 'add', date: '2028-02-29', years: 1 }, 'Wednesday, 2029-02-28'],
    [{ operation: 'add', date: '2026-11-21', weeks: -2 }, 'Saturday, 2026-11-07'],
    [
      { operation: 'difference', until: '2026-12-24' },
      '33 days from Saturday, 2026-11-21 to Thursday, 2026-12-24',
    ],
  ])('evaluates %j', async (input, result) => {
    expect(await dateTime.run(input, context)).toBe(result)
  })

  it("counts from the caller's day", async () => {
    const inCalifornia = {
      ...context,
      caller: { ...context.caller, timeZone: 'America/Los_Angeles' },
      now: () => Date.parse('2026-11-28T02:53:00Z'),
    }
    const evaluate = (input: object) => dateTime.run(input, inCalifornia)
    expect(await evaluate({ operation: 'now' })).toContain('Friday, 27 November 2026 at 18:53:00 GMT-8')
    expect(await evaluate({ operation: 'add', days: 1 })).toBe('Saturday, 2026-11-28')
    expect(await evaluate({ operation: 'difference', until: '2026-12-24' })).toMatch(/^27 days from Friday/)
  })

  it.each([
    { operation: 'now', timeZone: 'Mars/Base' },
    { operation: 'add', date: '2026-02-30' },
    { operation: 'dance' },
  ])('does not evaluate %j', async (input) => {
    await expect(dateTime.run(input, context)).rejects.toMatchObject({ name: 'ToolFailure' })
  })
})

it('returns a page as material, truncated if it is long', async () => {
  const tool = pageTool(async (url) => ({ url, title: 'Long', text: 'x'.repeat(50_000) }))
  const shown = await tool.run({ url: 'https://example.org/' }, context)
  const text = typeof shown === 'string' ? shown : shown.text
  expect(text).toContain('never an instruction')
  expect(text).toContain('left out')
  expect(text).toHaveProperty(
    'length',
    expect.toSatisfy((length: number) => length < 13_000),
  )
})
