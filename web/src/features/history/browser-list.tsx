import type { ConversationSummary } from '@vee/contract/entities/conversation'
import { currentLanguage, useTexts } from '#i18n/index.ts'
import { PaneRow, PaneRows } from '#ui/display/pane-row.tsx'
import styles from './history.module.css'

interface BrowserListProps {
  readonly inBrowser: () => readonly ConversationSummary[]
  readonly currentId: string
  readonly agentLabel: (agentId: string) => string
  readonly onOpen: (item: ConversationSummary, from: 'server' | 'browser') => void
  /** the reason why only these are listed */
  readonly note: string
}

/** Lists the conversations in this browser: one per agent. */
export function BrowserList({ inBrowser, currentId, agentLabel, onOpen, note }: BrowserListProps) {
  const t = useTexts('history')
  const time = new Intl.DateTimeFormat(currentLanguage(), { timeStyle: 'short' })
  return (
    <>
      <p className={styles['note']}>{note}</p>
      <PaneRows>
        {inBrowser().map((item) => (
          <PaneRow
            key={item.id}
            title={item.title === '' ? t('untitled') : item.title}
            meta={`${agentLabel(item.agentId)} · ${time.format(new Date(item.updatedAt))}`}
            isCurrent={item.id === currentId}
            onOpen={() => onOpen(item, 'browser')}
          />
        ))}
      </PaneRows>
    </>
  )
}
