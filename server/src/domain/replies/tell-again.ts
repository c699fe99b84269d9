import type { ConversationMessage } from '@vee/contract/entities/conversation'
import type { ReplyMetadata } from '@vee/contract/stream/reply-event'
import { Refusal } from '../refusal.ts'
import type { TellReplyEvent } from './ports.ts'

type Identity = Pick<
  ReplyMetadata,
  'replyId' | 'agentId' | 'conversationId' | 'model' | 'provider' | 'persona'
>

/** A reply that is kept, for somebody who asked for it and never heard it. */
export function tellAgain(
  { content, finishReason = 'stop', model, provider, usage, costUsd = 0, tool_calls }: ConversationMessage,
  { persona, ...asked }: Identity,
  tell: TellReplyEvent,
): void {
  const identity = {
    ...asked,
    ...(model !== undefined && { model }),
    ...(provider !== undefined && { provider }),
  }
  tell({ type: 'start', ...identity })
  if (content !== '') tell({ type: 'chunk', content })
  if (finishReason === 'error') throw new Refusal('REPLY_INTERRUPTED', 'This reply was broken off.')
  tell({
    type: 'final_response_metadata',
    ...identity,
    usage: usage ?? { promptTokens: 0, completionTokens: 0, totalTokens: 0 },
    costUsd,
    persona,
    finishReason,
    ...(tool_calls && { tool_calls }),
  })
}
