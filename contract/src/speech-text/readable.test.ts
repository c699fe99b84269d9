import { describe, expect, it } from 'vitest'
import { knowsScript, isPronounceable } from './readable.ts'

it.each(['!!!', '…', '👍🏽', '—', '\u0301', '( )', ' \n', '„“'])('has nothing to pronounce in %j', (text) => {
  expect(isPronounceable(text)).toBe(false)
})

it.each(['a', 'ȴ', '7', 'ありがとう', '5 €', '%', '½'])('has something to pronounce in %j', (text) => {
  expect(isPronounceable(text)).toBe(true)
})

describe('knowsScript', () => {
  it.each([
    ['en-US', 'Hello.', true],
    ['en-US', 'Привет, мир', false],
    ['en-US', 'こんにちは', false],
    ['en-US', 'He said “Привет” and went home.', true],
    ['en-US', '1.234,50 €', true],
    ['ja-JP', 'こんにちは、世界', true],
    ['ja', 'Hello.', true],
    ['ko-KR', '안녕하세요 漢字', true],
    ['ko-KR', 'こんにちは', false],
    ['zh-CN', '你好，世界', true],
    ['zh_TW', '你好', true],
    ['ru', 'Привет', true],
    ['mul', 'Привет', true],
    ['no tag', 'Hello.', true],
    ['no tag', 'Привет', false],
  ])('returns for a voice of %s and %j: %s', (language, text, isReadable) => {
    expect(knowsScript(language, text)).toBe(isReadable)
    // The pattern is kept between calls.
    expect(knowsScript(language, text)).toBe(isReadable)
  })
})
