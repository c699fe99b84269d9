import { describe, expect, it } from 'vitest'
import { transcriptPartsOf } from './summarize.ts'

describe('a text in parts', () => {
  it.each([
    ['between lines', `${'a'.repeat(60)}\n${'b. '.repeat(15)}cc`, [60, 47]],
    ['between sentences', `${'a'.repeat(60)}. ${'b '.repeat(20)}`, [61, 39]],
    ['between words', `${'a'.repeat(60)} ${'b'.repeat(60)}`, [60, 60]],
    ['anywhere, without a suitable position', 'a'.repeat(150), [100, 50]],
    ['anywhere, if the last end is in the first half', `a.\n${'b'.repeat(147)}`, [100, 50]],
  ])('is split %s', (_where, text, lengths) => {
    expect(transcriptPartsOf(text, 100).map(({ length }) => length)).toEqual(lengths)
  })

  it('is never split within a character', () => {
    expect(transcriptPartsOf(`a${'😀'.repeat(60)}`, 100)[0]).toHaveLength(99)
  })

  it.each([
    ['line breaks', '\n.'.repeat(6_000) + 'a'.repeat(12_000)],
    ['punctuation and spaces', `.${' '.repeat(12_000)}${'a'.repeat(12_000)}`],
    ['spaces', ' a'.repeat(12_000)],
  ])('of maximum length takes little processor time, made of %s', (_what, unit) => {
    const text = unit.repeat(80)
    const before = process.threadCpuUsage()
    expect(transcriptPartsOf(text).length).toBeGreaterThan(10)
    const { user, system } = process.threadCpuUsage(before)
    expect((user + system) / 1000).toBeLessThan(1_500)
  })
})
