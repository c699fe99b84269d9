import {
  type ConversationMessage,
  type ReplyAlternative,
  replyAlternative,
} from '@vee/contract/entities/conversation'
import { VERSIONS_MAX } from '@vee/contract/entities/conversation-limits'
import type { NewMessage } from '#db/queries/conversations/stored-messages.ts'
import { messageOf, messageRowOf } from './message-rows.ts'

/** Returns a reply with earlier replies to the same question as its alternatives. Truncated and empty ones are omitted. */
export function withEarlierVersions(reply: NewMessage, earlier: readonly NewMessage[]): NewMessage {
  const versions = new Map(
    earlier.flatMap((row) => versionsOf(messageOf(row))).map((version) => [version.id, version]),
  )
  const alternatives = [...versions.values()]
    .filter(({ id, content, finishReason }) => {
      const isTruncated = finishReason === 'interrupted' || finishReason === 'error'
      return id !== reply.id && content !== '' && !isTruncated
    })
    .slice(1 - VERSIONS_MAX)
  if (alternatives.length === 0) return reply
  return messageRowOf({ ...messageOf(reply), alternatives }, reply.created_at)
}

/** Returns a reply with another of its versions shown; undefined if it has no such version. */
export function withShownVersion(reply: NewMessage, versionId: string): NewMessage | undefined {
  const message = messageOf(reply)
  const versions = versionsOf(message)
  const index = versions.findIndex(({ id }) => id === versionId)
  const shown = versions[index]
  if (!shown) return undefined
  const { role, agentId } = message
  const createdAt = Date.parse(shown.timestamp)
  return messageRowOf(
    {
      ...shown,
      role,
      ...(agentId !== undefined && { agentId }),
      alternatives: versions.toSpliced(index, 1),
      version: index + 1,
    },
    Number.isNaN(createdAt) ? reply.created_at : createdAt,
  )
}

/** Returns all versions of a reply, the shown one included, in the order in which they were generated. */
function versionsOf(message: ConversationMessage): readonly ReplyAlternative[] {
  const { alternatives = [], version = alternatives.length + 1 } = message
  return alternatives.toSpliced(version - 1, 0, replyAlternative.parse(message))
}
