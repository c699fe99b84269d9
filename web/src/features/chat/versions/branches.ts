import type { Message } from '../store/message.ts'

/** The messages of a conversation in this tab: those of the shown path, and those off it. */
export interface MessageTree {
  /** each follows the one before it */
  readonly messages: readonly Message[]
  /** each follows its `parentId` */
  readonly branchMessages: readonly Message[]
}

/** Takes the messages from an index on out of the path; they stay off it. */
export const cutPath = ({ messages, branchMessages }: MessageTree, index: number): MessageTree => ({
  messages: messages.slice(0, index),
  branchMessages: [
    ...branchMessages,
    ...messages.slice(index).map((message, offset) => ({
      ...message,
      parentId: messages[index + offset - 1]?.id ?? null,
    })),
  ],
})

/** Returns the messages of all paths with their parents, in the order in which they were written. */
export const messagesInOrder = (tree: MessageTree): readonly Message[] =>
  cutPath(tree, 0).branchMessages.toSorted(
    (left, right) => Number(left.at > right.at) - Number(left.at < right.at),
  )

/** Shows the path through a message off it, to the newest message after that; undefined if it is not here. */
export function showBranch(tree: MessageTree, messageId: string): MessageTree | undefined {
  const byId = new Map(tree.branchMessages.map((message) => [message.id, message]))
  const chain: Message[] = []
  for (let next = byId.get(messageId); next; next = byId.get(next.parentId ?? '')) chain.unshift(next)
  const [first] = chain
  if (!first) return undefined
  const anchor = first.parentId ?? null
  const index = anchor === null ? -1 : tree.messages.findIndex(({ id }) => id === anchor)
  if (anchor !== null && index === -1) return undefined
  for (;;) {
    const last = chain.at(-1)
    const after = newest(tree.branchMessages.filter(({ parentId }) => parentId === last?.id))
    if (!after) break
    chain.push(after)
  }
  const shown = new Set(chain.map(({ id }) => id))
  const { messages, branchMessages } = cutPath(tree, index + 1)
  return {
    messages: [...messages, ...chain.map(onPath)],
    branchMessages: branchMessages.filter(({ id }) => !shown.has(id)),
  }
}

function onPath(message: Message): Message {
  const { parentId: _, ...shown } = message
  return shown
}

/** Returns the message that was written last; of several at one time the last one. */
function newest(messages: readonly Message[]): Message | undefined {
  let last: Message | undefined
  for (const message of messages) if (!last || message.at >= last.at) last = message
  return last
}

/**
 * Deletes a message of the path, with everything after it if `following`. Another path through the message before it is shown if the
 * path ended there.
 */
export function withoutMessage(tree: MessageTree, messageId: string, following: boolean): MessageTree {
  const index = tree.messages.findIndex(({ id }) => id === messageId)
  if (index === -1) return tree
  const parentId = tree.messages[index - 1]?.id ?? null
  const gone = new Set(
    (following ? tree.messages.slice(index) : tree.messages.slice(index, index + 1)).map(({ id }) => id),
  )
  if (following) addFollowing(gone, tree.branchMessages)
  const left: MessageTree = {
    messages: tree.messages.filter(({ id }) => !gone.has(id)).map(withoutSiblings(gone)),
    branchMessages: tree.branchMessages
      .filter(({ id }) => !gone.has(id))
      .map(withoutSiblings(gone))
      .map((message) => (gone.has(message.parentId ?? '') ? { ...message, parentId } : message)),
  }
  if (left.messages.length > index) return left
  const other = newest(left.branchMessages.filter((message) => message.parentId === parentId))
  return (other && showBranch(left, other.id)) ?? left
}

/** Adds the messages that follow those with these ids, in whatever order they are. */
function addFollowing(ids: Set<string>, messages: readonly Message[]): void {
  for (let size = -1; size !== ids.size;) {
    size = ids.size
    for (const { id, parentId } of messages) if (ids.has(parentId ?? '')) ids.add(id)
  }
}

const withoutSiblings =
  (gone: ReadonlySet<string>) =>
  (message: Message): Message => {
    const { siblings, ...rest } = message
    if (!siblings?.some((id) => gone.has(id))) return message
    const others = siblings.filter((id) => !gone.has(id))
    return others.length > 1 ? { ...rest, siblings: others } : rest
  }

/** Names in each message of the path the messages that follow the same one, in the order in which they were written. */
export function withSiblings({ messages, branchMessages }: MessageTree): readonly Message[] {
  if (branchMessages.length === 0) return messages
  const beside = Map.groupBy(branchMessages, ({ parentId }) => parentId ?? null)
  return messages.map((message, index) => {
    const others = beside.get(messages[index - 1]?.id ?? null)
    if (!others) return message
    const group = [...others, message]
    const knownIds = group.flatMap(({ siblings = [] }) => siblings)
    const byTime = group.toSorted((left, right) => Number(left.at > right.at) - Number(left.at < right.at))
    const siblings = [...new Set([...knownIds, ...byTime.map(({ id }) => id)])]
    return siblings.join(' ') === message.siblings?.join(' ') ? message : { ...message, siblings }
  })
}

/** Returns the number of a message among its siblings, from 1, and their number. */
export function placeAmongSiblings({ id, siblings = [] }: Message): { number: number; count: number } {
  const index = siblings.indexOf(id)
  return index === -1 ? { number: 1, count: 1 } : { number: index + 1, count: siblings.length }
}

/** Returns an id for the row of a message that stays the same for all of its siblings, so that the focus stays in it. */
export const rowIdOf = ({ id, siblings }: Message): string => siblings?.[0] ?? id
