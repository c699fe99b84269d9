import type { TokenUsage } from '@vee/contract/entities/message'
import type { LlmRequest } from '#providers/llm.ts'
import type { ReplyAccumulator } from './reply-accumulator.ts'
import { estimateTokens } from './estimate-tokens.ts'
import type { TokenCounter } from './ports.ts'

/** About what a request and its answer use, without waiting for anything. */
export const estimateUsage = (request: LlmRequest, completionTokens: number): TokenUsage =>
  usageOf(
    textsOf(request).reduce((sum, text) => sum + estimateTokens(text), 0),
    completionTokens,
  )

/** What the round that goes on has used: by the vendor's figures, else as the model's tokenizer counts, else about. */
export async function usedIn(
  request: LlmRequest,
  answer: Pick<ReplyAccumulator, 'roundUsage' | 'written'>,
  tokens: TokenCounter,
): Promise<TokenUsage> {
  if (answer.roundUsage) return answer.roundUsage
  const texts = [answer.written, ...textsOf(request)]
  const counts = tokens.knows(request.model) ? await tokens.count(texts) : undefined
  const [completion = 0, ...prompt] = counts ?? texts.map(estimateTokens)
  return usageOf(
    prompt.reduce((sum, count) => sum + count, 0),
    completion,
  )
}

const textsOf = ({ system, messages }: LlmRequest) => [system, ...messages.map(({ content }) => content)]

/** The vendor counts more than the texts, such as who says what: it stays an estimate. */
const usageOf = (promptTokens: number, completionTokens: number): TokenUsage => ({
  promptTokens,
  completionTokens,
  totalTokens: promptTokens + completionTokens,
  isEstimated: true,
})
