import { type CSSProperties, useEffect, useState } from 'react'
import { useTexts } from '#i18n/index.ts'
import { Dialog } from '#ui/feedback/dialog.tsx'
import { Spinner } from '#ui/feedback/spinner.tsx'
import { seekMessage } from '../conversation/sought-message.ts'
import type { Chat } from '../store/chat.ts'
import { lineOf } from '../store/last-turns.ts'
import type { Message } from '../store/message.ts'
import { allMessages, showMessage } from './branch-actions.ts'
import styles from './branch-map.module.css'

interface BranchMapProps {
  readonly chat: Chat
  readonly onClose: () => void
}

interface Fork {
  readonly message: Message
  /** number of forks before it */
  readonly depth: number
  readonly isShown: boolean
}

/** Deeper ones are drawn at this depth: a phone is narrow. */
const MAX_DEPTH = 6

/** Lists the messages at which the conversation branches, and shows the path through the one that is pressed. */
export function BranchMap({ chat, onClose }: BranchMapProps) {
  const t = useTexts('chat')
  const [forks, setForks] = useState<readonly Fork[]>()
  const [hasFailed, setFailed] = useState(false)

  useEffect(() => {
    const controller = new AbortController()
    const { messages } = chat.state.getState()
    const shown = new Set(messages.map(({ id }) => id))
    allMessages(chat, controller.signal).then(
      (all) => setForks(forksOf(all, shown)),
      () => !controller.signal.aborted && setFailed(true),
    )
    return () => controller.abort()
  }, [chat])

  async function open({ id }: Message): Promise<void> {
    try {
      await showMessage(chat, id)
      seekMessage(chat.state.getState().conversationId, id)
      onClose()
    } catch {
      setFailed(true)
    }
  }

  return (
    <Dialog isOpen title={t('branches.title')} closeLabel={t('branches.close')} onClose={onClose}>
      {hasFailed && <p role="alert">{t('message.failed')}</p>}
      {!forks && !hasFailed && <Spinner label={t('branches.title')} />}
      <ul className={styles['map']}>
        {forks?.map(({ message, depth, isShown }) => (
          <li key={message.id} style={{ '--depth': Math.min(depth, MAX_DEPTH) } as CSSProperties}>
            <button
              type="button"
              className={styles['fork']}
              aria-current={isShown || undefined}
              onClick={() => void open(message)}
            >
              <span dir="auto">{lineOf(message) || t('branches.untitled')}</span>
              {isShown && <small>{t('branches.shown')}</small>}
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}

/** Returns every message with siblings, in the order of the conversation. */
function forksOf(messages: readonly Message[], shown: ReadonlySet<string>): readonly Fork[] {
  const children = Map.groupBy(messages, ({ parentId }) => parentId ?? null)
  const forks: Fork[] = []
  const stack = (children.get(null) ?? []).toReversed().map((message) => ({ message, depth: 0 }))
  for (let next = stack.pop(); next; next = stack.pop()) {
    const { message, depth } = next
    const isFork = (children.get(message.parentId ?? null) ?? []).length > 1
    if (isFork) forks.push({ message, depth, isShown: shown.has(message.id) })
    const following = (children.get(message.id) ?? []).toReversed()
    stack.push(...following.map((child) => ({ message: child, depth: depth + Number(isFork) })))
  }
  return forks
}
