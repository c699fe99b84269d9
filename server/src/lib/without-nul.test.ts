import { describe, expect, it } from 'vitest'
import { cleanParsedJson, hasVisibleCharacter } from './without-nul.ts'

const cleaned = (source: string) => cleanParsedJson(JSON.parse(source), source)

describe('parsed JSON', () => {
  it('loses NUL and unpaired surrogates in every string, however deep', () => {
    expect(cleaned(String.raw`{"a":["\u0000",{"b":"x\u0000y"}],"c":"\ud800z","d":1,"e":null}`)).toEqual({
      a: ['', { b: 'xy' }],
      c: '\ufffdz',
      d: 1,
      e: null,
    })
    expect(cleaned(String.raw`"\u0000a"`)).toBe('a')
  })

  it('preserves an escaped backslash before u0000', () => {
    expect(cleaned(String.raw`["\\u0000"]`)).toEqual([String.raw`\u0000`])
  })

  it('is visited without recursion', () => {
    const depth = 5_000
    const source = `${'['.repeat(depth)}"\\u0000"${']'.repeat(depth)}`
    expect(() => cleaned(source)).not.toThrow()
  })
})

it.each(['a', '会', '!', '👍', '\ue000'])('%s is visible', (text) => {
  expect(hasVisibleCharacter(text)).toBe(true)
})
it.each(['', ' \n', '\0', '\u200b', '\u00a0\ufeff', '\u2060\u00ad', '\u3164', '\u2800', '\ufe0f'])(
  '%j is not visible',
  (text) => {
    expect(hasVisibleCharacter(text)).toBe(false)
  },
)
