import { describe, expect, it } from 'vitest'
import { lastTurns, lineOf } from './last-turns.ts'
import type { Message } from './message.ts'

const messageOf = (id: string, text: string): Message => ({
  role: 'assistant',
  id,
  text,
  at: '',
  agentId: 'v_agent',
  state: { kind: 'stopped' },
  lastEventId: 0,
})

describe('a message as a line', () => {
  it.each([
    ['# A **trie** keeps `words`\n\nby their letters', 'A trie keeps words'],
    ['- [the docs](https://example.org) say so', 'the docs say so'],
    ['> 2. Walk down', '2. Walk down'],
    ['```python\na = 1\n```\nThat is it.', 'That is it.'],
    ['| a | b |\n|---|---|\n| 1 | 2 |\n\nA table.', 'A table.'],
    ['---\n\nsnake_case stays', 'snake_case stays'],
    ['```mermaid\nflowchart LR\n  a --> b', ''],
    ['  \n', ''],
    ['A pencil is **$2.40**, and 2*3*4 boxes fit', 'A pencil is $2.40, and 2*3*4 boxes fit'],
  ])('%j is %j', (text, line) => expect(lineOf({ role: 'assistant', text })).toBe(line))

  it('is as the person wrote it', () => {
    expect(lineOf({ role: 'user', text: '\nIs $5 *more* than 2*3?' })).toBe('Is $5 *more* than 2*3?')
  })

  it('is short, however long the message', () => {
    for (const role of ['user', 'assistant'] as const) {
      expect(lineOf({ role, text: 'word '.repeat(10_000) })).toHaveLength(200)
      expect(lineOf({ role, text: '[('.repeat(10_000) })).toHaveLength(200)
      expect(lineOf({ role, text: '**_`~'.repeat(10_000) })).toHaveLength(200)
    }
  })
})

describe('the last turns', () => {
  it('are the last of the messages, oldest first', () => {
    const messages = ['a', 'b', 'c', 'd'].map((id) => messageOf(id, `says ${id}`))
    expect(lastTurns(messages, 2).map(({ line }) => line)).toEqual(['says c', 'says d'])
    expect(lastTurns(messages, 9)).toHaveLength(4)
    expect(lastTurns([], 3)).toEqual([])
  })

  it('skip messages without words and include earlier ones instead', () => {
    const withCode = [messageOf('a', 'one'), messageOf('b', '```\ncode\n```'), messageOf('c', 'two')]
    expect(lastTurns(withCode, 2).map(({ id }) => id)).toEqual(['a', 'c'])
  })
})
