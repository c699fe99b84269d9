import { describe, expect, it } from 'vitest'
import { shapeProblem } from './json-shape.ts'

const isSane = (json: string, maxValues?: number) => shapeProblem(Buffer.from(json), maxValues) === undefined

describe('the shape of JSON', () => {
  it.each([
    ['a word', '"hello"'],
    [
      'a conversation',
      JSON.stringify({ messages: Array.from({ length: 50_000 }, () => ({ role: 'user', content: 'x' })) }),
    ],
    ['punctuation in strings', JSON.stringify(`\\" ${'{[,'.repeat(200_000)}`)],
    ['a long list', `[${'1,'.repeat(400_000)}1]`],
    ['what is no JSON', '}}}]]]"'],
  ])('is sane for %s', (_, json) => {
    expect(isSane(json)).toBe(true)
  })

  it.each([
    ['many keys', `{${Array.from({ length: 10_002 }, (_, index) => `"k${index}":1`).join()}}`],
    ['many values', `[${'{},'.repeat(600_000)}{}]`],
    ['deep nesting', '['.repeat(2_000)],
  ])('is not for %s', (_, json) => {
    expect(isSane(json)).toBe(false)
  })

  it('ends strings where JSON does', () => {
    expect(isSane(String.raw`["\\",1,2,3,4]`, 4)).toBe(false)
    expect(isSane(String.raw`["\",1,2,3,4"]`, 4)).toBe(true)
  })
})
