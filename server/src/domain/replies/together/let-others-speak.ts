import type { AgentId } from '@vee/contract/entities/agent-ids'
import type { ChatMessage } from '@vee/contract/entities/message'
import type { ReplyEvent } from '@vee/contract/stream/reply-event'
import { ToolFailure } from '../../tools/index.ts'
import type { EmitReplyEvent } from '../ports.ts'
import type { ReplyRun } from '../run/reply-run.ts'
import { spokenSentenceOf } from './ask-tools.ts'
import type { SpeakingReason } from './speaking-reason.ts'
import { speakAs } from './speak-as.ts'

/** Lets the agent of a reply ask others: the first sentence of an answer is spoken by the one that gives it. */
export function letAgentAskOthers(run: ReplyRun, emit: EmitReplyEvent): void {
  const { agent, nameOf, chatRequest, accumulator, dependencies } = run
  run.agentTools?.bind(async (agentId, question, signal) => {
    // Another model is not called for a question that may never be asked.
    if ((await dependencies.isConfirmed) === false) throw new ToolFailure('The question was not asked.')
    const words = await speakAs(
      run,
      {
        agentId,
        reason: { kind: 'asked-by-agent', name: nameOf(agent.id) },
        addedMessages: [{ role: 'assistant', agentId: agent.id, content: question }],
      },
      signal,
      (event) => {
        if (isOfTool(event)) emit(event)
      },
    )
    accumulator.addOthersCosts(words)
    const sentence = spokenSentenceOf(words.text, chatRequest.language ?? chatRequest.locale)
    for (const event of accumulator.addOthersText(agentId, sentence)) emit(event)
    if (accumulator.endOthersText()) emit({ type: 'speaker', agentId: agent.id })
    return words
  })
}

const isOfTool = ({ type }: ReplyEvent) => type === 'tool_started' || type === 'tool_finished'

/**
 * Lets those speak that follow the agent of a reply: the others of a round, in turn, or the one that it has handed over to. A
 * round ends where it is cut off.
 */
export async function letOthersSpeak(
  run: ReplyRun,
  abortSignal: AbortSignal,
  emit: EmitReplyEvent,
): Promise<void> {
  const { agent, nameOf, agentTools, accumulator, dependencies, nextAgents } = run
  const handOver = agentTools?.handOver
  const next = handOver ? [handOver.agentId] : nextAgents
  if (next.length === 0 || abortSignal.aborted || accumulator.toolCalls.length > 0) return
  if ((await dependencies.isConfirmed) === false) return
  if (handOver) sayReason(run, handOver.reason, emit)
  const reason: SpeakingReason = handOver
    ? { kind: 'handed-over', name: nameOf(agent.id), reason: handOver.reason }
    : { kind: 'next-in-round' }
  for (const agentId of next) {
    await letSpeak(run, agentId, reason, abortSignal, emit)
    if (abortSignal.aborted) return accumulator.cutOff()
  }
}

/** An agent that has handed over without a word says why. */
function sayReason({ accumulator }: ReplyRun, reason: string, emit: EmitReplyEvent): void {
  if (accumulator.text.trim() !== '') return
  const event = accumulator.addEvent({ type: 'text', text: reason })
  if (event) emit(event)
}

async function letSpeak(
  run: ReplyRun,
  agentId: AgentId,
  reason: SpeakingReason,
  abortSignal: AbortSignal,
  emit: EmitReplyEvent,
): Promise<void> {
  const { accumulator } = run
  const words = await speakAs(
    run,
    { agentId, reason, addedMessages: wordsSoFar(run) },
    abortSignal,
    (event) => {
      switch (event.type) {
        case 'chunk':
          for (const added of accumulator.addOthersText(agentId, event.content)) emit(added)
          return
        case 'retracted':
          if (event.kind === 'text') accumulator.replaceOthersText(event.length, '')
          return emit(event)
        case 'marked':
          accumulator.replaceOthersText(event.length, event.content)
          return emit(event)
        case 'reasoning_delta':
        case 'source':
        case 'tool_started':
        case 'tool_finished':
          return emit(event)
        // Results are for the screen of the agent itself, and calls for callers that show no speakers.
        case 'result_delta':
        case 'tool_call_delta':
        case 'start':
        case 'speaker':
        case 'error':
        case 'final_response_metadata':
          return
      }
    },
  )
  accumulator.addOthersCosts(words)
}

/** What the reply contains before another agent speaks; empty if nothing. */
function wordsSoFar({ accumulator, agent, identity }: ReplyRun): readonly ChatMessage[] {
  const { text: content, speakers } = accumulator
  if (content.trim() === '') return []
  return [{ role: 'assistant', id: identity.replyId, agentId: agent.id, content, speakers }]
}
