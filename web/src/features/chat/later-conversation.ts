import { lazy } from 'react'

/** Fetches the conversation's code before it is shown: call it as soon as something is typed or said. */
export const fetchConversation = () => import('./conversation.tsx')

/** Without a network it waits for one: what is asked meanwhile is kept, and the field stays where it is. */
async function fetchWhenOnline(): ReturnType<typeof fetchConversation> {
  try {
    return await fetchConversation()
  } catch (error) {
    if (navigator.onLine) throw error
    await new Promise((resolve) => {
      globalThis.addEventListener('online', resolve, { once: true })
    })
    return await fetchWhenOnline()
  }
}

/** The conversation comes with the first message; the first page shows the welcome and does not carry it. */
export const Conversation = lazy(async () => ({ default: (await fetchWhenOnline()).Conversation }))
