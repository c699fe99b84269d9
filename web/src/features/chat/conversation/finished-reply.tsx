import { useEffect, useState } from 'react'
import { useTexts } from '#i18n/index.ts'
import { withoutFences } from '#lib/files/fenced-blocks.ts'
import { VisuallyHidden } from '#ui/display/visually-hidden.tsx'
import type { Chat } from '../store/chat.ts'
import type { ChatState } from '../store/chat-state.ts'

/** Maximum length of an announced text, in UTF-16 code units; the rest is in the conversation. */
const MAX_LENGTH = 1000

/** Converts Markdown to text for screen readers: without markers and code, and with links as their text. */
function plainWords(markdown: string): string {
  return withoutFences(markdown, { unclosed: true })
    .replaceAll(/!?\[([^[\]]*)\]\([^()]*\)/g, '$1')
    .replaceAll(/[*_`#>|~]+/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, MAX_LENGTH)
}

function justFinished(now: ChatState, before: ChatState): string | undefined {
  if (!before.running || now.running?.replyId === before.running.replyId) return undefined
  const reply = now.messages.find(({ id }) => id === before.running?.replyId)
  return reply?.role === 'assistant' && reply.state.kind === 'complete' ? plainWords(reply.text) : undefined
}

/** Announces each reply to screen readers once, when it is complete: growing text cannot be listened to. */
export function FinishedReply({ chat, agentLabel }: { readonly chat: Chat; readonly agentLabel: string }) {
  const t = useTexts('chat')
  const [text, setText] = useState('')

  useEffect(
    () => chat.state.subscribe((now, before) => setText((text) => justFinished(now, before) ?? text)),
    [chat],
  )

  return (
    <VisuallyHidden>
      <output>{text === '' ? '' : t('reply.finished', { agent: agentLabel, text })}</output>
    </VisuallyHidden>
  )
}
