import { DAY_MS } from '@vee/contract/time/durations'
import type { FoundConversation } from '@vee/contract/entities/conversation'
import { Link2, Pin } from 'lucide-react'
import { useRef, useState, type KeyboardEvent } from 'react'
import { currentLanguage, useTexts } from '#i18n/index.ts'
import { Icon } from '#ui/display/icon.tsx'
import { VisuallyHidden } from '#ui/display/visually-hidden.tsx'
import { PaneRow } from '#ui/display/pane-row.tsx'
import { markedText } from '#passages/index.ts'
import { dragItems } from '#projects/index.ts'
import styles from './history.module.css'
import { type RowActions, RowMenu } from './row-menu.tsx'
import { isComposing } from '#lib/is-composing.ts'

interface HistoryRowProps extends RowActions {
  readonly item: FoundConversation
  readonly agentLabel: string
  readonly projectName: string | undefined
  readonly isCurrent: boolean
  /** anyone can read it by a link */
  readonly isLinked: boolean
  /** undefined while nothing can be selected */
  readonly isSelected: boolean | undefined
}

/**
 * One conversation: opens on press; F2 renames it inline, Del deletes it, and a menu contains all actions.
 */
export function HistoryRow({
  item,
  agentLabel,
  projectName,
  isCurrent,
  isLinked,
  isSelected,
  ...actions
}: HistoryRowProps) {
  const t = useTexts('history')
  const [isRenaming, setRenaming] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const title = item.title === '' ? t('untitled') : item.title

  function endRenaming(typed: string | undefined): void {
    setRenaming(false)
    const wanted = typed?.trim() ?? ''
    if (wanted !== '' && wanted !== item.title) actions.onRename(item, wanted)
    requestAnimationFrame(() => opener.current?.focus())
  }
  /** Performs an action that takes the row out of the list; the focus moves to a neighbor. */
  function leaveList(act: () => void): void {
    const focusNeighbor = neighborOf(opener.current)
    act()
    requestAnimationFrame(focusNeighbor)
  }
  function onKeyDown(event: KeyboardEvent<HTMLButtonElement>): void {
    if (event.key === 'F2') setRenaming(true)
    else if (event.key === 'Delete') leaveList(() => actions.onDelete(item))
    else if (event.key === 'x' && !event.ctrlKey && !event.metaKey) actions.onSelect(item)
    else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') moveFocus(event)
    else return
    event.preventDefault()
  }

  if (isRenaming) return <TitleField title={item.title} label={t('newTitle')} onEnd={endRenaming} />
  return (
    <PaneRow
      ref={opener}
      title={title}
      meta={metaOf(item, agentLabel, projectName)}
      isCurrent={isCurrent}
      isSelected={isSelected}
      badge={<Badges item={item} isLinked={isLinked} />}
      excerpt={item.excerpt ? markedText(item.excerpt, item.marks ?? []) : undefined}
      drag={{
        draggable: true,
        onDragStart: (event) =>
          dragItems(event, { kind: 'conversation', ids: actions.dragged(item).map(({ id }) => id) }),
      }}
      aria-keyshortcuts="F2 Delete X"
      onOpen={() => (isSelected === undefined ? actions.onOpen(item) : actions.onSelect(item))}
      onKeyDown={onKeyDown}
      // After the menu has restored the focus.
      actions={
        <RowMenu
          item={item}
          title={title}
          actions={{
            ...actions,
            onArchive: (...change) => leaveList(() => actions.onArchive(...change)),
            onDelete: (deleted) => leaveList(() => actions.onDelete(deleted)),
          }}
          onRename={() => setTimeout(() => setRenaming(true))}
        />
      }
    />
  )
}

/** Returns the line below the title: the assistant, the time, the project and the tags. */
const metaOf = (item: FoundConversation, agentLabel: string, projectName: string | undefined) =>
  [agentLabel, timeOf(item.updatedAt), projectName, ...item.tags.map((tag) => `#${tag}`)]
    .filter((text) => text !== undefined)
    .join(' · ')

function Badges({ item, isLinked }: Pick<HistoryRowProps, 'item' | 'isLinked'>) {
  const t = useTexts('history')
  return (
    <>
      {item.unread && (
        <>
          <span className={styles['unread']} />
          <VisuallyHidden>{t('unread')} </VisuallyHidden>
        </>
      )}
      {item.pinned && (
        <>
          <Icon of={Pin} size="s" className={styles['badge']} />
          <VisuallyHidden>{t('pinned')} </VisuallyHidden>
        </>
      )}
      {isLinked && (
        <>
          <Icon of={Link2} size="s" className={styles['badge']} />
          <VisuallyHidden>{t('linked')} </VisuallyHidden>
        </>
      )}
    </>
  )
}

interface TitleFieldProps {
  readonly title: string
  readonly label: string
  /** undefined: unchanged */
  readonly onEnd: (title: string | undefined) => void
}

function TitleField({ title, label, onEnd }: TitleFieldProps) {
  const isOver = useRef(false)
  function end(typed: string | undefined): void {
    // Unmounting the field triggers another blur.
    if (isOver.current) return
    isOver.current = true
    onEnd(typed)
  }
  return (
    <li className={styles['renaming']}>
      <input
        ref={(field) => {
          field?.focus()
        }}
        className={styles['titleField']}
        aria-label={label}
        defaultValue={title}
        maxLength={200}
        onFocus={(event) => event.currentTarget.select()}
        onBlur={(event) => end(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (isComposing(event.nativeEvent)) return
          if (event.key === 'Enter') end(event.currentTarget.value)
          if (event.key !== 'Escape') return
          event.stopPropagation()
          end(undefined)
        }}
      />
    </li>
  )
}

/**
 * Returns a function that focuses the row that has taken the place of this one: the next, otherwise the previous, otherwise the
 * search of the list.
 */
function neighborOf(row: HTMLElement | null): () => void {
  const pane = row?.closest('section[aria-label]')
  // Of the rows of the pane, conversations can be dragged.
  const rowsNow = () => [...(pane?.querySelectorAll<HTMLElement>('[draggable=true] > [data-pane-row]') ?? [])]
  const index = rowsNow().findIndex((other) => other === row)
  return () => {
    const rows = rowsNow()
    const next = rows[index] ?? rows.at(-1) ?? pane?.querySelector<HTMLElement>('input[type=search]')
    next?.focus()
  }
}

/** Moves the focus between rows with the arrow keys, across days. */
function moveFocus(event: KeyboardEvent<HTMLButtonElement>): void {
  const rows = [...document.querySelectorAll<HTMLElement>('[data-pane-row]')]
  const here = rows.indexOf(event.currentTarget)
  rows[here + (event.key === 'ArrowDown' ? 1 : -1)]?.focus()
}

function timeOf(time: string): string {
  const date = new Date(time)
  const isLongAgo = Date.now() - date.getTime() > 6 * DAY_MS
  const options: Intl.DateTimeFormatOptions = isLongAgo ? { dateStyle: 'medium' } : { timeStyle: 'short' }
  return new Intl.DateTimeFormat(currentLanguage(), options).format(date)
}
