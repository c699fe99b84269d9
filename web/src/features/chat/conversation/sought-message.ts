import { useEffect, type RefObject } from 'react'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { Chat } from '../store/chat.ts'
import { loadOlder } from '../store/older-messages.ts'

interface SoughtMessage {
  readonly conversationId: string
  readonly messageId: string
}

/** The message that a search has found; it stays marked until something is asked. */
const soughtMessage = createStore<{ readonly sought: SoughtMessage | undefined }>(() => ({
  sought: undefined,
}))

/** Scrolls to a message of a conversation as soon as that is open, and marks it. */
export function seekMessage(conversationId: string, messageId: string): void {
  soughtMessage.setState({ sought: { conversationId, messageId } })
}

/**
 * Returns the id of the sought message if it belongs to the open conversation; loads older messages until it is there, and
 * brings it into view. Asking something ends that.
 */
export function useSoughtMessage(
  chat: Chat,
  content: RefObject<HTMLElement | null>,
  stopFollowing: () => void,
): string | undefined {
  const sought = useStore(soughtMessage, (state) => state.sought)
  const conversationId = useStore(chat.state, (state) => state.conversationId)
  const isLoaded = useStore(chat.state, ({ messages }) => messages.some(({ id }) => id === sought?.messageId))
  const olderCursor = useStore(chat.state, (state) => state.olderCursor)
  const isRunning = useStore(chat.state, ({ running }) => running !== undefined)
  const soughtId = sought?.conversationId === conversationId ? sought.messageId : undefined

  useEffect(() => {
    if (soughtId !== undefined && isRunning) soughtMessage.setState({ sought: undefined })
  }, [soughtId, isRunning])
  useEffect(() => {
    if (soughtId === undefined || isLoaded || olderCursor === undefined) return undefined
    const abort = new AbortController()
    // The button for older messages stays, and says what is wrong.
    loadOlder(chat, abort.signal).catch(() => undefined)
    return () => abort.abort()
  }, [chat, soughtId, isLoaded, olderCursor])
  useEffect(() => {
    if (soughtId === undefined || !isLoaded) return
    stopFollowing()
    const row = content.current?.querySelector(`[data-message="${CSS.escape(soughtId)}"]`)
    // The middle of a long message would hide its beginning.
    const isLong = row && row.clientHeight > globalThis.innerHeight / 2
    row?.scrollIntoView({ block: isLong ? 'start' : 'center' })
  }, [content, soughtId, isLoaded, stopFollowing])
  return soughtId
}
