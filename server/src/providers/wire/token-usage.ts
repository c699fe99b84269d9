import type { TokenUsage } from '@vee/contract/entities/message'

/** Returns the usage from a vendor's figures after validation. `prompt` includes the cached tokens. */
export function readTokenUsage(
  figures: Readonly<Record<'prompt' | 'completion' | 'cached', unknown>>,
): TokenUsage {
  const promptTokens = tokenCount(figures.prompt)
  const completionTokens = tokenCount(figures.completion)
  return {
    promptTokens,
    completionTokens,
    totalTokens: promptTokens + completionTokens,
    cachedTokens: tokenCount(figures.cached),
  }
}

export const tokenCount = (figure: unknown) =>
  Number.isSafeInteger(figure) ? Math.max(0, figure as number) : 0
