import type { ChatMessage } from '@vee/contract/entities/message'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { aRequest } from '../../../../fakes/llm-provider-suite.ts'
import { messagesRequest } from './messages-request.ts'

interface Body {
  readonly messages: readonly {
    readonly role: string
    readonly content: readonly Record<string, unknown>[]
  }[]
}

const turnsOf = (messages: readonly ChatMessage[]) =>
  (messagesRequest(aRequest('m', { messages })) as Body).messages
const text = (value: string) => ({ type: 'text', text: value })

describe('a request to Anthropic', () => {
  it('streams, with the system prompt apart from the turns and with a limit', () => {
    expect(messagesRequest(aRequest('claude-sonnet-5-5', { maxOutputTokens: 50 }))).toEqual({
      model: 'claude-sonnet-5-5',
      max_tokens: 50,
      system: 'You are V.',
      stream: true,
      messages: [{ role: 'user', content: [text('Good morning')] }],
    })
  })

  it('sets a limit when there is none, and sends no empty system prompt', () => {
    const body = messagesRequest(aRequest('m', { system: '' }))
    expect(body).toHaveProperty('max_tokens')
    expect(body).not.toHaveProperty('system')
  })

  it.each([
    ['claude-opus-4-7', 'high', { type: 'adaptive', display: 'summarized' }, 8_192],
    ['claude-sonnet-5-5', 'low', { type: 'adaptive', display: 'summarized' }, 8_192],
    ['claude-sonnet-4-20250514', 'medium', { type: 'enabled', budget_tokens: 8_192 }, 16_384],
    ['claude-3-7-sonnet-latest', 'low', { type: 'enabled', budget_tokens: 2_048 }, 10_240],
    ['claude-3-5-haiku-latest', 'high', undefined, 8_192],
    ['claude-opus-4-7', 'none', undefined, 8_192],
  ] as const)('thinks as %s can, with the effort %s', (model, reasoningEffort, thinking, maxTokens) => {
    const body = messagesRequest(aRequest(model, { reasoningEffort, options: { temperature: 0.2 } }))
    expect(body).toMatchObject({ max_tokens: maxTokens, ...(thinking && { thinking }) })
    expect('thinking' in body).toBe(thinking !== undefined)
    expect('temperature' in body).toBe(thinking === undefined)
  })

  it('does not think where the API rejects it: a forced tool, the result of a tool', () => {
    const request = aRequest('claude-opus-4-7', { reasoningEffort: 'high' })
    const call = { id: 'c1', name: 'get_time', arguments: '{}' }
    const messages: ChatMessage[] = [
      { role: 'user', content: 'When?' },
      { role: 'assistant', content: '', tool_calls: [call] },
      { role: 'tool', tool_call_id: 'c1', content: 'Now.' },
    ]
    expect(messagesRequest({ ...request, toolChoice: 'required' })).not.toHaveProperty('thinking')
    expect(messagesRequest({ ...request, messages })).not.toHaveProperty('thinking')
  })

  it('joins neighbours of one role', () => {
    const messages: ChatMessage[] = [
      { role: 'user', content: 'One' },
      { role: 'user', content: 'Two' },
      { role: 'assistant', content: 'Three' },
      { role: 'user', content: 'Four' },
    ]
    expect(turnsOf(messages)).toEqual([
      { role: 'user', content: [text('One'), text('Two')] },
      { role: 'assistant', content: [text('Three')] },
      { role: 'user', content: [text('Four')] },
    ])
  })

  it('inserts a user turn before a leading assistant message', () => {
    const turns = turnsOf([
      { role: 'assistant', content: 'Welcome!' },
      { role: 'user', content: 'Hi' },
    ])
    expect(turns.map(({ role }) => role)).toEqual(['user', 'assistant', 'user'])
  })

  it('sends tools, calls and their results', () => {
    const parameters = { type: 'object' }
    const messages: ChatMessage[] = [
      { role: 'user', content: 'Weather?' },
      {
        role: 'assistant',
        content: 'Let me see.',
        tool_calls: [
          { id: 'c1', name: 'get_weather', arguments: '{"city":"Ulm"}' },
          { id: 'c2', name: 'get_time', arguments: '["not an object"]' },
        ],
      },
      { role: 'tool', content: 'Rain', tool_call_id: 'c1' },
      { role: 'tool', content: '12:00', tool_call_id: 'c2' },
    ]
    const request = aRequest('m', {
      messages,
      tools: [{ name: 'get_weather', description: 'Weather.', parameters }],
    })
    expect(messagesRequest(request)).toMatchObject({
      tools: [{ name: 'get_weather', description: 'Weather.', input_schema: parameters }],
      messages: [
        { role: 'user' },
        {
          role: 'assistant',
          content: [
            text('Let me see.'),
            { type: 'tool_use', id: 'c1', name: 'get_weather', input: { city: 'Ulm' } },
            { type: 'tool_use', id: 'c2', name: 'get_time', input: {} },
          ],
        },
        {
          role: 'user',
          content: [
            { type: 'tool_result', tool_use_id: 'c1', content: 'Rain' },
            { type: 'tool_result', tool_use_id: 'c2', content: '12:00' },
          ],
        },
      ],
    })
  })

  it('alternates roles from the user on and contains no empty text', () => {
    const role = fc.constantFrom('user', 'assistant', 'tool', 'system')
    const message = fc.record({ role, content: fc.constantFrom('', ' ', 'Hi', '会議') })
    fc.assert(
      fc.property(fc.array(message), (messages) => {
        const turns = turnsOf(messages)
        expect(turns.map((turn) => turn.role)).toEqual(
          turns.map((_, index) => (index % 2 === 0 ? 'user' : 'assistant')),
        )
        const blocks = turns.flatMap((turn) => turn.content)
        expect(
          blocks.filter((block) => block['type'] === 'text' && String(block['text']).trim() === ''),
        ).toEqual([])
      }),
    )
  })
})
