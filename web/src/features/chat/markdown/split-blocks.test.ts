import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createSplitter } from './split-blocks.ts'

const split = (text: string) => createSplitter()(text)
const sources = (text: string) => split(text).blocks.map(({ source }) => source)

const piece = fc.constantFrom(
  'word ',
  '\n',
  '\n\n',
  '- ',
  '1. ',
  '2. ',
  '    ',
  '```',
  '```js\n',
  '$$',
  '> ',
  '# ',
  '| a | b |',
  '|---|---|',
  '[x]: http://y.z',
  '```md\n',
  '\r\n',
  '<div>',
)

describe('the splitter', () => {
  it('keeps a Markdown file with fences in it together, also while it is written', () => {
    const file = '```md\n# A\n\n```sh\nb\n```\n\nc\n```\n'
    expect(sources(`Save:\n\n${file}\nEnjoy.`)).toEqual(['Save:', file, 'Enjoy.'])
    const splitter = createSplitter()
    for (let end = 1; end < file.length; end += 1) splitter(file.slice(0, end))
    expect(splitter(file).blocks.map(({ source }) => source)).toEqual([file])
  })

  it('keeps connected lines together', () => {
    const text =
      '# Title\n\nA paragraph\nof two lines.\n\n1. one\n\n2. two\n\n```js\nlet a\n\nlet b\n```\n\nEnd'
    expect(sources(text).map((source) => source.trim())).toEqual([
      '# Title',
      'A paragraph\nof two lines.',
      '1. one\n\n2. two',
      '```js\nlet a\n\nlet b\n```',
      'End',
    ])
  })

  it('does not end a formula at a blank line', () => {
    expect(sources('$$\na\n\nb\n$$\n\nText')).toEqual(['$$\na\n\nb\n$$', 'Text'])
    expect(sources('\\[\na\n\nb\n\\]')).toEqual(['\\[\na\n\nb\n\\]'])
  })

  it('gathers link definitions for all blocks', () => {
    const { blocks, definitions } = split('See [here][1].\n\nMore.\n\n[1]: https://vee.example\n')
    expect(blocks.map(({ source }) => source)).toEqual(['See [here][1].', 'More.'])
    expect(definitions).toBe('[1]: https://vee.example')
  })

  it('gives every block its position in the source, for any text', () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const text = pieces.join('')
        let before = 0
        for (const { start, source } of split(text).blocks) {
          expect(text.slice(start, start + source.length)).toBe(source)
          expect(start).toBeGreaterThanOrEqual(before)
          before = start + source.length
        }
      }),
    )
  })

  it('finds the same blocks in a text that grew as in a complete one', () => {
    const text =
      'Intro\n\n- a\n- b\n\n```\ncode\n\n```\n\n1. x\n\n2. y\n\n| a |\n|---|\n| 1 |\n\nEnd **bold**.'
    const grow = createSplitter()
    for (let length = 1; length < text.length; length += 1) grow(text.slice(0, length))
    expect(grow(text)).toEqual(split(text))
  })

  it('starts again with another text', () => {
    const splitter = createSplitter()
    splitter('One\n\nTwo\n\nThree\n\nFour')
    expect(splitter('Five')).toEqual(split('Five'))
  })
})
