import { describe, expect, it } from 'vitest'
import { contentOfReply } from './panel-content.ts'

const diagram = '```mermaid\nflowchart LR\n  a --> b\n```'
const code = (lines: number) =>
  `\`\`\`python\n${Array.from({ length: lines }, (_, n) => `x${n} = ${n}`).join('\n')}\n\`\`\``
const table = (rows: number) => `| a | b |\n|---|---|\n${'| 1 | 2 |\n'.repeat(rows)}`

describe('the part of a reply that is shown next to the conversation', () => {
  it.each([
    ['words alone', 'Just a sentence.\n\n- and\n- a list', undefined],
    ['short code', `Try this:\n\n${code(3)}`, undefined],
    ['a short table', `So:\n\n${table(2)}`, undefined],
    ['an incomplete diagram', '```mermaid\nflowchart LR\n  a -->', undefined],
    ['a diagram', `First.\n\n${diagram}\n\nThen.`, { type: 'diagram', data: diagram }],
    ['longer code', `Try this:\n\n${code(9)}`, { type: 'code', data: code(9) }],
    ['a table', `So:\n\n${table(4)}\nDone.`, { type: 'table', data: table(4) }],
    [
      'code that contains a table',
      `\`\`\`md\n${table(9)}\`\`\`\n`,
      { type: 'code', data: `\`\`\`md\n${table(9)}\`\`\`` },
    ],
  ])('of %s', (_name, reply, content) => {
    expect(contentOfReply(reply)).toEqual(content)
  })

  it('is the diagram rather than code, and the last of two', () => {
    const later = diagram.replace('a -->', 'z -->')
    expect(contentOfReply(`${diagram}\n\n${code(20)}\n\n${later}\n\n${code(9)}`)).toEqual({
      type: 'diagram',
      data: later,
    })
  })
})
