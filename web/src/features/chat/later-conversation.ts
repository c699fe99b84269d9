import { lazy } from 'react'

/** Fetches the conversation's code before it is shown: call it as soon as something is typed or said. */
export const fetchConversation = () => import('./conversation.tsx')

/** The conversation comes with the first message; the first page shows the welcome and does not carry it. */
export const Conversation = lazy(async () => ({ default: (await fetchConversation()).Conversation }))
