import { z } from 'zod'
import { MESSAGES_MAX } from '../entities/history-config.ts'
import { MESSAGE_MAX_LENGTH } from '../entities/message.ts'
import { defineCall, LONG_JSON_MAX_BYTES } from './call.ts'

// The part of OpenAI's chat protocol that an agent can answer to. Names are theirs; what is not here is ignored.

const text = z.string().max(MESSAGE_MAX_LENGTH)
const part = z.object({ type: z.string().max(50), text: text.optional() })

const completionMessage = z.object({
  role: z.enum(['system', 'developer', 'user', 'assistant', 'tool', 'function']),
  content: z.union([text, z.array(part).max(100)]).nullish(),
})
export type CompletionMessage = z.infer<typeof completionMessage>

export const completionRequest = z.object({
  /** an agent's id or alias */
  model: z.string().max(100),
  messages: z.array(completionMessage).min(1).max(MESSAGES_MAX),
  stream: z.boolean().nullish(),
  stream_options: z.object({ include_usage: z.boolean().optional() }).nullish(),
})
export type CompletionRequest = z.infer<typeof completionRequest>

export const completion = z.object({
  id: z.string(),
  object: z.literal('chat.completion'),
  created: z.int(),
  model: z.string(),
  choices: z.array(
    z.object({
      index: z.int(),
      message: z.object({ role: z.literal('assistant'), content: z.string() }),
      finish_reason: z.enum(['stop', 'length', 'content_filter']),
    }),
  ),
  usage: z.object({ prompt_tokens: z.int(), completion_tokens: z.int(), total_tokens: z.int() }),
})
export type Completion = z.infer<typeof completion>

export const postCompletion = defineCall({
  method: 'POST',
  path: '/openai/v1/chat/completions',
  area: 'openai',
  summary: "Ask an agent by OpenAI's protocol, streamed or not; the agents are its models",
  access: 'public',
  body: { kind: 'json', maxBytes: LONG_JSON_MAX_BYTES, schema: completionRequest },
  answers: {
    200: [
      { kind: 'json', schema: completion },
      { kind: 'bytes', contentTypes: ['text/event-stream'] },
    ],
  },
  errors: [
    'MESSAGE_EMPTY',
    'AGENT_UNKNOWN',
    'AGENT_TIER_REQUIRED',
    'SESSION_EXPIRED',
    'LLM_UNAVAILABLE',
    'PROVIDER_ERROR',
    'PROVIDER_TIMEOUT',
    'REPLY_INTERRUPTED',
    'RATE_LIMITED',
    'ALLOWANCE_EXHAUSTED',
    'COST_LIMIT_EXCEEDED',
  ],
})

export const listModels = defineCall({
  method: 'GET',
  path: '/openai/v1/models',
  area: 'openai',
  summary: 'The agents that the caller can talk to, as models',
  access: 'public',
  answers: {
    200: {
      kind: 'json',
      schema: z.object({
        object: z.literal('list'),
        data: z.array(
          z.object({ id: z.string(), object: z.literal('model'), created: z.int(), owned_by: z.string() }),
        ),
      }),
    },
  },
  errors: ['SESSION_EXPIRED'],
})
