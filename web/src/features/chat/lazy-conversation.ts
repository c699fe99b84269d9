import { lazy } from 'react'
import { fetchPatiently } from '#lib/fetch-patiently.ts'

const importFirstMessage = () => import('./first-message.ts')
type FirstMessage = Awaited<ReturnType<typeof importFirstMessage>>

let loaded: FirstMessage | undefined

/** Fetches the conversation's code before it is shown: call it as soon as something is typed or said. */
export async function fetchConversation(): Promise<FirstMessage> {
  loaded ??= await importFirstMessage()
  return loaded
}

/** The conversation's code, if it has come. */
export const conversationNow = (): FirstMessage | undefined => loaded

const TRIES = 5

/** Without a network it waits for one: what is asked meanwhile is kept, and the field stays where it is. */
export const fetchWhenOnline = (): Promise<FirstMessage> => fetchPatiently(fetchConversation, TRIES)

/** The conversation comes with the first message; the first page shows the welcome and does not carry it. */
export const LazyConversation = lazy(async () => ({ default: (await fetchWhenOnline()).ConversationView }))
