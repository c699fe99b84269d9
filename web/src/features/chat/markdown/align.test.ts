import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { alignText } from './align.ts'

describe('the alignment of rendered text with its source', () => {
  it.each([
    ['plain', 'plain', [0, 1, 2, 3, 4, 5]],
    ['a\\*b', 'a*b', [0, 2, 3, 4]],
    ['a &amp; b', 'a & b', [0, 1, 2, 7, 8, 9]],
    ['`x y`', 'x y', [1, 2, 3, 4]],
    ['**日本**語', '日本語', [2, 3, 6, 7]],
  ])('of %j', (source, rendered, offsets) => {
    expect(alignText(source, rendered)).toEqual(offsets)
  })

  it.each([
    ['1. One\n2. Two', '\nOne\nTwo\n', 'Two'],
    ['- One\n  - Two\n\n- Three', '\n\nOne\n\nTwo\n\n\n\nThree\n\n', 'Three'],
    ['| a | b |\n|---|---|\n| c | d |', '\na\nb\n\nc\nd\n', 'b'],
    ['> Quoted\n> twice', '\nQuoted\ntwice\n', 'twice'],
    ['**One**\nline', 'One\nline', 'line'],
  ])('of %j, whose elements are rendered on lines of their own', (source, rendered, word) => {
    expect(alignText(source, rendered)[rendered.indexOf(word)]).toBe(source.indexOf(word))
  })

  it('is monotonic and stays within the source', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (source, rendered) => {
        const offsets = alignText(source, rendered)
        expect(offsets).toHaveLength(rendered.length + 1)
        expect(offsets).toEqual(offsets.toSorted((a, b) => a - b))
        expect(offsets.at(-1)).toBeLessThanOrEqual(source.length)
      }),
    )
  })
})
