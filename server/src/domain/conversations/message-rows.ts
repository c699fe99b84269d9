import type { ConversationMessage } from '@vee/contract/entities/conversation'
import { conversationMessage } from '@vee/contract/entities/conversation'
import type { NewMessage } from '#db/queries/conversations/stored-messages.ts'
import { withoutNul } from '#lib/without-nul.ts'

const details = conversationMessage.omit({
  id: true,
  role: true,
  content: true,
  agentId: true,
  timestamp: true,
  parentId: true,
  siblings: true,
  alternatives: true,
  version: true,
})

/** Converts a message to a row. Postgres does not accept the character NUL, which no text needs. */
export function messageRowOf(message: ConversationMessage, nowMs: number): NewMessage {
  const { id, role, content, agentId, ...rest } = message
  return {
    id: withoutNul(id),
    role,
    content: withoutNul(content),
    agent_id: agentId === undefined ? null : withoutNul(agentId),
    created_at: nowMs,
    details: JSON.stringify(details.parse(rest)),
  }
}

export function messageOf(row: NewMessage): ConversationMessage {
  const rest = details.parse(JSON.parse(row.details))
  return {
    ...rest,
    id: row.id,
    role: row.role,
    content: row.content,
    ...(row.role === 'assistant' && { sources: rest.sources ?? [] }),
    ...(row.agent_id !== null && { agentId: row.agent_id }),
    timestamp: new Date(row.created_at).toISOString(),
  }
}
