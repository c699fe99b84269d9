import { describe, expect, it } from 'vitest'
import type { LlmEvent } from '../../llm/llm.ts'
import { readChatCompletion } from './chat-completion-stream.ts'

async function read(...chunks: readonly unknown[]): Promise<readonly LlmEvent[]> {
  const events: LlmEvent[] = []
  const reader = readChatCompletion({ id: 'a', name: 'A' }, (event) => events.push(event))
  for (const chunk of chunks)
    if (reader.readEvent({ data: typeof chunk === 'string' ? chunk : JSON.stringify(chunk) })) break
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

  it.each([
    { prompt_tokens: 'many' },
    { prompt_tokens: -3, completion_tokens: 0.5 },
    { prompt_tokens: 0 },
    null,
  ])('returns no usage for %j', async (usage) => {
    const [event] = await read({ ...delta({}, 'stop'), usage })
    expect(event).toMatchObject({ usage: undefined })
  })

  it.each([
    [{ usage: { prompt_tokens: 5, completion_tokens: 2 } }],
    [{ usage: { input_tokens: 5, output_tokens: 2 } }],
    [{ x_groq: { usage: { prompt_tokens: 5, completion_tokens: 2 } } }],
    [{ choices: [{ delta: {}, usage: { prompt_tokens: 5, completion_tokens: 2 } }] }],
    [{ message: { content: '' }, done: true, prompt_eval_count: 5, eval_count: 2 }],
  ])('takes the last usage that is not zero: %j', async (chunk) => {
    const zeros = { choices: [], usage: { prompt_tokens: 0, completion_tokens: 0 } }
    const first = { choices: [], usage: { prompt_tokens: 5, completion_tokens: 1 } }
    const events = await read(first, delta({ content: 'Hi' }, 'stop'), chunk, zeros, '[DONE]')
    expect(events.at(-1)).toMatchObject({ usage: { promptTokens: 5, completionTokens: 2, totalTokens: 7 } })
  })

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
    delta({ content: [null, 5, { type: 'image_url' }] }),
    delta({ tool_calls: [null, 'x'] }),
    { choices: [null] },
    { error: null, choices: [] },
    '',
  ])('passes over %j', async (chunk) => {
    expect(await read(chunk, delta({}, 'stop'))).toEqual([finish('stop')])
  })

  it.each([[delta({}, 'error')], [{ error: { message: 'x', code: 502 } }], ['{"choices"']])(
    'is broken by %j',
    async (chunk) => {
      await expect(read(delta({ content: 'Hi' }), chunk)).rejects.toMatchObject({ kind: 'broken' })
    },
  )

  it.each(['null', '"text"', 'ping', ': keep-alive', '', '[done]'])('ignores the data %j', async (data) => {
    expect(await read(delta({ content: 'Hi' }, 'stop'), data)).toEqual([
      { type: 'text', text: 'Hi' },
      finish('stop'),
    ])
  })

  it('reads events without the empty lines between them, and with their field twice', async () => {
    const [first, second] = ['Hi', ' you'].map((content) => JSON.stringify(delta({ content })))
    expect(await read(`${first}\n${second}\n[DONE]`)).toEqual(await read(`data: ${first}`, `data: ${second}`))
  })

  it.each([
    { reasoning_text: 'Hm.' },
    { reasoning: { content: 'Hm.' } },
    {
      reasoning_details: [
        { type: 'reasoning.summary', summary: 'H' },
        { type: 'reasoning.text', text: 'm.' },
      ],
    },
  ])('reads the reasoning of %j', async (thoughts) => {
    expect(await read(delta(thoughts), delta({ content: 'Hi' }, 'stop'))).toEqual([
      { type: 'reasoning', text: 'Hm.' },
      { type: 'text', text: 'Hi' },
      finish('stop'),
    ])
  })

  it.each([[[]], [[delta({ role: 'assistant' })]]])('is cut before any output: %j', async (chunks) => {
    await expect(read(...chunks)).rejects.toMatchObject({ kind: 'cut' })
  })

  it('is empty where it is declared complete without any output', async () => {
    await expect(read(delta({ role: 'assistant' }), '[DONE]')).rejects.toMatchObject({ kind: 'empty' })
  })

  it.each([[['[DONE]']], [[]]])('is complete without a finish reason: %j', async (rest) => {
    expect(await read(delta({ content: 'Hi' }), ...rest)).toEqual([
      { type: 'text', text: 'Hi' },
      finish('stop'),
    ])
    const calls = await read(delta({ tool_calls: [call('a')] }), ...rest)
    expect(calls.at(-1)).toEqual(finish('tool_calls'))
  })

  it.each([
    ['a message in place of a delta', { choices: [{ message: { content: 'Hi' }, finish_reason: 'stop' }] }],
    ['the earlier protocol', { choices: [{ text: 'Hi', finish_reason: 'stop' }] }],
    ['a refusal', delta({ refusal: 'Hi' }, 'stop')],
    ['a list', delta({ content: [{ type: 'text', text: 'H' }, 'i'] }, 'stop')],
    ['an object', delta({ content: { type: 'text', text: 'Hi' } }, 'stop')],
    ['a message of Ollama', { message: { content: 'Hi' }, done: true, done_reason: 'stop' }],
  ])('reads %s', async (_, chunk) => {
    const events = await read(chunk)
    expect(events.map((event) => (event.type === 'text' ? event.text : '')).join('')).toBe('Hi')
    expect(events.at(-1)).toEqual(finish('stop'))
  })

  it('passes over a whole message that repeats the deltas', async () => {
    const whole = { choices: [{ message: { content: 'Hi' }, finish_reason: 'stop' }] }
    expect(await read(delta({ content: 'Hi' }), whole)).toEqual([
      { type: 'text', text: 'Hi' },
      finish('stop'),
    ])
  })

  it.each([
    [{ error: { message: 'x', code: 429 } }, 'rate-limited'],
    [{ error: { message: 'x', status: '401' } }, 'unauthorized'],
    [{ error: 'out of memory' }, 'broken'],
    [{ object: 'error', message: 'x', code: 400 }, 'refused'],
    [{ detail: 'Not found' }, 'broken'],
    [{ error: { code: 503 } }, 'unavailable'],
    [{ error: { type: 'server_error', code: 'insufficient_quota', status: 429 } }, 'no-credit'],
  ])('fails with the error of a successful response: %j', async (chunk, kind) => {
    await expect(read(chunk)).rejects.toMatchObject({ kind })
  })
})

