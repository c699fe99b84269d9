import { expect, it } from 'vitest'
import type { CompletionRequest } from '@vee/contract/http/openai'
import type { Reply, ReplyEvent } from '@vee/contract/stream/reply-event'
import { visitor } from '../money/ledger/fixtures/callers.ts'
import type { Question } from '../replies/run/reply-run.ts'
import { createCompletions } from './index.ts'

const NOW = 1_700_000_000_000
const context = { caller: visitor, locale: 'en', disconnectSignal: new AbortController().signal } as const
const identity = {
  replyId: 'r1',
  agentId: 'v_agent',
  conversationId: 'c1',
  model: 'gpt-4o',
  provider: 'openai',
} as const
const metadata = {
  ...identity,
  usage: { promptTokens: 7, completionTokens: 3, totalTokens: 10 },
  costUsd: 0,
  persona: null,
  finishReason: 'stop',
} as const

function completionsWith(events: readonly ReplyEvent[] = []) {
  const questions: Question[] = []
  const completions = createCompletions(
    {
      answer: async (question): Promise<Reply> => {
        questions.push(question)
        return { ...metadata, content: 'Good morning' }
      },
      stream: async (question) => {
        questions.push(question)
        return (async function* () {
          for (const [index, event] of events.entries()) yield { id: index + 1, event }
        })()
      },
    },
    () => NOW,
  )
  return { completions, questions }
}

const request: CompletionRequest = {
  model: 'v_agent',
  messages: [
    { role: 'system', content: 'You are a pirate.' },
    {
      role: 'user',
      content: [
        { type: 'text', text: 'Good ' },
        { type: 'text', text: 'day' },
      ],
    },
    { role: 'assistant', content: null },
    { role: 'user', content: 'Hello' },
  ],
}

const textsOf = async (texts: AsyncIterable<string>) => {
  const all: string[] = []
  for await (const text of texts) all.push(text)
  return all
}

it('calls the agent of that name with the system prompt as its persona, and stores no conversation', async () => {
  const { completions, questions } = completionsWith()
  expect(await completions.complete(request, context)).toEqual({
    id: 'chatcmpl-r1',
    object: 'chat.completion',
    created: 1_700_000_000,
    model: 'v_agent',
    choices: [
      {
        index: 0,
        message: { role: 'assistant', content: 'Good morning', refusal: null },
        logprobs: null,
        finish_reason: 'stop',
      },
    ],
    usage: { prompt_tokens: 7, completion_tokens: 3, total_tokens: 10 },
  })
  expect(questions).toEqual([
    {
      agentId: 'v_agent',
      locale: 'en',
      isKept: false,
      stopsWithCaller: true,
      history: { conversationContextMode: 'full', maxContextTokens: 100_000 },
      personaOverride: 'You are a pirate.',
      messages: [
        { role: 'user', content: 'Good day' },
        { role: 'assistant', content: '' },
        { role: 'user', content: 'Hello' },
      ],
    },
  ])
})

it('streams chunks that end in [DONE], with usage if requested', async () => {
  const { completions } = completionsWith([
    { type: 'start', ...identity },
    { type: 'chunk', content: 'Good ' },
    { type: 'final_response_metadata', ...metadata, finishReason: 'stopped' },
  ])
  const texts = await textsOf(
    await completions.stream({ ...request, stream: true, stream_options: { include_usage: true } }, context),
  )
  expect(texts.pop()).toBe('data: [DONE]\n\n')
  const shared = {
    id: 'chatcmpl-r1',
    object: 'chat.completion.chunk',
    created: 1_700_000_000,
    model: 'v_agent',
  }
  expect(texts.map((text) => JSON.parse(text.replace('data: ', '')) as unknown)).toEqual([
    { ...shared, choices: [{ index: 0, delta: { role: 'assistant', content: '' }, finish_reason: null }] },
    { ...shared, choices: [{ index: 0, delta: { content: 'Good ' }, finish_reason: null }] },
    { ...shared, choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] },
    { ...shared, choices: [], usage: { prompt_tokens: 7, completion_tokens: 3, total_tokens: 10 } },
  ])
})

it('ends a stream that failed with the error, and without [DONE]', async () => {
  const { completions } = completionsWith([
    { type: 'start', ...identity },
    { type: 'error', error: 'PROVIDER_ERROR', message: 'openai broke off.', retryable: true },
  ])
  const texts = await textsOf(await completions.stream({ ...request, stream: true }, context))
  expect(texts.at(-1)).toBe(
    'data: {"error":{"message":"openai broke off.","type":"server_error","param":null,"code":"PROVIDER_ERROR"}}\n\n',
  )
})
