import { describe, expect, it } from 'vitest'
import { splitText } from './split-text.ts'

describe('splitText', () => {
  it('keeps a short text as it is', () => {
    expect(splitText('One. Two.', 'en', 9)).toEqual(['One. Two.'])
  })

  it('splits at the ends of sentences', () => {
    expect(splitText('One. Two. Three.', 'en', 10)).toEqual(['One. Two. ', 'Three.'])
    expect(splitText('一つ。二つ。三つ。', 'ja', 6)).toEqual(['一つ。二つ。', '三つ。'])
  })

  it('splits a long sentence at a space', () => {
    expect(splitText('one two three four', 'en', 9)).toEqual(['one two ', 'three ', 'four'])
  })

  it('splits a long word, but no character', () => {
    expect(splitText('aaa😀😀bbb', 'en', 4)).toEqual(['aaa', '😀😀', 'bbb'])
  })

  it('omits parts of spaces alone', () => {
    expect(splitText(`One.${' '.repeat(20)}`, 'en', 5)).toEqual(['One. '])
  })

  it.each([undefined, 'not a tag', 'xx'])('splits a text of the language %j', (language) => {
    expect(splitText('One. Two.', language, 5)).toEqual(['One. ', 'Two.'])
  })
})