const callPart = (fields: object, more: object = {}) => ({
  ...more,
  function: fields,
})
const toolParts = (...parts: readonly unknown[]) => delta({ tool_calls: parts })

async function callsIn(...chunks: readonly unknown[]) {
  const calls: { id?: string; name?: string; arguments: string }[] = []
  for (const event of await read(...chunks, delta({}, 'tool_calls'))) {
    if (event.type !== 'tool-call-delta') continue
    const before = calls[event.index] ?? { arguments: '' }
    const { id = before.id, name = before.name, argumentsDelta = '' } = event
    calls[event.index] = {
      ...(id !== undefined && { id }),
      ...(name !== undefined && { name }),
      arguments: before.arguments + argumentsDelta,
    }
  }
  return calls
}

describe('the calls of tools', () => {
  const add = { name: 'add', arguments: '{"a":1}' }
  const subtract = { name: 'subtract', arguments: '{"a":2}' }
  const two = [
    { id: 'a', ...add },
    { id: 'b', ...subtract },
  ]

  it.each([
    ['without an index', [toolParts(callPart(add, { id: 'a' })), toolParts(callPart(subtract, { id: 'b' }))]],
    [
      'with the same index',
      [toolParts(callPart(add, { id: 'a', index: 0 })), toolParts(callPart(subtract, { id: 'b', index: 0 }))],
    ],
    ['in one chunk', [toolParts(callPart(add, { id: 'a' }), null, callPart(subtract, { id: 'b' }))]],
    [
      'from index 1',
      [toolParts(callPart(add, { id: 'a', index: 1 }), callPart(subtract, { id: 'b', index: 2 }))],
    ],
    [
      'with arguments as objects',
      [
        toolParts(callPart({ name: 'add', arguments: { a: 1 } }, { id: 'a', index: 0 })),
        toolParts(callPart({ name: 'subtract', arguments: { a: 2 } }, { id: 'b', index: 1 })),
      ],
    ],
    [
      'split, with empty ids and a tail of nulls',
      [
        toolParts(callPart({ name: 'add', arguments: '' }, { id: 'a' })),
        toolParts(callPart({ arguments: '{"a"' }, { id: '' })),
        toolParts(callPart({ name: null, arguments: ':1}' })),
        toolParts(callPart({ arguments: null })),
        toolParts(callPart({ name: 'subtract', arguments: '{"a":' }, { id: 'b' })),
        toolParts(callPart({ arguments: '2}' }, { id: 'b' })),
        toolParts({ id: 'b', function: null }),
      ],
    ],
    [
      'interleaved by index, with a new id in each part',
      [
        toolParts(callPart({ name: 'add', arguments: '{"a"' }, { index: 0, id: 'a' })),
        toolParts(callPart({ name: 'subtract', arguments: '{"a"' }, { index: 1, id: 'b' })),
        toolParts(callPart({ arguments: ':1}' }, { index: 0, id: 'x' })),
        toolParts(callPart({ arguments: ':2}' }, { index: 1, id: 'y' })),
      ],
    ],
    [
      'with the name in each part, and the whole again at the end',
      [
        toolParts(callPart({ name: 'add', arguments: '{"a"' }, { index: 0, id: 'a' })),
        toolParts(callPart({ name: 'add', arguments: ':1}' }, { index: 0, id: 'a' })),
        toolParts(callPart({ arguments: '{"a":1}' }, { index: 0, id: 'a' })),
        toolParts(callPart(subtract, { index: 1, id: 'b' })),
      ],
    ],
    [
      'in a whole message',
      [
        {
          choices: [
            {
              message: {
                content: null,
                tool_calls: [callPart(add, { id: 'a' }), callPart(subtract, { id: 'b' })],
              },
            },
          ],
        },
      ],
    ],
    ['without `function`', [toolParts({ id: 'a', ...add }), toolParts({ id: 'b', ...subtract })]],
  ])('are two %s', async (_, chunks) => {
    expect(await callsIn(...chunks)).toEqual(two)
  })

  it.each([[0, 0] as const, ['0', '1'] as const, [undefined, undefined] as const])(
    'are two whose parts alternate, with the indices %j and %j',
    async (first, second) => {
      const parts = [
        toolParts({ index: first, id: 'a', function: { name: 'add', arguments: '{"a"' } }),
        toolParts({ index: second, id: 'b', function: { name: 'subtract', arguments: '{"b"' } }),
        toolParts({ index: first, id: 'a', function: { arguments: ':1}' } }),
        toolParts({ index: second, id: 'b', function: { arguments: ':2}' } }),
      ]
      expect(await callsIn(...parts)).toMatchObject([{ arguments: '{"a":1}' }, { arguments: '{"b":2}' }])
    },
  )

  it('are read as an object in place of a list', async () => {
    expect(await callsIn(delta({ tool_calls: callPart(add) }))).toEqual([add])
  })

  it('are two without any id', async () => {
    const expected = [add, add]
    expect(await callsIn(toolParts(callPart(add), callPart(add)))).toEqual(expected)
    expect(await callsIn(toolParts(callPart(add)), toolParts(callPart(add)))).toEqual(expected)
  })

  it('are read in the form before `tool_calls`', async () => {
    const chunks = [
      delta({ function_call: { name: 'add', arguments: '' } }),
      delta({ function_call: { arguments: '{"a":1}' } }),
    ]
    expect(await callsIn(...chunks)).toEqual([add])
  })
})
