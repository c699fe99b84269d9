import { lazy } from 'react'
import { fetchPatiently } from '#lib/async/fetch-patiently.ts'

const importFirstMessage = () => import('./first-message.ts')
type FirstMessage = Awaited<ReturnType<typeof importFirstMessage>>

let loaded: FirstMessage | undefined

/** Loads the conversation's code before it is shown: call it when the user starts to type or speak. */
export async function fetchConversation(): Promise<FirstMessage> {
  loaded ??= await importFirstMessage()
  return loaded
}

/** Returns the conversation's code if it has been loaded. */
export const conversationNow = (): FirstMessage | undefined => loaded

const TRIES = 5

/**
 * Loads the conversation's code, and waits for a network if there is none: questions are stored meanwhile,
 * and the field does not change.
 */
export const fetchWhenOnline = (): Promise<FirstMessage> => fetchPatiently(fetchConversation, TRIES)

/** Loaded with the first message; the first page shows the welcome without it. */
export const LazyConversation = lazy(async () => ({ default: (await fetchWhenOnline()).ConversationView }))
