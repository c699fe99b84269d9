import type { proposeMemoryNotes } from '@vee/contract/http/memory'
import { useEffect, useRef } from 'react'
import { useStore } from 'zustand'
import type { Chat } from '#features/chat/index.ts'
import type { Message } from '#features/chat/store/message.ts'
import { useSettings } from '#lib/settings/index.ts'
import { useIsMember } from '#lib/use-is-member.ts'
import { useRuntime } from '../runtime-context.ts'

/** A conversation in which nothing was said for so long is over for now, in ms. */
const RESTED_MS = 60_000
/** Questions since the last reading that are worth a paid one while the conversation may go on; a conversation that is left needs one. */
const WORTH_QUESTIONS = 3

/**
 * Asks for notes from a conversation when it has rested for a minute or is left, if advanced memory is on. Only a member's
 * conversations with a model are read, and each message once.
 */
export function useMemoryProposals(chat: Chat, isSignedIn: boolean): void {
  const { api, shell, session } = useRuntime()
  const isMember = useIsMember(api, isSignedIn) === true
  const isOn = useSettings(({ useAdvancedMemory }) => useAdvancedMemory)
  const conversationId = useStore(chat.state, (state) => state.conversationId)
  /** the last reply of a model, after it has ended */
  const lastReplyId = useStore(chat.state, ({ messages, running }) => {
    const last = messages.at(-1)
    const isOfModel = last?.role === 'assistant' && last.model !== undefined && last.provider !== 'builtin'
    return running === undefined && isOfModel && last.state.kind === 'complete' ? last.id : undefined
  })
  /** the reply up to which a conversation was read, or that was there when it was opened */
  const readUntil = useRef(new Map<string, string | undefined>())

  useEffect(() => {
    const read = readUntil.current
    if (!read.has(conversationId)) read.set(conversationId, lastReplyId)
    if (!isMember || !isOn || lastReplyId === undefined || read.get(conversationId) === lastReplyId)
      return undefined
    const { messages } = chat.state.getState()
    const propose = (least: number) => {
      const lastRead = read.get(conversationId)
      if (lastRead === lastReplyId || questionsAfter(lastRead, messages) < least) return
      read.set(conversationId, lastReplyId)
      api
        .json<typeof proposeMemoryNotes>('POST', '/memory-notes/proposals', { body: { conversationId } })
        .then(async ({ items }) => {
          if (items.length === 0) return
          const { showProposals } = await import('./memory-notice.tsx')
          await showProposals(items, api, shell.notices, session)
        })
        // Nothing was asked for: without an answer there is no proposal.
        .catch(() => undefined)
    }
    const timer = setTimeout(propose, RESTED_MS, WORTH_QUESTIONS)
    const unsubscribe = chat.state.subscribe((state) => {
      if (state.conversationId !== conversationId) propose(1)
    })
    return () => {
      clearTimeout(timer)
      unsubscribe()
    }
  }, [api, chat, conversationId, isMember, isOn, lastReplyId, session, shell])
}

function questionsAfter(replyId: string | undefined, messages: readonly Message[]): number {
  const start = messages.findIndex(({ id }) => id === replyId) + 1
  return messages.slice(start).filter(({ role }) => role === 'user').length
}
