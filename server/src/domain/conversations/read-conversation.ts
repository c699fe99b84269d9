import type {
  Conversation,
  ConversationMessage,
  ConversationSummary,
} from '@vee/contract/entities/conversation'
import { idsUnder } from '@vee/contract/entities/message-tree'
import type { ConversationKey, ConversationRow, MessageRow } from '#db/queries/conversations/conversations.ts'
import { idBefore, readMessages, readMessagesAfter } from '#db/queries/conversations/message-pages.ts'
import { hasBranches, readTree, type TreeRow } from '#db/queries/conversations/message-tree.ts'
import type { Database } from '#db/schema.ts'
import type { ExportedMessages } from './export.ts'
import { messageOf } from './message-rows.ts'
import { versionsBeside } from './reply-versions.ts'

/** Messages that are read from the database at once. */
const BATCH_MESSAGES = 500

export const keyOfRow = ({ user_id: userId, id }: ConversationRow): ConversationKey => ({ userId, id })

/** Returns messages of the shown path, which follow each other, with their places in the tree. */
export async function pathMessages(
  database: Database,
  key: ConversationKey,
  rows: readonly MessageRow[],
): Promise<readonly ConversationMessage[]> {
  const [first] = rows
  if (!first) return []
  const [parentOfFirst, tree] = await Promise.all([
    idBefore(database, key, first.position),
    treeOf(database, key),
  ])
  const siblingsOf = siblingsIn(tree)
  const messages = rows.map((row, index) => ({
    ...messageOf(row),
    parentId: rows[index - 1]?.id ?? parentOfFirst,
    ...siblingsOf(row.id),
  }))
  return withVersions(database, key, tree, messages)
}

/** Yields the messages of the shown path in batches, oldest first. */
async function* pathInBatches(
  database: Database,
  key: ConversationKey,
): AsyncGenerator<readonly ConversationMessage[]> {
  let position = 0
  for (;;) {
    const rows = await readMessagesAfter(database, key, position, BATCH_MESSAGES)
    yield await pathMessages(database, key, rows)
    if (rows.length < BATCH_MESSAGES) return
    position = rows.at(-1)?.position ?? position
  }
}

/** Yields the messages of all paths in batches, each after its parent. */
async function* treeInBatches(
  database: Database,
  key: ConversationKey,
): AsyncGenerator<readonly ConversationMessage[]> {
  const tree = await readTree(database, key)
  const parents = new Map(tree.map(({ id, parentId }) => [id, parentId]))
  const siblingsOf = siblingsIn(tree)
  let after = 0
  for (;;) {
    const rows = await readMessages(database, key, { after, limit: BATCH_MESSAGES })
    yield rows.map((row) => ({
      ...messageOf(row),
      parentId: parents.get(row.id) ?? null,
      ...siblingsOf(row.id),
    }))
    if (rows.length < BATCH_MESSAGES) return
    after = rows.at(-1)?.position ?? after
  }
}

/** Yields each branch off the shown path, without single replies, which are versions of a shown one. */
async function* branches(
  database: Database,
  key: ConversationKey,
): AsyncGenerator<readonly ConversationMessage[]> {
  const tree = await treeOf(database, key)
  const shown = new Set(tree.filter(({ isOnPath }) => isOnPath).map(({ id }) => id))
  const versionsOf = new Set(
    tree.filter(({ isOnPath, role }) => isOnPath && role === 'assistant').map(({ parentId }) => parentId),
  )
  for (const { id, role, parentId } of tree) {
    const isRoot = !shown.has(id) && (parentId === null || shown.has(parentId))
    if (!isRoot) continue
    const ids = [...idsUnder(tree, id)]
    if (ids.length === 1 && role === 'assistant' && versionsOf.has(parentId)) continue
    const messages: ConversationMessage[] = []
    for (let start = 0; start < ids.length; start += BATCH_MESSAGES) {
      const rows = await readMessages(database, key, { ids: ids.slice(start, start + BATCH_MESSAGES) })
      messages.push(...rows.map(messageOf))
    }
    yield messages
  }
}

export const exportedMessages = (database: Database, key: ConversationKey): ExportedMessages => ({
  pathMessages: pathInBatches(database, key),
  branchMessages: branches(database, key),
  treeMessages: treeInBatches(database, key),
})

/** Returns a conversation with the messages of the shown path or of all paths. */
export async function readConversation(
  database: Database,
  key: ConversationKey,
  summary: ConversationSummary,
  { isTree }: { readonly isTree: boolean },
): Promise<Conversation> {
  const messages: ConversationMessage[] = []
  const batches = isTree ? treeInBatches(database, key) : pathInBatches(database, key)
  for await (const batch of batches) messages.push(...batch)
  return { ...summary, messageCount: isTree ? summary.messageCount : messages.length, messages }
}

/** Returns the tree of a conversation; empty if it has one path only. */
const treeOf = async (database: Database, key: ConversationKey): Promise<readonly TreeRow[]> =>
  (await hasBranches(database, key)) ? readTree(database, key) : []

function siblingsIn(tree: readonly TreeRow[]) {
  const groups = Map.groupBy(tree, ({ parentId }) => parentId)
  const parents = new Map(tree.map(({ id, parentId }) => [id, parentId]))
  return (id: string): Pick<ConversationMessage, 'siblings'> => {
    const parentId = parents.get(id)
    const group = parentId === undefined ? [] : (groups.get(parentId) ?? [])
    return group.length > 1 ? { siblings: group.map((row) => row.id) } : {}
  }
}

/** Adds the other versions of replies, which clients that do not know the tree show. */
async function withVersions(
  database: Database,
  key: ConversationKey,
  tree: readonly TreeRow[],
  messages: readonly ConversationMessage[],
): Promise<readonly ConversationMessage[]> {
  const roles = new Map(tree.map(({ id, role }) => [id, role]))
  const shown = new Set(messages.map(({ id }) => id))
  const repliesBeside = ({ role, siblings = [] }: ConversationMessage) =>
    role === 'assistant' ? siblings.filter((id) => roles.get(id) === 'assistant') : []
  const ids = messages.flatMap(repliesBeside).filter((id) => !shown.has(id))
  if (ids.length === 0) return messages
  const others: ConversationMessage[] = []
  for (let start = 0; start < ids.length; start += BATCH_MESSAGES) {
    const rows = await readMessages(database, key, { ids: ids.slice(start, start + BATCH_MESSAGES) })
    others.push(...rows.map(messageOf))
  }
  const byId = new Map([...others, ...messages].map((message) => [message.id, message]))
  return messages.map((message) => ({
    ...message,
    ...versionsBeside(
      message.id,
      repliesBeside(message).flatMap((id) => byId.get(id) ?? []),
    ),
  }))
}
