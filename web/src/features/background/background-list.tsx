import { Square } from 'lucide-react'
import { useState } from 'react'
import { useTexts } from '#i18n/index.ts'
import type { Api } from '#lib/http/index.ts'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { PaneRow, PaneRows } from '#ui/display/pane-row.tsx'
import { stopBackgroundReply, useBackgroundReplies } from './background-store.ts'
import styles from './background.module.css'

interface BackgroundListProps {
  readonly api: Pick<Api, 'send'>
  readonly agentLabel: (agentId: string) => string
  readonly onOpen: (conversationId: string) => void
  /** called when a reply could not be stopped */
  readonly onFailure: (text: string) => void
}

/** What runs in the background, each with a button that stops it; nothing while nothing runs. */
export function BackgroundList({ api, agentLabel, onOpen, onFailure }: BackgroundListProps) {
  const t = useTexts('speech')
  const running = useBackgroundReplies((replies) => replies.running)
  const [stopping, setStopping] = useState<ReadonlySet<string>>(new Set())
  if (running.length === 0) return null

  async function stop(replyId: string): Promise<void> {
    setStopping((ids) => new Set([...ids, replyId]))
    try {
      await stopBackgroundReply(api, replyId)
    } catch {
      onFailure(t('background.stopFailed'))
    }
    setStopping((ids) => new Set([...ids].filter((id) => id !== replyId)))
  }
  return (
    <section className={styles['list']} aria-label={t('background.title')}>
      <h3 className={styles['title']}>{t('background.title')}</h3>
      <PaneRows>
        {running.map(({ replyId, conversationId, agentId, question }) => (
          <PaneRow
            key={replyId}
            title={question}
            meta={agentLabel(agentId)}
            onOpen={() => onOpen(conversationId)}
            actions={
              <IconButton
                icon={Square}
                label={t('background.stop', { question })}
                disabled={stopping.has(replyId)}
                onClick={() => void stop(replyId)}
              />
            }
          />
        ))}
      </PaneRows>
    </section>
  )
}
