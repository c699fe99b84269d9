import type { putShownVersion } from '@vee/contract/http/conversations'
import { readToken } from '#lib/http/auth-token.ts'
import type { Chat } from '../store/chat.ts'
import { findReply } from '../store/chat-state.ts'
import type { Message, ReplyMessage, ReplyVersion } from '../store/message.ts'

/** Returns all versions of a reply, the shown one included, in the order in which they were generated. */
export function versionsOf(reply: ReplyMessage): readonly ReplyVersion[] {
  const { role: _, agentId: __, alternatives = [], version: ___, requestedModel: ____, ...shown } = reply
  return alternatives.toSpliced(shownIndex(reply), 0, shown)
}

const shownIndex = ({ alternatives = [], version = alternatives.length + 1 }: ReplyMessage) => version - 1

/** Returns the number of the shown version, from 1, and the number of versions. */
export const placeAmongVersions = (reply: ReplyMessage) => ({
  number: shownIndex(reply) + 1,
  count: (reply.alternatives?.length ?? 0) + 1,
})

/** Returns an id for the row of a message that stays the same for all versions of a reply. */
export function rowIdOf(message: Message): string {
  if (message.role === 'user' || !message.alternatives || shownIndex(message) === 0) return message.id
  return message.alternatives[0]?.id ?? message.id
}

/** Requests another version of the last reply, from the model with this id or the one of the settings. */
export function regenerate(chat: Chat, replyId: string, model?: string): void {
  const reply = findReply(chat.state.getState().messages, replyId)
  if (reply) chat.regenerate(versionsOf(reply).filter(hasText), model)
}

/** Shows another version of a reply, counted from 1. Later questions are sent with it. */
export function showVersion(chat: Chat, replyId: string, number: number): void {
  const { conversationId, messages } = chat.state.getState()
  const reply = findReply(messages, replyId)
  if (!reply || reply.state.kind === 'running') return
  const wanted = versionsOf(reply)[number - 1]
  if (!wanted) return
  // A version that failed before its first word is not worth keeping.
  const versions = versionsOf(reply).filter((version) => version === wanted || hasText(version))
  const index = versions.indexOf(wanted)
  const { role, agentId } = reply
  const alternatives = versions.toSpliced(index, 1)
  const shown = {
    ...wanted,
    role,
    agentId,
    ...(alternatives.length > 0 && { alternatives, version: index + 1 }),
  }
  chat.replaceReply(replyId, shown)
  if (readToken() !== undefined) storeShownVersion(chat, conversationId, wanted.id)
}

const hasText = ({ text }: ReplyVersion) => text !== ''

let requests: Promise<unknown> = Promise.resolve()

/** Stores the choice on the server, one after another. */
function storeShownVersion({ api }: Chat, id: string, replyId: string): void {
  requests = requests
    .then(() =>
      api.send<typeof putShownVersion>('PUT', '/conversations/{id}/versions/{replyId}', {
        params: { id, replyId },
      }),
    )
    // The client has logged it. This tab sends and shows the chosen version all the same.
    .catch(() => undefined)
}
