import { Archive, ArchiveRestore, CheckCheck, FolderInput, Pin, Tag, Trash2, X } from 'lucide-react'
import { useTexts } from '#i18n/index.ts'
import { IconButton } from '#ui/controls/icon-button.tsx'
import styles from './history.module.css'
import type { BulkAction } from './source.ts'

interface SelectionBarProps {
  readonly count: number
  /** the list shows the archive */
  readonly archived: boolean
  readonly isAll: boolean
  /** selects everything that is listed, or nothing */
  readonly onAll: (isAll: boolean) => void
  readonly onAct: (action: BulkAction) => void
  readonly onTag: () => void
  readonly onMove: () => void
  readonly onEnd: () => void
}

/** What can be done with all conversations that are selected. */
export function SelectionBar({
  count,
  archived,
  isAll,
  onAll,
  onAct,
  onTag,
  onMove,
  onEnd,
}: SelectionBarProps) {
  const t = useTexts('history')
  const unlessNone = (work: () => void) => () => {
    if (count > 0) work()
  }
  const act = (action: BulkAction) => unlessNone(() => onAct(action))
  const isNone = count === 0
  return (
    <div className={styles['selection']} role="group" aria-label={t('select.label')}>
      <output className={styles['count']}>{t('select.count', { count })}</output>
      <IconButton
        icon={CheckCheck}
        label={t('select.all')}
        size="compact"
        isPressed={isAll}
        onClick={() => onAll(!isAll)}
      />
      <IconButton
        icon={Tag}
        label={t('tags.edit')}
        size="compact"
        aria-disabled={isNone || undefined}
        onClick={unlessNone(onTag)}
      />
      <IconButton
        icon={FolderInput}
        label={t('projects.move')}
        size="compact"
        aria-disabled={isNone || undefined}
        onClick={unlessNone(onMove)}
      />
      <IconButton
        icon={Pin}
        label={t('pin')}
        size="compact"
        aria-disabled={isNone || undefined}
        onClick={act('pin')}
      />
      <IconButton
        icon={archived ? ArchiveRestore : Archive}
        label={t(archived ? 'unarchive' : 'archive')}
        size="compact"
        aria-disabled={isNone || undefined}
        onClick={act(archived ? 'unarchive' : 'archive')}
      />
      <IconButton
        icon={Trash2}
        label={t('delete')}
        size="compact"
        aria-disabled={isNone || undefined}
        onClick={act('delete')}
      />
      <IconButton icon={X} label={t('select.end')} size="compact" onClick={onEnd} />
    </div>
  )
}
