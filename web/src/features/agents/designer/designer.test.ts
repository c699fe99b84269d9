import { describe, expect, it } from 'vitest'
import type { ViewMessage } from '#lib/agent-view.ts'
import { recalculate, type NumberRow } from './calculate.ts'
import { designFrom, EMPTY_DESIGN, numbersOf, usualRows, withReplies } from './design.ts'
import { numbersAsCsv } from './export.ts'
import { fit, opening, pan, zoomAt } from './view-box.ts'

const row = (name: string, formula: string): NumberRow => ({ id: `${name}:${formula}`, name, formula })
const results = (...rows: NumberRow[]) => recalculate(rows).map(({ result, problem }) => problem ?? result)

describe('the numbers', () => {
  it('are computed from those above', () => {
    expect(
      results(row('users', '1M'), row('calls', '20'), row('per_second', 'round(users * calls / 86_400)')),
    ).toEqual([1_000_000, 20, 231])
  })

  it.each([
    ['1,500,000', 1_500_000],
    ['2 500', 2_500],
    ['10k', 10_000],
    ['3G / 1M', 3_000],
    ['-2 ^ 2', -4],
    ['(1 + 2) * 3', 9],
    ['max(2, 7, 5)', 7],
    ['max(100,200) + 1,000', 1_200],
  ])('parse %j as %d', (formula, result) => expect(results(row('a', formula))).toEqual([result]))

  it.each([
    ['1 / 0'],
    ['later'],
    ['import("fs")'],
    ['constructor'],
    ['f(x) = x'],
    ['[1, 2]'],
    ['"text"'],
    ['2 +'],
    ['cos(1)'],
  ])('do not run %j', (formula) => expect(results(row('a', formula))).toEqual(['formula']))

  it('report names that are invalid', () => {
    expect(results(row('a b', '1'), row('a', '1'), row('a', '2'), row('', ''), row('c', ''))).toEqual([
      'name',
      1,
      'twice',
      undefined,
      'formula',
    ])
  })

  it('of a typical estimate can all be calculated', () => {
    expect(recalculate(usualRows()).filter(({ problem }) => problem !== undefined)).toEqual([])
  })

  it('are exported to a table without being executed there', () => {
    expect(numbersAsCsv([row('a', '=cmd()'), row('b', '-2')])).toBe(
      `name,formula,result\r\na,'=cmd(),\r\nb,-2,-2\r\n`,
    )
  })
})

const reply = (id: string, text: string, more: Partial<ViewMessage> = {}): ViewMessage => ({
  id,
  role: 'assistant',
  text,
  at: '2026-11-21T12:00:00.000Z',
  isRunning: false,
  ...more,
})
const drawn = (source: string) => `So:\n\n\`\`\`mermaid\n${source}\n\`\`\`\n`

describe('a design', () => {
  it('has a version for every new diagram of the conversation', () => {
    const design = withReplies(EMPTY_DESIGN, [
      reply('1', drawn('flowchart LR\n  a --> b')),
      reply('2', 'only words'),
      reply('3', drawn('flowchart LR\n  a --> b')),
      reply('4', drawn('flowchart LR\n  a --> c')),
      reply('5', drawn('flowchart LR\n  a --> d'), { isRunning: true }),
    ])
    expect(design.versions.map(({ id, source }) => [id, source])).toEqual([
      ['1', 'flowchart LR\n  a --> b'],
      ['4', 'flowchart LR\n  a --> c'],
    ])
    expect(withReplies(design, [reply('1', drawn('flowchart LR\n  a --> b'))])).toBe(design)
    expect(designFrom(JSON.parse(JSON.stringify(design)))).toEqual(design)
  })

  it('prefers the result of a reply to its text, and includes its numbers', () => {
    const result: ViewMessage['result'] = {
      kind: 'design',
      title: 'Shop',
      summary: '',
      diagram: 'flowchart LR\n  shop --> stock',
      assumptions: [{ id: 'users', label: 'Users', value: 5, unit: '' }],
      estimates: [{ id: 'calls', label: 'Calls', formula: 'users * 2', unit: '' }],
    }
    const message = reply('1', drawn('flowchart LR\n  a --> b'), { result })
    expect(withReplies(EMPTY_DESIGN, [message]).versions[0]?.source).toBe('flowchart LR\n  shop --> stock')
    expect(numbersOf([message]).map(({ name, formula }) => [name, formula])).toEqual([
      ['users', '5'],
      ['calls', 'users * 2'],
    ])
  })

  it('finds numbers in a table of a reply', () => {
    const text = '| name | value |\n|---|---|\n| `users` | 10M |\n| peak | 3 |\n| Not a name | 3 |\n'
    expect(numbersOf([reply('1', text)]).map(({ name, formula }) => [name, formula])).toEqual([
      ['users', '10M'],
      ['peak', '3'],
    ])
  })

  it.each([[null], ['x'], [{ versions: [1, { id: 2 }], rows: {} }]])(
    'is empty if %j was stored',
    (stored) => {
      expect(designFrom(stored)).toEqual(EMPTY_DESIGN)
    },
  )
})

describe('the window on the picture', () => {
  const window = { width: 400, height: 300 }

  it('fits a large picture to the window and shows a small one at its size, centred', () => {
    expect(fit({ width: 100, height: 100 }, window)).toEqual({ scale: 1, x: 150, y: 100 })
    expect(fit({ width: 736, height: 100 }, window)).toEqual({ scale: 0.5, x: 16, y: 125 })
  })

  it('starts at the beginning of a large one, at a readable size', () => {
    expect(opening({ width: 700, height: 100 }, window)).toEqual(fit({ width: 700, height: 100 }, window))
    expect(opening({ width: 1200, height: 100 }, window)).toEqual({ scale: 0.75, x: 16, y: 112.5 })
  })

  it('keeps the point under the pointer while it zooms, within limits', () => {
    const view = zoomAt({ x: 10, y: 20, scale: 1 }, 2, 110, 120)
    expect(view).toEqual({ scale: 2, x: -90, y: -80 })
    expect(zoomAt(view, 1_000, 0, 0).scale).toBe(8)
    expect(zoomAt(view, 0.000_1, 0, 0).scale).toBe(0.1)
  })

  it('always shows a part of the picture', () => {
    const moved = pan(
      { x: 0, y: 0, scale: 1 },
      { x: 10_000, y: -10_000 },
      { width: 100, height: 100 },
      window,
    )
    expect(moved).toEqual({ scale: 1, x: 368, y: -68 })
  })
})
