import { foldForSearch } from '@vee/contract/text/search-fold'
import type { Chat } from '../store/chat.ts'
import { lineOf } from '../store/last-turns.ts'
import type { Message } from '../store/message.ts'
import { allMessages, goBackTo, showMessage } from './branch-actions.ts'

/** How long the search in the messages of the server may take, in ms. */
const SEARCH_MS = 5_000
/** Shorter words of a topic are articles and the like; a topic of such words alone is compared as a whole. */
const MIN_WORD_LENGTH = 3

/** Requests another reply to the last question. Returns false if there is none. */
export function askAgain(chat: Chat): boolean {
  const reply = chat.state.getState().messages.findLast(({ role }) => role === 'assistant')
  if (reply) chat.regenerate(reply.id)
  return reply !== undefined
}

/**
 * Goes back to where a topic was spoken of last: the reply that it was in, or the one to the question that it was in, ends the shown path. Resolves
 * with the first words of that message; undefined if it was never spoken of. Rejects if the conversation could not be loaded.
 */
export async function goBackToTopic(chat: Chat, topic: string): Promise<string | undefined> {
  const { messages: shown } = chat.state.getState()
  // What was just said is not where they want to go back to.
  const message = lastAbout(topic, shown.slice(0, -1)) ?? lastAbout(topic, await elsewhere(chat, shown))
  if (!message) return undefined
  chat.stopReply()
  if (!shown.some(({ id }) => id === message.id)) await showMessage(chat, message.id)
  const { messages } = chat.state.getState()
  const index = messages.findIndex(({ id }) => id === message.id)
  const next = messages[index + 1]
  const end = message.role === 'user' && next?.role === 'assistant' ? next : message
  await goBackTo(chat, end.id)
  return lineOf(message)
}

async function elsewhere(chat: Chat, shown: readonly Message[]): Promise<readonly Message[]> {
  const ids = new Set(shown.map(({ id }) => id))
  return (await allMessages(chat, AbortSignal.timeout(SEARCH_MS))).filter(({ id }) => !ids.has(id))
}

function lastAbout(topic: string, messages: readonly Message[]): Message | undefined {
  const folded = foldForSearch(topic).trim()
  const words = folded.split(/\s+/).filter((word) => word.length >= MIN_WORD_LENGTH)
  const wanted = words.length > 0 ? words : [folded]
  return messages.findLast(({ text }) => {
    const foldedText = foldForSearch(text)
    return wanted.every((word) => foldedText.includes(word))
  })
}
