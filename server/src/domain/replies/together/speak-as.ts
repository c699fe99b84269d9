import type { AgentId } from '@vee/contract/entities/agent-ids'
import type { ChatMessage } from '@vee/contract/entities/message'
import type { ReplyEvent } from '@vee/contract/stream/reply-event'
import { failureFor } from '../../money/ledger/index.ts'
import type { EmitReplyEvent } from '../ports.ts'
import { prepareReply } from '../run/prepare-reply.ts'
import type { ReplyRun } from '../run/reply-run.ts'
import { reserveReply } from '../run/reserve-reply.ts'
import { endReasonOf, settleCosts, settleUsed } from '../run/settle-reply.ts'
import { startGeneration } from '../run/start-generation.ts'
import type { OthersWords } from './ask-tools.ts'
import { requestFor } from './choose-answering-agents.ts'
import type { SpeakingReason } from './speaking-reason.ts'

interface OtherSpeaker {
  readonly agentId: AgentId
  readonly reason: SpeakingReason
  /** the words that precede its own, after the messages of the request */
  readonly addedMessages: readonly ChatMessage[]
}

/**
 * Lets another agent speak within a reply: with its own model, files, tools, tier and limits, and an entry of its own in the
 * ledger. It can ask nobody else. `emit` receives its text and its tools. Throws as `generateReply` does; what it has used
 * is settled.
 */
export async function speakAs(
  run: ReplyRun,
  { agentId, reason, addedMessages }: OtherSpeaker,
  abortSignal: AbortSignal,
  emit: EmitReplyEvent,
): Promise<OthersWords> {
  const { caller, dependencies, chatRequest, identity } = run
  const request = {
    ...requestFor(chatRequest, agentId),
    conversationId: identity.conversationId,
    messages: [...chatRequest.messages, ...addedMessages],
  }
  const other = await reserveReply(
    await prepareReply(request, caller, dependencies, { reason, sources: run.sources }),
  )
  const generation = startGeneration(other, abortSignal, (event) => emit(withAgent(event, agentId)))
  try {
    await generation.toEnd()
    endReasonOf(other, abortSignal)
    const { usage, costUsd } = await settleCosts(other)
    return { text: other.accumulator.text, usage, costUsd, hasOutsideText: other.toolUse.hasOutsideText }
  } catch (failure) {
    throw failureFor(other.modelAndPayer.payer, failure)
  } finally {
    await generation.stop()
    run.accumulator.addOthersToolRuns(agentId, other.accumulator.toolRuns)
    await settleUsed(other)
  }
}

/** A question about a tool names the agent that asks. */
const withAgent = (event: ReplyEvent, agentId: AgentId): ReplyEvent =>
  event.type === 'tool_started' ? { ...event, agentId } : event
