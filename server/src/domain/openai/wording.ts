import type { Completion } from '@vee/contract/http/openai'
import type { ReplyMetadata } from '@vee/contract/stream/reply-event'

/**
 * Returns `stop` for finish reasons that only tools of this server cause, because the client does not know
 * them.
 */
export function finishReasonOf({
  finishReason,
  tool_calls: calls = [],
}: Pick<ReplyMetadata, 'finishReason' | 'tool_calls'>): Completion['choices'][number]['finish_reason'] {
  if (calls.length > 0 && finishReason !== 'length') return 'tool_calls'
  return finishReason === 'length' || finishReason === 'content_filter' ? finishReason : 'stop'
}

export const usageOf = ({ usage }: Pick<ReplyMetadata, 'usage'>): Completion['usage'] => ({
  prompt_tokens: usage.promptTokens,
  completion_tokens: usage.completionTokens,
  total_tokens: usage.totalTokens,
  ...(usage.reasoningTokens !== undefined && {
    completion_tokens_details: { reasoning_tokens: usage.reasoningTokens },
  }),
})
