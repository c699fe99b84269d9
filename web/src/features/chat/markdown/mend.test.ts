import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mend } from './mend.ts'

describe('an unfinished block', () => {
  it.each([
    ['plain text', 'plain text'],
    ['some **bol', 'some **bol**'],
    ['some **bold*', 'some **bold**'],
    ['some **bold ', 'some **bold**'],
    ['some **', 'some'],
    ['some *it and **bo', 'some *it and **bo***'],
    ['a ~~stru', 'a ~~stru~~'],
    ['snake_case_na', 'snake_case_na'],
    ['2 * 3', '2 * 3'],
    ['`co', '`co`'],
    ['``co`de', '``co`de``'],
    ['``code`', '``code``'],
    ['text `', 'text'],
    ['`**not bold', '`**not bold`'],
    ['\\**no', '\\**no*'],
    ['ends in \\', 'ends in'],
  ])('closes emphasis and code: %j', (half, mended) => {
    expect(mend(half)).toBe(mended)
  })

  it.each([
    ['see [the do', 'see [the do](vee:half)'],
    ['see [the docs]', 'see [the docs](vee:half)'],
    ['see [the docs](https://vee.ex', 'see [the docs](vee:half)'],
    ['see [the docs](https://vee.example)', 'see [the docs](https://vee.example)'],
    ['see **[the do', 'see **[the do](vee:half)**'],
    ['see [', 'see'],
    ['an image ![', 'an image'],
    ['a[0] and', 'a[0] and'],
    ['a note [^1', 'a note'],
    ['- [ ] task', '- [ ] task'],
    ['- done\n- [', '- done'],
    ['- done\n- [x', '- done'],
  ])('shows no half link: %j', (half, mended) => {
    expect(mend(half)).toBe(mended)
  })

  it.each([
    ['| a | b |', ''],
    ['| a | b |\n|--', ''],
    ['| a | b |\n|---|--', ''],
    ['| a | b |\n|---|---|', '| a | b |\n|---|---|'],
    ['| a | b |\n|---|---|\n| 1 | **2', '| a | b |\n|---|---|\n| 1 | **2**'],
    ['Look:\n| a |', 'Look:'],
    ['| no table\nbut text', '| no table\nbut text'],
  ])('withholds a table until its delimiter row is complete: %j', (half, mended) => {
    expect(mend(half)).toBe(mended)
  })

  it.each([
    ['Text\n-', 'Text'],
    ['Text\n==', 'Text'],
    ['- a\n- ', '- a'],
    ['1. a\n2', '1. a'],
    ['Text\n##', 'Text'],
    ['Text\n``', 'Text'],
    ['> ', ''],
  ])('shows no marker without the text that it marks: %j', (half, mended) => {
    expect(mend(half)).toBe(mended)
  })

  it.each([
    ['a formula $$x^', 'a formula'],
    ['a formula \\(x^', 'a formula'],
    ['a formula \\(x\\) and', 'a formula \\(x\\) and'],
  ])('withholds half a formula: %j', (half, mended) => {
    expect(mend(half)).toBe(mended)
  })

  it('changes any text only by removing from and adding to its end', () => {
    const piece = fc.constantFrom(
      ...'a b * ** _ ` `` [ ] ( ) ! ~~ \\ $ $$ | \n - # > 1. [^ é 字'.split(' '),
      ' ',
      '\n|--|',
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const source = pieces.join('')
        const mended = mend(source)
        const added = /(?:\]\(vee:half\)|[*_`~])*$/.exec(mended)?.[0] ?? ''
        expect(source.startsWith(mended.slice(0, mended.length - added.length))).toBe(true)
      }),
    )
  })
})
