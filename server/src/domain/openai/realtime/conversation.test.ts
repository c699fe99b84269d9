import { expect, it } from 'vitest'
import { MAX_REALTIME_ITEMS } from '@vee/contract/openai-realtime/realtime-limits'
import type { RealtimeItemInput } from '@vee/contract/openai-realtime/client-events'
import { RealtimeConversation, itemOf, messagesOf } from './conversation.ts'

const newId = (prefix: string) => `${prefix}_new`
const item = (input: RealtimeItemInput) => itemOf(input, newId)
const text = (id: string, role: 'user' | 'assistant' | 'system', content: string) =>
  item({
    type: 'message',
    id,
    role,
    content: [{ type: role === 'assistant' ? 'output_text' : 'input_text', text: content }],
  })
const call = (id: string) =>
  item({ type: 'function_call', id: `item_${id}`, call_id: id, name: 'weather', arguments: '{}' })
const output = (id: string) =>
  item({ type: 'function_call_output', id: `out_${id}`, call_id: id, output: 'rain' })

it('inserts at the end, after an item and at the beginning, and knows what is before an item', () => {
  const conversation = new RealtimeConversation()
  conversation.insert(text('a', 'user', 'A'))
  conversation.insert(text('c', 'user', 'C'))
  conversation.insert(text('b', 'user', 'B'), 'a')
  conversation.insert(text('first', 'system', 'S'), 'root')
  expect(conversation.items.map(({ id }) => id)).toEqual(['first', 'a', 'b', 'c'])
  expect(conversation.previousOf('first')).toBeNull()
  expect(conversation.previousOf('b')).toBe('a')
  expect(() => conversation.insert(text('a', 'user', 'again'))).toThrow('exists already')
  expect(() => conversation.insert(text('d', 'user', 'D'), 'nowhere')).toThrow('no item')
  conversation.delete('b')
  expect(conversation.previousOf('c')).toBe('a')
})

it('deletes the oldest items beyond the limits', () => {
  const conversation = new RealtimeConversation()
  const deleted = Array.from({ length: MAX_REALTIME_ITEMS + 2 }, (_, index) =>
    conversation.insert(text(`i${index}`, 'user', 'x')),
  )
  expect(deleted.flat()).toEqual(['i0', 'i1'])
  expect(conversation.insert(text('large', 'user', 'x'.repeat(9_000_000)))).toHaveLength(MAX_REALTIME_ITEMS)
  expect(conversation.items.map(({ id }) => id)).toEqual(['large'])
})

it('is a list of messages, with the calls of a response in one of them', () => {
  expect(
    messagesOf([
      text('a', 'user', 'Weather in Oslo and Rome?'),
      text('b', 'assistant', 'One moment.'),
      call('c1'),
      call('c2'),
      output('c1'),
      output('c2'),
    ]),
  ).toMatchObject([
    { role: 'user' },
    { role: 'assistant', tool_calls: [{ id: 'c1' }, { id: 'c2' }] },
    { role: 'tool', tool_call_id: 'c1' },
    { role: 'tool', tool_call_id: 'c2' },
  ])
})

it('omits what vendors reject: empty messages, calls without an output, outputs without a call', () => {
  const silent = item({ type: 'message', role: 'user', content: [{ type: 'input_audio' }] })
  expect(messagesOf([text('a', 'user', 'Hi'), silent, call('c1'), output('c9')])).toMatchObject([
    { role: 'user' },
  ])
})
