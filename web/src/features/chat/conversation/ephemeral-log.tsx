import { ChevronDown, ChevronUp } from 'lucide-react'
import { useId, useState, type RefObject } from 'react'
import { useTexts } from '#i18n/index.ts'
import { usePreferences } from '#lib/preferences/index.ts'
import { useSettings } from '#lib/settings/index.ts'
import { classNames } from '#ui/class-names.ts'
import { IconButton } from '#ui/controls/icon-button.tsx'
import styles from './ephemeral-log.module.css'
import { lastTurns } from '../store/last-turns.ts'
import type { Message } from '../store/message.ts'
import { useRowsInView } from './use-rows-in-view.ts'

interface EphemeralLogProps {
  readonly messages: readonly Message[]
  readonly agentLabel: string
  readonly scroller: RefObject<HTMLElement | null>
  readonly content: RefObject<HTMLElement | null>
}

/**
 * Lists the turns that have scrolled out above the conversation's view, one line each and in their order: a
 * few, or more of them on demand. Both numbers are settings.
 */
export function EphemeralLog({ messages, agentLabel, scroller, content }: EphemeralLogProps) {
  const t = useTexts('chat')
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const compact = useSettings(({ ephemeralLogMaxCompact }) => ephemeralLogMaxCompact)
  const expanded = useSettings(({ ephemeralLogMaxExpanded }) => ephemeralLogMaxExpanded)
  const showsWords = usePreferences(({ showTranscriptions }) => showTranscriptions)
  const inView = useRowsInView(scroller, content, messages.at(-1)?.id ?? '')
  if (inView === undefined) return null

  const [newest, ...ids] = inView.split(' ')
  const seen = new Set(ids)
  // Only the next check shows whether newer messages are in view; until then they would flash up here.
  const known = messages.slice(0, messages.findLastIndex((message) => message.id === newest) + 1)
  const firstSeen = known.findIndex((message) => seen.has(message.id))
  const above = firstSeen === -1 ? known : known.slice(0, firstSeen)
  const shown = showsWords
    ? above
    : above.filter((message) => message.role === 'assistant' || !message.isSpoken)
  const turns = lastTurns(shown, Math.max(compact, expanded))
  if (turns.length === 0) return null
  const hasMore = turns.length > compact
  const isExpanded = isOpen && hasMore
  const lines = isExpanded ? turns.slice(-expanded) : turns.slice(-compact)
  return (
    <section className={classNames(styles['log'], isExpanded && styles['open'])} aria-label={t('log.label')}>
      <div className={styles['column']}>
        <ol id={id} className={styles['turns']}>
          {lines.map((turn) => (
            <li key={turn.id} className={styles['turn']}>
              <b className={styles['who']}>{turn.role === 'user' ? t('you') : agentLabel}</b>
              <span className={styles['line']} dir="auto">
                {turn.line}
              </span>
            </li>
          ))}
        </ol>
        {hasMore && (
          <IconButton
            icon={isExpanded ? ChevronDown : ChevronUp}
            label={t(isExpanded ? 'log.fewer' : 'log.more')}
            size="compact"
            aria-expanded={isExpanded}
            aria-controls={id}
            onClick={() => setOpen(!isExpanded)}
          />
        )}
      </div>
    </section>
  )
}
