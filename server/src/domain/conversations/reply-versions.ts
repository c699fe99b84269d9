import {
  type ConversationMessage,
  type ReplyAlternative,
  replyAlternative,
} from '@vee/contract/entities/conversation'
import { MAX_VERSIONS } from '@vee/contract/entities/conversation-limits'

/** The other replies to the question of a reply, for clients that do not know the tree. */
export type ReplyVersions = Pick<ConversationMessage, 'alternatives' | 'version'>

/** Returns the other versions of a reply, given all of them in the order in which they were generated; the oldest ones may be left out. */
export function versionsBeside(
  replyId: string,
  replyMessages: readonly ConversationMessage[],
): ReplyVersions {
  const others = replyMessages.filter(({ id }) => id !== replyId).slice(1 - MAX_VERSIONS)
  if (others.length === 0) return {}
  const shown = replyMessages.findIndex(({ id }) => id === replyId)
  const isBefore = ({ id }: ConversationMessage) =>
    replyMessages.findIndex((version) => version.id === id) < shown
  const version = others.filter(isBefore).length + 1
  return {
    alternatives: others.map((other): ReplyAlternative => replyAlternative.parse(other)),
    ...(version <= others.length && { version }),
  }
}

/** A message of an import with its place. */
export type TreeMessage = ConversationMessage & { readonly parentId?: string | null | undefined }

/**
 * Returns messages with the versions of their replies as siblings. A message without a parent follows the one
 * before it, as it is shown.
 */
export const withVersionsBeside = (messages: readonly ConversationMessage[]): readonly TreeMessage[] =>
  messages.flatMap((message, index): readonly TreeMessage[] => {
    const { alternatives = [], version: _, siblings: __, ...rest } = message
    const previous = messages[index - 1]?.id ?? (alternatives.length > 0 ? null : undefined)
    const parentId = rest.parentId === undefined ? previous : rest.parentId
    const parent = parentId === undefined ? {} : { parentId }
    const { role, agentId } = message
    return [
      ...alternatives.map((alternative) => ({
        ...alternative,
        role,
        ...(agentId !== undefined && { agentId }),
        parentId: parentId ?? null,
      })),
      { ...rest, ...parent },
    ]
  })
