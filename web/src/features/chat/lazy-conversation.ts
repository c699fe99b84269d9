import { lazy } from 'react'
import { fetchPatiently } from '#lib/async/fetch-patiently.ts'
import { lazyModule } from '#lib/async/lazy-module.ts'

/** Loads the conversation's code before it is shown: call it when the user starts to type or speak. */
export const { load: fetchConversation, now: conversationNow } = lazyModule(
  () => import('./first-message.ts'),
)

const MAX_ATTEMPTS = 5

/**
 * Loads the conversation's code, and waits for a network if there is none: questions are stored meanwhile,
 * and the field does not change.
 */
export const fetchWhenOnline = () => fetchPatiently(fetchConversation, MAX_ATTEMPTS)

/** Loaded with the first message; the first page shows the welcome without it. */
export const LazyConversation = lazy(async () => ({ default: (await fetchWhenOnline()).ConversationView }))
