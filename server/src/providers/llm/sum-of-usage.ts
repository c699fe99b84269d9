import type { TokenUsage } from '@vee/contract/entities/message'

/** Returns the usage of several calls of a model. */
export function sumOfUsage(left: TokenUsage | undefined, right: TokenUsage): TokenUsage {
  if (!left) return right
  const cachedTokens = (left.cachedTokens ?? 0) + (right.cachedTokens ?? 0)
  const reasoningTokens = (left.reasoningTokens ?? 0) + (right.reasoningTokens ?? 0)
  return {
    promptTokens: left.promptTokens + right.promptTokens,
    completionTokens: left.completionTokens + right.completionTokens,
    totalTokens: left.totalTokens + right.totalTokens,
    ...(cachedTokens > 0 && { cachedTokens }),
    ...(reasoningTokens > 0 && { reasoningTokens }),
    ...((left.isEstimated || right.isEstimated) && { isEstimated: true }),
  }
}
