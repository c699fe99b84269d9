import type { ConversationMessage } from '@vee/contract/entities/conversation'
import { DomainError } from '../../errors/domain-error.ts'
import type { EmitReplyEvent } from '../ports.ts'
import type { ReplyRun } from './reply-run.ts'

/** Emits the events of a stored reply for a caller who requested it and never received it. */
export function replayStoredReply(
  storedMessage: ConversationMessage,
  { identity: newIdentity, persona }: ReplyRun,
  emit: EmitReplyEvent,
): void {
  const { content, finishReason = 'stop', model, provider, usage, costUsd = 0 } = storedMessage
  const { tool_calls, pictures, sources = [] } = storedMessage
  const identity = {
    ...newIdentity,
    ...(model !== undefined && { model }),
    ...(provider !== undefined && { provider }),
  }
  emit({ type: 'start', ...identity })
  for (const source of sources) emit({ type: 'source', source })
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
    ...(pictures && { pictures }),
    sources,
  })
}
