import type {
  deleteMessage,
  forkConversation,
  getConversation,
  putLeaf,
  restoreMessage,
} from '@vee/contract/http/conversations'
import { readToken } from '#lib/http/auth-token.ts'
import type { Chat } from '../store/chat.ts'
import type { Message } from '../store/message.ts'
import { openConversation } from '../store/older-messages.ts'
import { forkInTab } from '../store/set-aside.ts'
import { shownMessages } from '../store/tab-conversations.ts'
import {
  cutPath,
  messagesInOrder,
  placeAmongSiblings,
  showBranch,
  withoutMessage,
  type MessageTree,
} from './branches.ts'

/** Whether the server may store the conversation. It does not for some agents, which the calls below tolerate. */
const isStored = (): boolean => readToken() !== undefined

/** Calls to the server, one after another. */
let requests: Promise<unknown> = Promise.resolve()

function runExclusive<R>(request: () => Promise<R>): Promise<R> {
  const result = requests.then(request)
  requests = result.catch(() => undefined)
  return result
}

const treeOf = (chat: Chat): MessageTree => chat.state.getState()

const paramsOf = (chat: Chat) => ({ id: chat.state.getState().conversationId })

/** Tells the server which path is shown. This tab shows it and sends it all the same, if that fails. */
function storeLeaf(chat: Chat, messageId: string | null, continues: boolean): Promise<void> {
  const params = paramsOf(chat)
  return runExclusive(async () => {
    const body = { messageId, continues }
    await chat.api.json<typeof putLeaf>('PUT', '/conversations/{id}/leaf', { params, body })
  })
}

/**
 * Shows the newest path through a message, which may be known to the server only. Does nothing while a reply is running. Rejects
 * if it could not be loaded.
 */
export async function showMessage(chat: Chat, messageId: string): Promise<void> {
  const { running, messages } = chat.state.getState()
  if (running || messages.some(({ id }) => id === messageId)) return
  const tree = showBranch(treeOf(chat), messageId)
  if (tree) chat.showTree(tree)
  if (!isStored()) return
  if (tree) {
    const leafId = tree.messages.findLast(({ text }) => text !== '')?.id ?? messageId
    await storeLeaf(chat, leafId, true).catch(() => undefined)
    return
  }
  const { id } = paramsOf(chat)
  await storeLeaf(chat, messageId, true)
  if (paramsOf(chat).id === id) await openConversation(chat, id)
}

/** Opens a conversation of the server with the path through a message. Rejects if it could not be loaded. */
export async function openAtMessage(chat: Chat, id: string, messageId: string): Promise<void> {
  const body = { messageId, continues: true }
  // A message that was deleted since is not there; the conversation is.
  await runExclusive(() =>
    chat.api.json<typeof putLeaf>('PUT', '/conversations/{id}/leaf', { params: { id }, body }),
  ).catch(() => undefined)
  await openConversation(chat, id)
}

/** Shows the sibling of a message with this number, from 1. */
export async function showSibling(chat: Chat, message: Message, number: number): Promise<void> {
  const sibling = message.siblings?.[number - 1]
  if (sibling !== undefined && number !== placeAmongSiblings(message).number) await showMessage(chat, sibling)
}

/** Ends the shown path with a message, or before the first one for null: the next question branches there. */
export async function goBackTo(chat: Chat, messageId: string | null): Promise<void> {
  chat.stopReply()
  const { messages } = chat.state.getState()
  const index = messages.findIndex(({ id }) => id === messageId)
  if (messageId !== null && index === -1) return
  chat.showTree(cutPath(treeOf(chat), index + 1), { continuesAfter: messageId })
  if (isStored()) await storeLeaf(chat, messageId, false).catch(() => undefined)
}

/** Takes the last question and what follows it out of the path. Returns false if there is none. */
export function takeBack(chat: Chat): boolean {
  const { messages } = chat.state.getState()
  const index = messages.findLastIndex(({ role }) => role === 'user')
  if (index === -1) return false
  void goBackTo(chat, messages[index - 1]?.id ?? null)
  return true
}

/** Makes a conversation of the path to a message, and opens it: on the server for members, in this tab for others. Rejects if it failed. */
export async function fork(chat: Chat, messageId: string): Promise<void> {
  if (!isStored()) return forkInTab(chat, messageId)
  try {
    const { id } = await chat.api.json<typeof forkConversation>('POST', '/conversations/{id}/fork', {
      params: paramsOf(chat),
      body: { messageId },
    })
    await openConversation(chat, id)
  } catch (error) {
    // The server stores nothing for holders of a passphrase.
    if (Object(error).status !== 403) throw error
    forkInTab(chat, messageId)
  }
}

/**
 * Deletes a message of the shown path, with what follows it if `following`. Resolves with a function that undoes it. Rejects if it could
 * not be deleted.
 */
export async function removeMessage(
  chat: Chat,
  messageId: string,
  { following }: { readonly following: boolean },
): Promise<() => Promise<void>> {
  chat.stopReply()
  const before = treeOf(chat)
  const { id } = paramsOf(chat)
  const params = { id, messageId }
  const isOnServer = isStored() && (await deleteOnServer(chat, params, following))
  chat.showTree(withoutMessage(before, messageId, following))
  const after = treeOf(chat)
  return async () => {
    if (paramsOf(chat).id !== id) return
    if (isOnServer) {
      await chat.api.send<typeof restoreMessage>('POST', '/conversations/{id}/messages/{messageId}/restore', {
        params,
      })
      await openConversation(chat, id)
    } else
      chat.showTree(treeOf(chat).messages === after.messages ? before : withBranches(treeOf(chat), before))
  }
}

/** Returns false for a message that the server does not store. */
async function deleteOnServer(
  chat: Chat,
  params: { readonly id: string; readonly messageId: string },
  following: boolean,
): Promise<boolean> {
  try {
    await runExclusive(() =>
      chat.api.send<typeof deleteMessage>('DELETE', '/conversations/{id}/messages/{messageId}', {
        params,
        query: { following: following ? 'true' : 'false' },
      }),
    )
    return true
  } catch (error) {
    if (Object(error).status === 404) return false
    throw error
  }
}

/** Puts what was deleted off the path, where the conversation has changed since. */
function withBranches(now: MessageTree, before: MessageTree): MessageTree {
  const ids = new Set([...now.messages, ...now.branchMessages].map(({ id }) => id))
  const gone = cutPath(before, 0).branchMessages.filter(({ id }) => !ids.has(id))
  return { ...now, branchMessages: [...now.branchMessages, ...gone] }
}

/** Returns the messages of all paths with their parents, each after its parent. */
export async function allMessages(chat: Chat, signal: AbortSignal): Promise<readonly Message[]> {
  const { agentId } = chat.state.getState()
  const local = messagesInOrder(treeOf(chat))
  if (!isStored()) return local
  try {
    const { messages } = await chat.api.json<typeof getConversation>('GET', '/conversations/{id}', {
      params: paramsOf(chat),
      query: { tree: '1' },
      signal,
    })
    const parents = new Map(messages.map(({ id, parentId = null }) => [id, parentId]))
    return shownMessages({ agentId, messages }).map((message) => ({
      ...message,
      parentId: parents.get(message.id) ?? null,
    }))
  } catch (error) {
    if (Object(error).status === 404) return local
    throw error
  }
}
