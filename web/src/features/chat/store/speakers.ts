import { type AgentId, resolveAgentId } from '@vee/contract/entities/agent-ids'
import { lastSpeakerOf, type SpeakerRange } from '@vee/contract/entities/speaker'
import type { Message, ReplyMessage } from './message.ts'

/** Returns a growing reply in which an agent speaks from an offset of its text on. */
export function withSpeaker(reply: ReplyMessage, agentId: AgentId, offset: number): ReplyMessage {
  const ended = endedAt(reply.speakers ?? [], offset)
  const isOwn = agentId === reply.agentId
  const speakers = isOwn ? ended : [...ended, { agentId, start: offset, end: Number.MAX_SAFE_INTEGER }]
  return { ...reply, speakers }
}

/** Returns an ended reply, whose last stretch ends with its text. */
export function withEndedRanges({ speakers, ...reply }: ReplyMessage): ReplyMessage {
  const ended = endedAt(speakers ?? [], reply.text.length)
  return ended.length === 0 ? reply : { ...reply, speakers: ended }
}

const endedAt = (speakers: readonly SpeakerRange[], length: number) =>
  speakers
    .map((range) => ({ ...range, end: Math.min(range.end, length) }))
    .filter(({ start, end }) => start < end)

/** Returns the agent that spoke last; undefined before the first reply. */
export function lastSpeakerIn(messages: readonly Message[]): AgentId | undefined {
  const reply = messages.findLast((message) => message.role === 'assistant')
  return reply && resolveAgentId(lastSpeakerOf({ ...reply, content: reply.text }) ?? '')
}
