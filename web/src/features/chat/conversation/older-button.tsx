import { useCallback, useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { useTexts } from '#i18n/index.ts'
import { Button } from '#ui/controls/button.tsx'
import type { Chat } from '../store/chat.ts'
import styles from './conversation.module.css'
import { loadForQuestions, loadOlder } from '../store/older-messages.ts'

/**
 * Time without a scroll event after which scrolling has ended, in ms: messages that are added while it is animated
 * would move the view.
 */
const SETTLED_MS = 200

/**
 * Loads the messages before the oldest one when it comes into view or is pressed, and as many as a question
 * carries at once. Renders nothing if the conversation is complete.
 */
export function OlderButton({ chat }: { readonly chat: Chat }) {
  const conversationId = useStore(chat.state, (state) => state.conversationId)
  return <OlderButtonOfConversation key={conversationId} chat={chat} />
}

function OlderButtonOfConversation({ chat }: { readonly chat: Chat }) {
  const t = useTexts('chat')
  const olderCursor = useStore(chat.state, (state) => state.olderCursor)
  const [state, setState] = useState<'idle' | 'loading' | 'failed'>('loading')
  const button = useRef<HTMLButtonElement>(null)
  const closed = useRef<AbortSignal>(undefined)

  const follow = useCallback((work: Promise<void>, signal: AbortSignal) => {
    work.then(
      () => !signal.aborted && setState('idle'),
      () => !signal.aborted && setState('failed'),
    )
  }, [])

  useEffect(() => {
    const controller = new AbortController()
    closed.current = controller.signal
    follow(loadForQuestions(chat, controller.signal), controller.signal)
    return () => controller.abort()
  }, [chat, follow])

  const load = useCallback(() => {
    const signal = closed.current
    if (!signal || signal.aborted) return
    setState('loading')
    follow(loadOlder(chat, signal), signal)
  }, [chat, follow])

  useEffect(() => {
    const element = button.current
    if (state !== 'idle' || olderCursor === undefined || !element) return undefined
    let settled: ReturnType<typeof setTimeout> | undefined
    let isInView = false
    function loadWhenSettled(): void {
      clearTimeout(settled)
      if (isInView) settled = setTimeout(load, SETTLED_MS)
    }
    const observer = new IntersectionObserver(([entry]) => {
      isInView = entry?.isIntersecting === true
      loadWhenSettled()
    })
    observer.observe(element)
    document.addEventListener('scroll', loadWhenSettled, { capture: true, passive: true })
    return () => {
      clearTimeout(settled)
      observer.disconnect()
      document.removeEventListener('scroll', loadWhenSettled, { capture: true })
    }
  }, [state, olderCursor, load])

  if (olderCursor === undefined) return null
  return (
    <Button
      ref={button}
      variant="quiet"
      size="compact"
      className={styles['older'] ?? ''}
      isLoading={state === 'loading'}
      onClick={load}
    >
      {t(state === 'failed' ? 'older.failed' : 'older.show')}
    </Button>
  )
}
