import { DAY_MS } from '@vee/contract/time/durations'
import type { ConversationSummary } from '@vee/contract/entities/conversation'
import { Archive, ArchiveRestore, Ellipsis, FileJson, FileText, Link2, Pencil, Trash2 } from 'lucide-react'
import { useRef, useState, type KeyboardEvent } from 'react'
import { currentLanguage, useTexts } from '#i18n/index.ts'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { MenuButton } from '#ui/controls/menu-button.tsx'
import { PaneRow } from '#ui/display/pane-row.tsx'
import styles from './history.module.css'
import { isComposing } from '#lib/is-composing.ts'

export interface RowActions {
  readonly onOpen: (item: ConversationSummary) => void
  readonly onRename: (item: ConversationSummary, title: string) => void
  readonly onArchive: (item: ConversationSummary, archived: boolean) => void
  readonly onShare: (item: ConversationSummary) => void
  readonly onExport: (item: ConversationSummary, format: 'markdown' | 'json') => void
  readonly onDelete: (item: ConversationSummary) => void
}

interface HistoryRowProps extends RowActions {
  readonly item: ConversationSummary
  readonly agentLabel: string
  readonly isCurrent: boolean
}

/**
 * One conversation: opens on press; F2 renames it inline, Del deletes it, and a menu contains all actions.
 */
export function HistoryRow({ item, agentLabel, isCurrent, ...actions }: HistoryRowProps) {
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
  function onKeyDown(event: KeyboardEvent<HTMLButtonElement>): void {
    if (event.key === 'F2') setRenaming(true)
    else if (event.key === 'Delete') actions.onDelete(item)
    else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') moveFocus(event)
    else return
    event.preventDefault()
  }

  if (isRenaming) return <TitleField title={item.title} label={t('newTitle')} onEnd={endRenaming} />
  return (
    <PaneRow
      ref={opener}
      title={title}
      meta={`${agentLabel} · ${timeOf(item.updatedAt)}`}
      isCurrent={isCurrent}
      aria-keyshortcuts="F2 Delete"
      onOpen={() => actions.onOpen(item)}
      onKeyDown={onKeyDown}
      actions={
        <MenuButton
          label={t('actionsFor', { title })}
          align="end"
          renderOpener={(props) => (
            <IconButton {...props} icon={Ellipsis} label={t('actionsFor', { title })} size="compact" />
          )}
          groups={[
            {
              items: [
                {
                  id: 'rename',
                  label: t('rename'),
                  icon: Pencil,
                  keys: 'F2',
                  // After the menu has restored the focus.
                  onSelect: () => setTimeout(() => setRenaming(true)),
                },
                {
                  id: 'archive',
                  label: t(item.archived ? 'unarchive' : 'archive'),
                  icon: item.archived ? ArchiveRestore : Archive,
                  onSelect: () => actions.onArchive(item, !item.archived),
                },
              ],
            },
            {
              items: [
                {
                  id: 'share',
                  label: t('shareLink'),
                  icon: Link2,
                  onSelect: () => actions.onShare(item),
                },
                {
                  id: 'markdown',
                  label: t('exportMarkdown'),
                  icon: FileText,
                  onSelect: () => actions.onExport(item, 'markdown'),
                },
                {
                  id: 'json',
                  label: t('exportJson'),
                  icon: FileJson,
                  onSelect: () => actions.onExport(item, 'json'),
                },
              ],
            },
            {
              items: [
                {
                  id: 'delete',
                  label: t('delete'),
                  icon: Trash2,
                  keys: 'Del',
                  isDanger: true,
                  onSelect: () => actions.onDelete(item),
                },
              ],
            },
          ]}
        />
      }
    />
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
