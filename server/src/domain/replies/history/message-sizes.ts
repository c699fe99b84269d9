import type { ChatMessage } from '@vee/contract/entities/message'
import { estimateTokens } from '../estimate-tokens.ts'
import type { TokenCounter } from '../ports.ts'
import type { HistoryPlan } from './plan-history.ts'

/** The tokens of a message. */
export type MessageSize = (message: ChatMessage) => number

/** By its length alone, as the plan says. */
export const sizeByLength =
  (charsPerToken: number): MessageSize =>
  (message) =>
    Math.ceil(writtenIn(message).length / charsPerToken)

/** An estimate is never so far off, in any language of the interface: below this part of the budget all is sure to fit. */
const SURE_PART = 0.6

/**
 * How large the messages of a conversation are to a model: as its tokenizer counts them where it is known and the budget
 * is near, else by their length.
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

/** All that a message says, its tool calls included. */
const writtenIn = ({ content, tool_calls: calls = [] }: ChatMessage) =>
  calls.reduce((text, call) => text + call.name + call.arguments, content)
