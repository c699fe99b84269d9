import { lazy } from 'react'

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
/** the browser may say that it is online before anything can be reached */
const PAUSE_MS = 1_000

/** Without a network it waits for one: what is asked meanwhile is kept, and the field stays where it is. */
export async function fetchWhenOnline(triesLeft = TRIES): Promise<FirstMessage> {
  try {
    return await fetchConversation()
  } catch (error) {
    if (triesLeft === 0) throw error
    const wasOnline = navigator.onLine
    await new Promise<unknown>((resolve) => {
      if (wasOnline) setTimeout(resolve, PAUSE_MS)
      else globalThis.addEventListener('online', resolve, { once: true })
    })
    return await fetchWhenOnline(wasOnline ? triesLeft - 1 : TRIES)
  }
}

/** The conversation comes with the first message; the first page shows the welcome and does not carry it. */
export const Conversation = lazy(async () => ({ default: (await fetchWhenOnline()).Conversation }))
