import type { Completion } from '@vee/contract/http/openai'
import type { FinishReason, ReplyMetadata } from '@vee/contract/stream/reply-event'

/** What only tools of Vee's own lead to is over for the other side too. */
export function finishReasonOf(reason: FinishReason): Completion['choices'][number]['finish_reason'] {
  return reason === 'length' || reason === 'content_filter' ? reason : 'stop'
}

export const usageOf = ({ usage }: Pick<ReplyMetadata, 'usage'>): Completion['usage'] => ({
  prompt_tokens: usage.promptTokens,
  completion_tokens: usage.completionTokens,
  total_tokens: usage.totalTokens,
})
