import type { ChatMessage } from '@vee/contract/entities/message'
import { estimateTokens } from '#lib/estimate-tokens.ts'
import type { Caller } from '../../accounts/index.ts'
import type { ReplyAttachments } from '../../attachments/index.ts'
import type { TokenCounter } from '../ports.ts'
import type { HistoryPlan } from './plan-history.ts'

/** Returns the tokens of a message. */
export type MessageSize = (message: ChatMessage) => number

/** Returns the size by the length of the text. */
export const sizeByLength =
  (charsPerToken: number): MessageSize =>
  (message) =>
    Math.ceil(writtenIn(message).length / charsPerToken)

/**
 * Estimates are accurate enough in every interface language: below this part of the budget everything fits.
 */
const SURE_PART = 0.6

/**
 * Returns the sizes of messages for a model: counted by its tokenizer if it is known and the budget is close,
 * else by length.
 */
export async function messageSizes(
  messages: readonly ChatMessage[],
  { budgetTokens, charsPerToken }: Pick<HistoryPlan, 'budgetTokens' | 'charsPerToken'>,
  model: string,
  tokens: TokenCounter,
): Promise<MessageSize> {
  if (!tokens.knows(model)) return sizeByLength(charsPerToken)
  const texts = messages.map(writtenIn)
  const estimated = texts.reduce((sum, text) => sum + estimateTokens(text), 0)
  if (estimated <= budgetTokens * SURE_PART) return (message) => estimateTokens(writtenIn(message))
  const counts = await tokens.count(texts)
  if (!counts) return sizeByLength(charsPerToken)
  const countOf = new Map(texts.map((text, index) => [text, counts[index] ?? 0]))
  return (message) => countOf.get(writtenIn(message)) ?? estimateTokens(writtenIn(message))
}

interface SizeDependencies {
  readonly tokens: TokenCounter
  /** absent where callers cannot attach files */
  readonly attachments?: Pick<ReplyAttachments, 'documentTokens'> | undefined
}

/** Returns the sizes of messages as `messageSizes` does, with the estimated sizes of their documents. */
export async function sizesWithDocuments(
  messages: readonly ChatMessage[],
  plan: HistoryPlan,
  { model, caller }: { readonly model: string; readonly caller: Caller },
  { tokens, attachments }: SizeDependencies,
): Promise<MessageSize> {
  const sizeOf = await messageSizes(messages, plan, model, tokens)
  const documentTokens = await attachments?.documentTokens(messages, caller)
  return documentTokens ? (message) => sizeOf(message) + documentTokens(message) : sizeOf
}

/** Returns the text of a message with its tool calls. */
const writtenIn = ({ content, tool_calls: calls = [] }: ChatMessage) =>
  calls.reduce((text, call) => text + call.name + call.arguments, content)
