import type { ConversationMessage } from '@vee/contract/entities/conversation'
import type { ReplyMetadata } from '@vee/contract/stream/reply-event'
import { DomainError } from '../domain-error.ts'
import type { EmitReplyEvent } from './ports.ts'

type Identity = Pick<
  ReplyMetadata,
  'replyId' | 'agentId' | 'conversationId' | 'model' | 'provider' | 'persona'
>

/** Emits the events of a stored reply for a caller who requested it and never received it. */
export function replayStoredReply(
  { content, finishReason = 'stop', model, provider, usage, costUsd = 0, tool_calls }: ConversationMessage,
  { persona, ...asked }: Identity,
  emit: EmitReplyEvent,
): void {
  const identity = {
    ...asked,
    ...(model !== undefined && { model }),
    ...(provider !== undefined && { provider }),
  }
  emit({ type: 'start', ...identity })
  if (content !== '') emit({ type: 'chunk', content })
  if (finishReason === 'error') throw new DomainError('REPLY_INTERRUPTED', 'This reply was broken off.')
  emit({
    type: 'final_response_metadata',
    ...identity,
    usage: usage ?? { promptTokens: 0, completionTokens: 0, totalTokens: 0 },
    costUsd,
    persona,
    finishReason,
    ...(tool_calls && { tool_calls }),
  })
}
