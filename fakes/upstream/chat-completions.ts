import type { Behaviour } from './behaviour.ts'
import type { Body } from './deliver.ts'
import type { Reply } from './reply.ts'
import { linkedText } from './responses.ts'
import type { ScriptedSearch } from './vendor-search.ts'

const event = (data: unknown) =>
  Buffer.from(`data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`)

const STAMP = 'stamp'

const textChunk = (text: string) => ({ type: 'text', text })
const thinking = (text: string) => ({ type: 'thinking', thinking: [textChunk(text)], closed: false })

interface ChatCompletionBehaviour extends Pick<Behaviour, 'stampedTokens' | 'isMistral'> {
  readonly search?: ScriptedSearch | undefined
}

/** Returns a reply in OpenAI's stream format (`POST /v1/chat/completions` with `stream: true`). */
export function chatCompletionEvents(
  reply: Reply,
  includeUsage: boolean,
  { stampedTokens, isMistral = false, search }: ChatCompletionBehaviour = {},
): Body {
  const chunk = (choices: readonly unknown[], extra: object = {}) =>
    event({
      id: 'chatcmpl-1',
      object: 'chat.completion.chunk',
      created: 0,
      model: reply.model,
      choices,
      ...extra,
    })
  const delta = (value: object, finishReason: string | null = null) =>
    chunk([{ index: 0, delta: value, finish_reason: finishReason }])

  const [before, after] = delta({ content: STAMP }).toString('utf8').split(STAMP)
  const stamp = () => Buffer.from(`${before} ${performance.now().toFixed(2)}${after}`)

  const linked = search ? linkedText(search) : []
  const texts = search ? linked.map(({ text }) => text) : reply.tokens
  const annotations = linked.flatMap(({ annotation }) =>
    annotation ? [{ type: 'url_citation', url_citation: { ...annotation, type: undefined } }] : [],
  )
  return {
    contentType: 'text/event-stream',
    opening: [Buffer.from(': processing\n\n'), delta({ role: 'assistant', content: '' })],
    pieces: [
      ...reply.reasoning.map((thought) =>
        delta(isMistral ? { content: [thinking(thought)] } : { reasoning_content: thought }),
      ),
      ...(stampedTokens === undefined
        ? texts.map((text) => delta({ content: isMistral ? [textChunk(text)] : text }))
        : Array.from({ length: stampedTokens }, () => stamp)),
      ...reply.toolCalls.flatMap((call, index) => {
        const { id, name, arguments: argumentsJson } = call
        if (isMistral)
          return [delta({ tool_calls: [{ index, id, function: { name, arguments: argumentsJson } }] })]
        const middle = Math.ceil(call.arguments.length / 2)
        const toolCallDelta = (value: object) => delta({ tool_calls: [{ index, ...value }] })
        return [
          toolCallDelta({ id: call.id, type: 'function', function: { name: call.name, arguments: '' } }),
          toolCallDelta({ function: { arguments: call.arguments.slice(0, middle) } }),
          toolCallDelta({ function: { arguments: call.arguments.slice(middle) } }),
        ]
      }),
    ],
    closing: [
      ...(annotations.length > 0 ? [delta({ annotations })] : []),
      delta({}, reply.finishReason),
      ...(includeUsage && reply.usage ? [chunk([], { usage: usageOf(reply.usage) })] : []),
      event('[DONE]'),
    ],
    errorEvent: event({ error: { message: 'The server had an error.', type: 'server_error', code: null } }),
    garbage: event('{"choices": [{'),
  }
}

/** Returns the same reply unstreamed. */
export function chatCompletion(reply: Reply): unknown {
  return {
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 0,
    model: reply.model,
    choices: [
      {
        index: 0,
        finish_reason: reply.finishReason,
        message: {
          role: 'assistant',
          content: reply.tokens.join(''),
          ...(reply.toolCalls.length > 0 && {
            tool_calls: reply.toolCalls.map(({ id, name, arguments: text }) => ({
              id,
              type: 'function',
              function: { name, arguments: text },
            })),
          }),
        },
      },
    ],
    ...(reply.usage && { usage: usageOf(reply.usage) }),
  }
}

function usageOf(usage: NonNullable<Reply['usage']>): unknown {
  return {
    prompt_tokens: usage.promptTokens,
    completion_tokens: usage.completionTokens,
    total_tokens: usage.promptTokens + usage.completionTokens,
    prompt_tokens_details: { cached_tokens: usage.cachedTokens ?? 0 },
    completion_tokens_details: { reasoning_tokens: usage.reasoningTokens ?? 0 },
  }
}
