import { MAX_PERSONA_LENGTH } from '@vee/contract/entities/persona'
import type { CompletionMessage, CompletionRequest } from '@vee/contract/http/openai'
import type { Locale } from '@vee/contract/entities/locale'
import type { ChatMessage } from '@vee/contract/entities/message'
import type { Question } from '../replies/index.ts'
import { imageFacts } from '../attachments/index.ts'
import { DomainError } from '../errors/domain-error.ts'

/** Limit of the messages that the caller sends for the model, in tokens. */
const CONTEXT_TOKENS = 100_000

/**
 * Returns the question for a request of OpenAI's protocol. The client's system prompt becomes the persona;
 * the agent's own prompt remains in effect. Throws VALIDATION for unsupported options.
 */
export function questionOf(request: CompletionRequest, locale: Locale): Question {
  const { model, messages, tools, tool_choice: choice } = request
  assertSupportedParts(messages)
  const images = imagesOf(messages)
  if (choice && choice !== 'none' && choice !== 'auto' && !tools?.length)
    throw invalid('tool_choice', 'tool_choice needs tools.')
  const persona = messages.filter(isSystem).map(textOf).join('\n\n').trim().slice(0, MAX_PERSONA_LENGTH)
  const options = modelRequestOf(request)
  const effort = request.reasoning_effort
  return {
    agentId: model,
    locale,
    isKept: false,
    stopsWithCaller: true,
    history: { conversationContextMode: 'full', maxContextTokens: CONTEXT_TOKENS },
    personaOverride: persona === '' ? null : persona,
    messages: messages.flatMap((message, index) =>
      isSystem(message) ? [] : { ...messageOf(message), ...(images && { id: idOf(index) }) },
    ),
    ...(images && { images }),
    ...(options && { modelRequest: options }),
    ...(effort && { reasoningEffort: EFFORTS[effort] }),
  }
}

const EFFORTS = {
  none: 'none',
  minimal: 'low',
  low: 'low',
  medium: 'medium',
  high: 'high',
  xhigh: 'high',
  max: 'high',
} as const

/** Returns undefined if the request sets no option for the model itself. */
function modelRequestOf(request: CompletionRequest): Question['modelRequest'] {
  const { tools, tool_choice: choice, response_format: format, stop, logit_bias: bias } = request
  const options = defined({
    temperature: request.temperature ?? undefined,
    topP: request.top_p ?? undefined,
    seed: request.seed ?? undefined,
    // 0 is the default, and clients send it to providers that have no such option.
    presencePenalty: request.presence_penalty || undefined,
    frequencyPenalty: request.frequency_penalty || undefined,
    logitBias: bias && Object.keys(bias).length > 0 ? bias : undefined,
    stop: typeof stop === 'string' ? [stop] : stop?.length ? stop : undefined,
    responseFormat: format && format.type !== 'text' ? format : undefined,
    allowsParallelToolCalls: tools?.length ? (request.parallel_tool_calls ?? undefined) : undefined,
  })
  const modelRequest = defined({
    tools: tools?.length
      ? tools.map(({ function: { name, description, parameters, strict } }) => ({
          name,
          description: description ?? '',
          parameters: parameters ?? { type: 'object', properties: {} },
          isStrict: strict ?? undefined,
        }))
      : undefined,
    toolChoice: toolChoiceOf(choice),
    maxOutputTokens: request.max_completion_tokens ?? request.max_tokens ?? undefined,
    options: Object.keys(options).length > 0 ? options : undefined,
  })
  return Object.keys(modelRequest).length > 0 ? modelRequest : undefined
}

function toolChoiceOf(choice: CompletionRequest['tool_choice']) {
  if (!choice || choice === 'auto') return undefined
  return typeof choice === 'string' ? choice : { name: choice.function.name }
}

const defined = <T extends object>(fields: T) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<T>

const SUPPORTED_PARTS: ReadonlySet<string> = new Set(['text', 'refusal', 'image_url'])

const isSystem = ({ role }: CompletionMessage) => role === 'system' || role === 'developer'

/** Returns an id that links a message to its images; callers of this protocol send no ids. */
const idOf = (index: number) => `m${index}`

/** Returns the images of the user's messages by the id of the message; undefined if there are none. */
function imagesOf(messages: readonly CompletionMessage[]): Question['images'] {
  const entries = messages.flatMap(({ role, content }, index) => {
    const parts = role === 'user' && Array.isArray(content) ? content : []
    const images = parts.flatMap((contentPart, partIndex) =>
      contentPart.type === 'image_url' ? imageOf(contentPart, `messages.${index}.content.${partIndex}`) : [],
    )
    return images.length > 0 ? [[idOf(index), images] as const] : []
  })
  return entries.length > 0 ? Object.fromEntries(entries) : undefined
}

const DATA_URL = /^data:image\/(?:png|jpeg|webp|gif);base64,/

/** Throws VALIDATION for a URL (nothing is fetched) and for bytes that are not an image. */
function imageOf(
  { image_url: image }: { readonly image_url?: { readonly url: string } | undefined },
  path: string,
) {
  const url = image?.url ?? ''
  const prefix = DATA_URL.exec(url)?.[0]
  if (prefix === undefined) throw invalid(path, 'Send images as data URLs (PNG, JPEG, WebP or GIF).')
  const data = url.slice(prefix.length)
  const facts = imageFacts(Buffer.from(data, 'base64'))
  if (!facts) throw invalid(path, 'These bytes are no image.')
  return { mediaType: facts.mediaType, data, width: facts.width, height: facts.height }
}

/** Throws for audio and files, because an agent would reply without them. */
function assertSupportedParts(messages: readonly CompletionMessage[]): void {
  for (const [index, { content }] of messages.entries()) {
    if (!Array.isArray(content)) continue
    const other = content.findIndex(({ type }) => !SUPPORTED_PARTS.has(type))
    if (other === -1) continue
    throw invalid(`messages.${index}.content.${other}`, 'Only text and image_url parts are supported.')
  }
}

function messageOf(message: CompletionMessage): ChatMessage {
  const content = textOf(message)
  if (message.role === 'assistant') {
    const calls = (message.tool_calls ?? []).map(({ id, function: { name, arguments: text } }) => ({
      id,
      name,
      arguments: text,
    }))
    return { role: 'assistant', content, ...(calls.length > 0 && { tool_calls: calls }) }
  }
  if (message.role === 'tool' && typeof message.tool_call_id === 'string')
    return { role: 'tool', content: content === '' ? '(empty)' : content, tool_call_id: message.tool_call_id }
  return { role: 'user', content }
}

const textOf = ({ content }: CompletionMessage): string =>
  typeof content === 'string' ? content : (content ?? []).map(({ text = '' }) => text).join('')

const invalid = (path: string, message: string) =>
  new DomainError('VALIDATION', message, { details: [{ path, message }] })
