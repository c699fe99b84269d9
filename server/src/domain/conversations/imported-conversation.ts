import type { ConversationMessage } from '@vee/contract/entities/conversation'
import type { ConversationToImport } from '@vee/contract/http/conversations'
import type { NewConversation } from '#db/queries/conversations/stored-messages.ts'
import { withoutNul } from '#lib/without-nul.ts'
import { makeTitle, titleOfSource } from './make-title.ts'
import { messageRowOf } from './message-rows.ts'
import { withVersionsBeside } from './reply-versions.ts'

/** A conversation of a browser, of another program or of an archive. */
export type IncomingConversation = Pick<ConversationToImport, 'id' | 'agentId'> &
  Partial<Omit<ConversationToImport, 'id' | 'agentId' | 'messages'>> & {
    /** at least one; each after the one before it, unless it names its parent */
    readonly messages: readonly ConversationMessage[]
  }

/** Returns the rows of an imported conversation; `projectId` is one that the member may use. */
export function newConversationOf(
  conversation: IncomingConversation,
  { key, projectId, now }: Pick<NewConversation, 'key' | 'projectId'> & { readonly now: number },
): NewConversation {
  const { agentId, messages, leafId, title, titleSource, tags } = conversation
  const { archived, pinned, unread, createdAt, updatedAt } = conversation
  const first = messages.find(({ role }) => role === 'user') ?? messages[0]
  const hasTitle = title !== undefined && title.trim() !== ''
  return {
    key,
    agentId: withoutNul(agentId),
    title: hasTitle ? titleOfSource(title) : makeTitle(first?.content ?? ''),
    ...(hasTitle && titleSource !== undefined && { titleSource }),
    ...(projectId !== undefined && { projectId }),
    tags: tags?.map(withoutNul),
    columns: {
      archived: archived === true ? 1 : 0,
      pinned_at: pinned === true ? now : null,
      unread: unread === true ? 1 : 0,
      ...(createdAt !== undefined && { created_at: pastTime(createdAt, now) }),
      ...(updatedAt !== undefined && { updated_at: pastTime(updatedAt, now) }),
    },
    messages: withVersionsBeside(messages).map((message) => ({
      ...messageRowOf(message, pastTime(message.timestamp, now)),
      parentId: message.parentId && withoutNul(message.parentId),
    })),
    leafId: leafId && withoutNul(leafId),
  }
}

/** A browser's clock may be wrong: times in the future are replaced by now. */
const pastTime = (timestamp: string, now: number) => Math.min(Date.parse(timestamp), now)
