import { describe, expect, it } from 'vitest'
import type { LlmEvent } from '../llm/llm.ts'
import { readChatCompletion } from './chat-completion-stream.ts'

async function read(...chunks: readonly unknown[]): Promise<readonly LlmEvent[]> {
  const events: LlmEvent[] = []
  const reader = readChatCompletion({ id: 'a', name: 'A' }, (event) => events.push(event))
  for (const chunk of chunks)
    if (reader.take({ data: typeof chunk === 'string' ? chunk : JSON.stringify(chunk) })) break
  reader.end()
  return events
}

const delta = (delta: unknown, finish_reason: unknown = null) => ({ choices: [{ delta, finish_reason }] })
const call = (id: string) => ({ id, function: { name: 'f', arguments: '{}' } })
const finish = (reason: string) => ({ type: 'finish', reason, usage: undefined })

/** Deviations of servers that are called compatible. */
describe('the events of a chat completion', () => {
  it('needs no [DONE]', async () => {
    expect(await read(delta({ content: 'Hi' }), delta({}, 'stop'))).toEqual([
      { type: 'text', text: 'Hi' },
      finish('stop'),
    ])
  })

  it('reads a finish reason in the chunk of the last text', async () => {
    expect(await read(delta({ content: 'Hi' }, 'stop'), '[DONE]')).toEqual([
      { type: 'text', text: 'Hi' },
      finish('stop'),
    ])
  })

  it('reads usage in the chunk of the finish reason or in a separate one', async () => {
    const usage = { prompt_tokens: 3, completion_tokens: 1, total_tokens: 4 }
    const [event] = await read({ ...delta({}, 'stop'), usage }, '[DONE]')
    expect(event).toMatchObject({
      usage: { promptTokens: 3, completionTokens: 1, totalTokens: 4, cachedTokens: 0 },
    })
  })

  it.each([{ prompt_tokens: 'many' }, { prompt_tokens: -3, completion_tokens: 0.5 }])(
    'returns no usage for %j',
    async (usage) => {
      const [event] = await read({ ...delta({}, 'stop'), usage })
      expect(event).toMatchObject({ usage: { promptTokens: 0, completionTokens: 0, totalTokens: 0 } })
    },
  )

  it('numbers complete tool calls without an index', async () => {
    const events = await read(delta({ tool_calls: [call('a'), call('b')] }), delta({}, 'tool_calls'))
    expect(events).toMatchObject([{ index: 0, id: 'a' }, { index: 1, id: 'b' }, { reason: 'tool_calls' }])
  })

  it.each([
    ['stop', 'stop'],
    ['eos', 'stop'],
    ['function_call', 'tool_calls'],
  ])('maps the finish reason %s to %s', async (sent, reason) => {
    expect(await read(delta({}, sent))).toEqual([finish(reason)])
  })

  it.each(['reasoning_content', 'reasoning'])('emits %s as reasoning', async (field) => {
    const chunks = [delta({ content: null, [field]: 'Hm.' }), delta({ content: 'Yes.' }), delta({}, 'stop')]
    expect(await read(...chunks)).toEqual([
      { type: 'reasoning', text: 'Hm.' },
      { type: 'text', text: 'Yes.' },
      finish('stop'),
    ])
  })

  it.each([
    { choices: [] },
    { choices: null },
    {},
    delta(null),
    delta({ content: null, reasoning_content: null }),
    delta({ content: ['x'] }),
  ])('passes over %j', async (chunk) => {
    expect(await read(chunk, delta({}, 'stop'))).toEqual([finish('stop')])
  })

  it.each([
    [delta({}, 'error')],
    [{ error: { message: 'x', code: 502 } }],
    ['null'],
    ['"text"'],
    ['{"choices"'],
  ])('is broken by %j', async (chunk) => {
    await expect(read(delta({ content: 'Hi' }), chunk)).rejects.toMatchObject({ kind: 'broken' })
  })

  it.each([[[]], [['[DONE]']], [[delta({ content: 'Hi' }), '[DONE]']]])(
    'is cut without a finish reason: %j',
    async (chunks) => {
      await expect(read(...chunks)).rejects.toMatchObject({ kind: 'cut' })
    },
  )
})
