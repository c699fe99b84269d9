import { MAX_MESSAGES } from '@vee/contract/entities/history-config'
import type { getConversation } from '@vee/contract/http/conversations'
import { ApiError } from '#lib/http/index.ts'
import type { Chat } from './chat.ts'
import { MAX_CONVERSATION_LENGTH } from './chat-request.ts'
import { shownMessages } from './tab-conversations.ts'
import type { Message } from './message.ts'

/** Number of messages of the first page of an opened conversation: more than fit on a tall screen. */
const FIRST_PAGE = 100
/** Number of messages of each older page. */
const OLDER_PAGE = 300

/** Opens a conversation of the server with its newest messages. Rejects if it could not be loaded. */
export async function openConversation(chat: Chat, id: string): Promise<void> {
  const { agentId } = chat.state.getState()
  const { messages, nextCursor } = await chat.api.json<typeof getConversation>('GET', '/conversations/{id}', {
    params: { id },
    query: { limit: FIRST_PAGE },
  })
  chat.show(id, shownMessages({ agentId, messages }), nextCursor ?? undefined)
}

/**
 * Loads the page before the oldest message of the conversation. Does nothing if that is the first one.
 * Rejects if the page could not be loaded.
 */
export async function loadOlder(chat: Chat, signal: AbortSignal): Promise<void> {
  const { agentId, conversationId, olderCursor: cursor } = chat.state.getState()
  if (cursor === undefined) return
  const page = await pageAt(chat, conversationId, cursor, signal)
  const messages = shownMessages({ agentId, messages: page.messages })
  chat.addOlder({ conversationId, cursor, messages, olderCursor: page.nextCursor ?? undefined })
}

async function pageAt({ api }: Chat, id: string, cursor: string, signal: AbortSignal) {
  try {
    return await api.json<typeof getConversation>('GET', '/conversations/{id}', {
      params: { id },
      query: { cursor, limit: OLDER_PAGE },
      signal,
    })
  } catch (error) {
    // Deleted in another tab: there are no older messages any more.
    if (error instanceof ApiError && error.status === 404) return { messages: [], nextCursor: null }
    throw error
  }
}

/** Loads as many older messages as a question carries, so that the model's choice is the same as with all of them. */
export async function loadForQuestions(chat: Chat, signal: AbortSignal): Promise<void> {
  for (;;) {
    const { messages, olderCursor } = chat.state.getState()
    if (olderCursor === undefined || signal.aborted || fillsRequest(messages)) return
    await loadOlder(chat, signal)
  }
}

const fillsRequest = (messages: readonly Message[]) =>
  messages.length >= MAX_MESSAGES ||
  messages.reduce((length, { text }) => length + text.length, 0) >= MAX_CONVERSATION_LENGTH
