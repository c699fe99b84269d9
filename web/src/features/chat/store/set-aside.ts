import { type AgentId, newConversationId, resolveAgentId } from '@vee/contract/entities/agent-ids'
import { keysOfTab } from '#lib/storage/keys-of-tab.ts'
import { randomId } from '#lib/random-id.ts'
import { readJson, removeStorageKey, writeJson } from '#lib/storage/storage.ts'
import { storageKeyOf } from '#lib/storage/tab-storage.ts'
import type { MessageTree } from '../versions/branches.ts'
import type { Chat } from './chat.ts'
import { isMessage } from './chat-storage.ts'
import type { Message } from './message.ts'

// A tab has one conversation on the screen of each agent. The others of a visitor, which a fork leaves behind, are entries of their
// own in the tab's storage.

/** A visitor's conversation that is on no screen. */
export interface ConversationAside extends MessageTree {
  readonly conversationId: string
  readonly agentId: AgentId
}

const keyOf = (conversationId: string) => storageKeyOf('conversation-aside', conversationId)

/** Returns the conversations of this tab that are on no screen, without broken ones. */
export function conversationsAside(): readonly ConversationAside[] {
  const { key: family } = keyOf('')
  return keysOfTab()
    .filter((key) => key.startsWith(family))
    .flatMap((key) => readAside(key.slice(family.length)) ?? [])
}

function readAside(conversationId: string): ConversationAside | undefined {
  const { agentId: storedAgent, messages, branchMessages } = Object(readJson(keyOf(conversationId)))
  const agentId = typeof storedAgent === 'string' ? resolveAgentId(storedAgent) : undefined
  if (agentId === undefined || !Array.isArray(messages) || !Array.isArray(branchMessages)) return undefined
  return {
    conversationId,
    agentId,
    messages: messages.filter(isMessage),
    branchMessages: branchMessages.filter(isMessage),
  }
}

/** Keeps the conversation on the screen beside it. Throws if the tab has no room for it: nothing has changed then. */
function setAside(chat: Chat): void {
  chat.stopReply()
  const { conversationId, agentId, messages, branchMessages } = chat.state.getState()
  if (messages.length === 0) return
  if (!writeJson(keyOf(conversationId), { agentId, messages, branchMessages }))
    throw new Error('This tab has no room for another conversation.')
}

/** Makes a conversation of the path to a message, and shows it; the one before stays in the list. Throws if there is no room. */
export function forkInTab(chat: Chat, messageId: string): void {
  const { agentId, messages } = chat.state.getState()
  const index = messages.findIndex(({ id }) => id === messageId)
  if (index === -1) return
  setAside(chat)
  const path = chat.state
    .getState()
    .messages.slice(0, index + 1)
    .map(withoutSiblings)
  chat.show(newConversationId(agentId, randomId().slice(0, 8), Date.now()), path)
}

function withoutSiblings(message: Message): Message {
  const { siblings: _, ...rest } = message
  return rest
}

/** Shows a conversation of this tab that is on no screen. Returns false if there is none with this id. Throws if there is no room. */
export function openAside(chat: Chat, conversationId: string): boolean {
  const aside = readAside(conversationId)
  if (!aside) return false
  setAside(chat)
  const { messages, branchMessages } = aside
  chat.show(conversationId, messages)
  chat.showTree({ messages, branchMessages })
  removeStorageKey(keyOf(conversationId))
  return true
}

/** Removes these conversations from this tab. */
export function forgetAside(conversationIds: readonly string[]): void {
  for (const id of conversationIds) removeStorageKey(keyOf(id))
}
