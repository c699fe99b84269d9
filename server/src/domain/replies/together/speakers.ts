import { type AgentId, resolveAgentId } from '@vee/contract/entities/agent-ids'
import type { ChatMessage } from '@vee/contract/entities/message'
import { partsBySpeaker } from '@vee/contract/entities/speaker'
import type { LlmMessage } from '#providers/llm/llm.ts'

/**
 * Returns the messages as one agent receives them. Vendors know two roles: its own words are those of the assistant, and
 * others' are messages of the user that begin with their name. Others' calls of tools are left out with their results.
 */
export function messagesSeenBy(
  agentId: AgentId,
  messages: readonly LlmMessage[],
  nameOf: (agentId: string) => string,
): readonly LlmMessage[] {
  const isOwn = ({ agentId: id }: { readonly agentId?: string | undefined }) =>
    id === undefined || (resolveAgentId(id) ?? id) === agentId
  const othersCalls = new Set(
    messages
      .filter((message) => message.role === 'assistant' && !isOwn(message))
      .flatMap(({ tool_calls: calls = [] }) => calls.map(({ id }) => id)),
  )
  return messages.flatMap((message): readonly LlmMessage[] => {
    if (message.role === 'tool') return othersCalls.has(message.tool_call_id ?? '') ? [] : [message]
    if (message.role !== 'assistant') return [message]
    const parts = partsBySpeaker(message)
    if (parts.every(isOwn) && isOwn(message)) return [message]
    const { tool_calls: calls, id, speakers: _, ...rest } = message
    const words = parts.map((part): LlmMessage => {
      if (isOwn(part)) return { ...rest, content: part.text, ...(id !== undefined && { id }) }
      return { role: 'user', content: `[${nameOf(part.agentId ?? '')} said]\n${part.text}` }
    })
    return isOwn(message) && calls ? withCalls(words, calls, message) : words
  })
}

/** The agent's own calls follow its last words. */
function withCalls(
  words: readonly LlmMessage[],
  calls: NonNullable<ChatMessage['tool_calls']>,
  message: LlmMessage,
): readonly LlmMessage[] {
  const last = words.at(-1)
  if (last?.role === 'assistant') return [...words.slice(0, -1), { ...last, tool_calls: calls }]
  return [...words, { ...message, content: '', tool_calls: calls }]
}

/** Returns the ids of the agents other than this one that speak in these messages. */
export const otherAgentsIn = (messages: readonly ChatMessage[], agentId: AgentId): readonly string[] =>
  [...new Set(speakersIn(messages))].filter((id) => (resolveAgentId(id) ?? id) !== agentId)

/** Returns the ids of those that speak in these messages, in the order of their words, each as often as it begins. */
export const speakersIn = (messages: readonly ChatMessage[]): readonly string[] =>
  messages
    .filter(({ role }) => role === 'assistant')
    .flatMap((message) => partsBySpeaker(message).flatMap((part) => part.agentId ?? []))
