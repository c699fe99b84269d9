import { z } from 'zod'
import { MAX_MESSAGES } from '../entities/history-config.ts'
import { MAX_MESSAGE_LENGTH } from '../entities/message.ts'
import { defineEndpoint, MAX_LONG_JSON_BYTES } from './endpoint.ts'

// The subset of OpenAI's chat protocol that agents support. Names are OpenAI's; other fields are ignored.

const text = z.string().max(MAX_MESSAGE_LENGTH)
/** About 15 MB of base64. */
const MAX_IMAGE_URL_LENGTH = 20_000_000
const contentPart = z.object({
  type: z.string().max(50),
  text: text.optional(),
  /** for an `image_url` part: a data URL; other URLs are rejected, and nothing is fetched */
  image_url: z.object({ url: z.string().max(MAX_IMAGE_URL_LENGTH) }).optional(),
})
const functionName = z.string().regex(/^[\w-]{1,64}$/, 'letters, digits, _ and -, at most 64')
const jsonSchema = z.record(z.string(), z.unknown())

const calledTool = z.object({
  id: z.string().max(200),
  type: z.literal('function'),
  function: z.object({ name: z.string().max(200), arguments: text }),
})

const completionMessage = z.object({
  role: z.enum(['system', 'developer', 'user', 'assistant', 'tool', 'function']),
  content: z.union([text, z.array(contentPart).max(100)]).nullish(),
  /** of an assistant's message */
  tool_calls: z.array(calledTool).max(64).nullish(),
  /** of a tool's message */
  tool_call_id: z.string().max(200).nullish(),
})
export type CompletionMessage = z.infer<typeof completionMessage>

const tool = z.object({
  type: z.literal('function'),
  function: z.object({
    name: functionName,
    description: z.string().max(10_000).nullish(),
    parameters: jsonSchema.nullish(),
    strict: z.boolean().nullish(),
  }),
})

const toolChoice = z.union([
  z.enum(['none', 'auto', 'required']),
  z.object({ type: z.literal('function'), function: z.object({ name: functionName }) }),
])

const responseFormat = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text') }),
  z.object({ type: z.literal('json_object') }),
  z.object({ type: z.literal('json_schema'), json_schema: jsonSchema }),
])

const outputTokens = z.int().min(1).max(1_000_000)
const penalty = z.number().min(-2).max(2)
const MAX_LOGIT_BIAS = 1_024
const NO_LOGPROBS = 'Log probabilities are not returned.'

export const completionRequest = z.object({
  /** an agent's id or alias */
  model: z.string().max(100),
  messages: z.array(completionMessage).min(1).max(MAX_MESSAGES),
  stream: z.boolean().nullish(),
  stream_options: z.object({ include_usage: z.boolean().optional() }).nullish(),
  /** the agent then has these tools instead of its own */
  tools: z.array(tool).max(128).nullish(),
  tool_choice: toolChoice.nullish(),
  parallel_tool_calls: z.boolean().nullish(),
  response_format: responseFormat.nullish(),
  stop: z.union([z.string().max(1_000), z.array(z.string().max(1_000)).max(4)]).nullish(),
  max_tokens: outputTokens.nullish(),
  max_completion_tokens: outputTokens.nullish(),
  /** `minimal` counts as `low`, and what exceeds `high` as `high` */
  reasoning_effort: z.enum(['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max']).nullish(),
  temperature: z.number().min(0).max(2).nullish(),
  top_p: z.number().min(0).max(1).nullish(),
  seed: z.int().nullish(),
  presence_penalty: penalty.nullish(),
  frequency_penalty: penalty.nullish(),
  /** by the model's token ids */
  logit_bias: z
    .record(z.string().regex(/^\d{1,7}$/, 'the id of a token'), z.number().min(-100).max(100))
    .refine((bias) => Object.keys(bias).length <= MAX_LOGIT_BIAS, `at most ${MAX_LOGIT_BIAS} tokens`)
    .nullish(),
  logprobs: z.literal(false, NO_LOGPROBS).nullish(),
  top_logprobs: z.literal(0, NO_LOGPROBS).nullish(),
  n: z.literal(1, 'Only one choice is generated.').nullish(),
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
      message: z.object({
        role: z.literal('assistant'),
        content: z.string().nullable(),
        refusal: z.null(),
        tool_calls: z.array(calledTool).optional(),
      }),
      logprobs: z.null(),
      finish_reason: z.enum(['stop', 'length', 'content_filter', 'tool_calls']),
    }),
  ),
  usage: z.object({
    prompt_tokens: z.int(),
    completion_tokens: z.int(),
    total_tokens: z.int(),
    completion_tokens_details: z.object({ reasoning_tokens: z.int() }).optional(),
  }),
})
export type Completion = z.infer<typeof completion>

export const openAiError = z.object({
  error: z.object({
    message: z.string(),
    type: z.string(),
    /** the invalid field of the request */
    param: z.string().nullable(),
    /** an error code of this server */
    code: z.string().nullable(),
  }),
})
export type OpenAiError = z.infer<typeof openAiError>

const tag = 'openai'
const protocol = 'openai'
const access = 'public'

export const postCompletion = defineEndpoint({
  method: 'POST',
  path: '/openai/v1/chat/completions',
  tag,
  summary: "Create a chat completion by OpenAI's protocol, streamed or not; models are agents",
  access,
  protocol,
  isRateLimited: true,
  body: { kind: 'json', maxBytes: MAX_LONG_JSON_BYTES, schema: completionRequest },
  responses: {
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
    'STORAGE_UNAVAILABLE',
    'PROVIDER_ERROR',
    'PROVIDER_TIMEOUT',
    'REPLY_INTERRUPTED',
    'RATE_LIMITED',
    'ALLOWANCE_EXHAUSTED',
    'COST_LIMIT_EXCEEDED',
  ],
})

const openAiModel = z.object({
  id: z.string(),
  object: z.literal('model'),
  created: z.int(),
  owned_by: z.string(),
})

export const listModels = defineEndpoint({
  method: 'GET',
  path: '/openai/v1/models',
  tag,
  summary: 'List the agents that the caller may use, as models',
  access,
  protocol,
  responses: {
    200: { kind: 'json', schema: z.object({ object: z.literal('list'), data: z.array(openAiModel) }) },
  },
  errors: ['SESSION_EXPIRED'],
})

export const getModel = defineEndpoint({
  method: 'GET',
  path: '/openai/v1/models/{id}',
  tag,
  summary: 'Get one agent as a model, by id or alias',
  access,
  protocol,
  params: z.object({ id: z.string().min(1).max(100) }),
  responses: { 200: { kind: 'json', schema: openAiModel } },
  errors: ['SESSION_EXPIRED', 'AGENT_UNKNOWN', 'AGENT_TIER_REQUIRED'],
})
