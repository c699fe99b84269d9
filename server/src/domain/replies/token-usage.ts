import type { TokenUsage } from '@vee/contract/entities/message'
import { imageTokens } from '@vee/contract/entities/image-tokens'
import type { LlmRequest } from '#providers/llm/llm.ts'
import type { ReplyAccumulator } from './run/reply-accumulator.ts'
import { estimateTokens } from '#lib/estimate-tokens.ts'
import type { TokenCounter } from './ports.ts'

/** Estimates the tokens of a request and its answer without calling the tokenizer. */
export const estimateUsage = (request: LlmRequest, completionTokens: number): TokenUsage =>
  usageOf(
    textsOf(request).reduce((sum, text) => sum + estimateTokens(text), imagesOf(request)),
    completionTokens,
  )

/**
 * Returns the usage of the current round: as reported by the vendor, else as counted by the model's
 * tokenizer, else estimated.
 */
export async function usageOfRound(
  request: LlmRequest,
  accumulator: Pick<ReplyAccumulator, 'roundUsage' | 'written'>,
  tokens: TokenCounter,
): Promise<TokenUsage> {
  if (accumulator.roundUsage) return accumulator.roundUsage
  const texts = [accumulator.written, ...textsOf(request)]
  const counts = tokens.knows(request.model) ? await tokens.count(texts) : undefined
  const [completion = 0, ...prompt] = counts ?? texts.map(estimateTokens)
  return usageOf(
    prompt.reduce((sum, count) => sum + count, imagesOf(request)),
    completion,
  )
}

const textsOf = ({ system, messages }: LlmRequest) => [system, ...messages.map(({ content }) => content)]

/** Returns about how many tokens the images of a request take. */
const imagesOf = ({ messages }: LlmRequest): number =>
  messages.flatMap(({ images = [] }) => images).reduce((sum, image) => sum + imageTokens(image), 0)

/** Vendors also count the roles of messages, so this stays an estimate. */
const usageOf = (promptTokens: number, completionTokens: number): TokenUsage => ({
  promptTokens,
  completionTokens,
  totalTokens: promptTokens + completionTokens,
  isEstimated: true,
})
