import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const TEXT = readFileSync(join(import.meta.dirname, '../../docs/operations.md'), 'utf8')

/** Returns the number in the first match of a pattern. */
function figure(pattern: RegExp): number {
  const [, found] = pattern.exec(TEXT) ?? []
  if (found === undefined) throw new Error(`operations.md has nothing like ${pattern}`)
  return Number(found.replaceAll(',', ''))
}
const input = (name: string) => figure(new RegExp(`^\\| \\*${name}\\*: [^|]*\\| ([\\d.]+) ms`, 'm'))

const whole = (value: number, step = 1) => (Math.round(value / step) * step).toLocaleString('en')

// The figures are in one table: after a new measurement, this test lists the outdated sums below it.
test('the sums of "Sizing" match the figures in its table', () => {
  const [c, d, x, y] = [input('c'), input('d'), input('x'), input('y')]
  const tokens = figure(/\*r\* tokens a second \((\d+)\)/)
  const replies = tokens / figure(/\*n\* tokens a reply \((\d+)\)/)
  const bytes = figure(/\*L\* × \*r\* × about (\d+)/)
  const listeners = figure(/The same for \*L\* = ([\d,]+)/)
  const forTokens = (tokens * (c + x)) / 1_000_000
  const forReplies = (replies * d) / 1_000
  const ofRedis = (tokens * y) / 1_000_000
  const onOneRedis = whole(1 / ofRedis, 100)
  const cores = listeners * (forTokens + forReplies)
  const sums = [
    `| ${(forTokens + forReplies).toPrecision(2)}: ${whole(1 / (forTokens + forReplies))} listeners a core |`,
    `| ${ofRedis.toFixed(6)}: ${onOneRedis} listeners on the one core`,
    `| ${(replies * 3).toFixed(2)} |`,
    `| ${whole(tokens * bytes)} |`,
    `| ${whole(listeners * forTokens)} + ${whole(listeners * forReplies)} = ${whole(cores)} cores | scale out: ${whole(cores / 2)} machines of two`,
    `| ${(listeners * ofRedis).toFixed(1)} cores, and one Redis`,
    `publishes ${whole(1_000_000 / y, 10_000)} events a second, which is ${onOneRedis} listeners`,
    `| ${whole(listeners * replies * 3)} commits a second`,
    `| ${whole((listeners * tokens * bytes * 8) / 1e9)} Gbit/s out`,
    `Beyond ${onOneRedis} listeners run cells`,
  ]
  expect(sums.filter((sum) => !TEXT.includes(sum))).toEqual([])
  expect(Math.ceil(listeners * ofRedis)).toBe(6)
  expect(TEXT).toContain('six cells for 100,000')
})
