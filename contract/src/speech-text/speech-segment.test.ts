import { describe, expect, it } from 'vitest'
import { speechSegmentsOf } from './speech-segmenter.ts'
import { playedOffset } from './speech-segment.ts'

const announcements = { code: 'Code.', table: 'A table is there.', diagram: '', formula: '', image: '' }

function heard(markdown: string, length: number, language = 'en'): string {
  const segment = speechSegmentsOf(markdown, language, announcements)[0]
  return segment ? markdown.slice(0, playedOffset(segment, length)) : ''
}

describe('playback position', () => {
  it.each([
    [0, ''],
    [4, ''],
    [5, 'Hello'],
    [8, 'Hello '],
    [10, 'Hello **good**'],
    [13, 'Hello **good** '],
    [99, 'Hello **good** friends'],
  ])('after %i characters, in whole words of the source', (length, text) => {
    expect(heard('Hello **good** friends', length)).toBe(text)
  })

  it('counts characters in scripts without spaces', () => {
    expect(heard('今日はとてもいい天気ですね。', 3, 'ja')).toBe('今日は')
  })

  it('passes shown content when its announcement was played completely, and no part of it before', () => {
    const table = '| a |\n|---|\n'
    expect(heard(table, 5)).toBe('')
    expect(heard(table, 17)).toBe('|')
  })
})
