import { ChevronDown, ChevronUp } from 'lucide-react'
import { useId, useState, type RefObject, useEffect } from 'react'
import { useTexts } from '#i18n/index.ts'
import { usePreferences } from '#lib/preferences/index.ts'
import { useSettings } from '#lib/settings/index.ts'
import { classNames } from '#ui/class-names.ts'
import { IconButton } from '#ui/controls/icon-button.tsx'
import styles from './ephemeral-log.module.css'
import { lastTurns, type LoggedTurn } from '../store/last-turns.ts'
import type { Message } from '../store/message.ts'

/**
 * Distance to the edge of the view below which a row does not count as visible, because the upper edge fades;
 * in px.
 */
const EDGE_PX = 28

interface EphemeralLogProps {
  readonly messages: readonly Message[]
  readonly agentLabel: string
  readonly scroller: RefObject<HTMLElement | null>
  readonly content: RefObject<HTMLElement | null>
}

/**
 * Shows the question whose reply is being read while it has scrolled out above the view, in one line over the text; on
 * demand the turns above, one line each and in their order: first a few, then more of them. Both numbers are settings.
 */
export function EphemeralLog({ messages, agentLabel, scroller, content }: EphemeralLogProps) {
  const t = useTexts('chat')
  const id = useId()
  /** 0: the question, 1: a few turns, 2: more of them */
  const [level, setLevel] = useState(0)
  const compact = useSettings(({ ephemeralLogMaxCompact }) => ephemeralLogMaxCompact)
  const expanded = useSettings(({ ephemeralLogMaxExpanded }) => ephemeralLogMaxExpanded)
  const showsWords = usePreferences(({ showTranscriptions }) => showTranscriptions)
  const inView = useRowsInView(scroller, content, messages.at(-1)?.id ?? '')
  if (inView === undefined) return null

  const [newest, ...ids] = inView.split(' ')
  const visibleIds = new Set(ids)
  // Only the next check shows whether newer messages are in view; until then they would flash up here.
  const upToNewest = messages.slice(0, messages.findLastIndex((message) => message.id === newest) + 1)
  const firstSeen = upToNewest.findIndex((message) => visibleIds.has(message.id))
  const shown = upToNewest
    .slice(0, Math.max(0, firstSeen))
    .filter((message) => showsWords || message.role === 'assistant' || !message.isSpoken)
  const question =
    upToNewest[firstSeen]?.role === 'assistant' && shown.findLast(({ role }) => role === 'user')
  if (!question) return null
  const turns = lastTurns(shown, Math.max(compact, expanded))
  const [questionTurn] = lastTurns([question], 1)
  if (!questionTurn) return null
  const isExpanded = level > 0 && turns.length > 1
  const hasMore = level === 0 ? turns.length > 1 : level === 1 && turns.length > compact
  return (
    <section className={classNames(styles['log'], isExpanded && styles['open'])} aria-label={t('log.label')}>
      <div className={styles['column']}>
        <TurnList
          id={id}
          turns={isExpanded ? turns.slice(level === 1 ? -compact : -expanded) : [questionTurn]}
          agentLabel={agentLabel}
        />
        {(hasMore || isExpanded) && (
          <IconButton
            icon={hasMore ? ChevronDown : ChevronUp}
            label={t(hasMore ? 'log.more' : 'log.fewer')}
            size="compact"
            aria-expanded={isExpanded}
            aria-controls={id}
            tooltipSide="below"
            className={styles['more'] ?? ''}
            onClick={() => setLevel(hasMore ? level + 1 : 0)}
          />
        )}
      </div>
    </section>
  )
}

interface TurnListProps {
  readonly id?: string
  readonly turns: readonly LoggedTurn[]
  readonly agentLabel: string
}

/** Turns as lines: who, and their first words. */
function TurnList({ id, turns, agentLabel }: TurnListProps) {
  const t = useTexts('chat')
  return (
    <ol id={id} className={styles['turns']}>
      {turns.map((turn) => (
        <li key={turn.id} className={styles['turn']}>
          <b className={styles['who']}>{turn.role === 'user' ? t('you') : agentLabel}</b>
          <span className={styles['line']} dir="auto">
            {turn.line}
          </span>
        </li>
      ))}
    </ol>
  )
}

function rowsInView(view: HTMLElement, rows: HTMLElement): string {
  const { top, bottom } = view.getBoundingClientRect()
  const ids: string[] = []
  for (const row of rows.querySelectorAll<HTMLElement>('[data-message]')) {
    const box = row.getBoundingClientRect()
    if (box.bottom > top + EDGE_PX && box.top < bottom - EDGE_PX) ids.push(row.dataset['message'] ?? '')
  }
  return ids.join(' ')
}

/**
 * Returns the id of the newest message at the last check, then those of the visible rows, separated by
 * spaces; undefined before the first check.
 */
function useRowsInView(
  scroller: RefObject<HTMLElement | null>,
  content: RefObject<HTMLElement | null>,
  newest: string,
): string | undefined {
  const [inView, setInView] = useState<string>()
  useEffect(() => {
    const view = scroller.current
    const rows = content.current
    if (!view || !rows) return undefined
    const look = () => setInView(`${newest} ${rowsInView(view, rows)}`)
    // It also fires once at the start, and so after each new message.
    const sizes = new ResizeObserver(look)
    sizes.observe(view)
    sizes.observe(rows)
    view.addEventListener('scroll', look, { passive: true })
    return () => {
      sizes.disconnect()
      view.removeEventListener('scroll', look)
    }
  }, [scroller, content, newest])
  return inView
}
