import type { ChatMessage } from '@vee/contract/entities/message'
import { describe, expect, it } from 'vitest'
import { aRequest } from '../../../../../fakes/llm-provider-suite.ts'
import { chatCompletionRequest } from './chat-completion-request.ts'

const tool = { name: 'get_time', description: 'The time.', parameters: { type: 'object', properties: {} } }

describe('a request for a chat completion', () => {
  it('streams with usage, the system prompt first', () => {
    expect(chatCompletionRequest(aRequest('gpt-4o'), 'max_tokens')).toEqual({
      model: 'gpt-4o',
      messages: [
        { role: 'system', content: 'You are V.' },
        { role: 'user', content: 'Good morning' },
      ],
      stream: true,
      stream_options: { include_usage: true },
    })
  })

  it('sends no empty system prompt', () => {
    const body = chatCompletionRequest(aRequest('gpt-4o', { system: '' }), 'max_tokens')
    expect(body).toMatchObject({ messages: [{ role: 'user' }] })
  })

  it.each(['max_tokens', 'max_completion_tokens'] as const)('limits the reply with %s', (field) => {
    expect(chatCompletionRequest(aRequest('m', { maxOutputTokens: 50 }), field)).toMatchObject({
      [field]: 50,
    })
  })

  it('sends tools, calls and their results', () => {
    const messages: ChatMessage[] = [
      { role: 'user', content: 'What time is it?' },
      { role: 'assistant', content: '', tool_calls: [{ id: 'c1', name: 'get_time', arguments: '{}' }] },
      { role: 'tool', content: '12:00', tool_call_id: 'c1' },
    ]
    const request = aRequest('m', { system: '', messages, tools: [tool] })
    expect(chatCompletionRequest(request, 'max_tokens')).toMatchObject({
      tools: [{ type: 'function', function: tool }],
      messages: [
        { role: 'user', content: 'What time is it?' },
        {
          role: 'assistant',
          content: null,
          tool_calls: [{ id: 'c1', type: 'function', function: { name: 'get_time', arguments: '{}' } }],
        },
        { role: 'tool', content: '12:00', tool_call_id: 'c1' },
      ],
    })
  })

  it('sends only the fields of a message that the protocol defines', () => {
    const message = { role: 'user', content: 'Hi', id: 'm1', agentId: 'v_agent', timestamp: 1 } as const
    const body = chatCompletionRequest(aRequest('m', { system: '', messages: [message] }), 'max_tokens')
    expect(body).toHaveProperty('messages', [{ role: 'user', content: 'Hi' }])
  })
})
