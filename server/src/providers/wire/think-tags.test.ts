import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { LlmEvent } from '../llm/llm.ts'
import { createThinkTagReader } from './think-tags.ts'

function read(...pieces: readonly string[]) {
  const events: LlmEvent[] = []
  const reader = createThinkTagReader((event) => events.push(event))
  for (const piece of pieces) reader.take(piece)
  reader.end()
  const textOf = (kind: 'text' | 'reasoning') =>
    events.map((event) => (event.type === kind ? event.text : '')).join('')
  return { reasoning: textOf('reasoning'), text: textOf('text') }
}

describe('reasoning between tags', () => {
  it.each([
    ['<think>Hm.</think>Yes.', 'Hm.', 'Yes.'],
    ['\n<think>\nHm.\n</think>\n\nYes.', '\nHm.\n', 'Yes.'],
    ['<think></think>Yes.', '', 'Yes.'],
    ['<think>1 < 2 </thin', '1 < 2 </thin', ''],
    ['Yes. <think>no</think>', '', 'Yes. <think>no</think>'],
    ['<thing>', '', '<thing>'],
    ['<thi', '', '<thi'],
    ['  Yes.', '', '  Yes.'],
    ['<think>a</think>b<think>c</think>', 'a', 'b<think>c</think>'],
  ])('is separated from the reply: %j', (sent, reasoning, text) => {
    expect(read(sent)).toEqual({ reasoning, text })
  })

  it('is the same however it was split', () => {
    const sent = fc
      .array(fc.constantFrom('<think>', '</think>', '<', '/think', '>', ' ', '\n', 'a', 'é'), {
        maxLength: 12,
      })
      .map((parts) => parts.join(''))
    fc.assert(
      fc.property(sent, (text) => {
        expect(read(...text.split(''))).toEqual(read(text))
      }),
    )
  })
})
