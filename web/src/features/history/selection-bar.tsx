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
  const isNone = count === 0
  const keeping = archived ? 'unarchive' : 'archive'
  const actions = [
    { icon: Tag, label: t('tags.edit'), onPress: onTag },
    { icon: FolderInput, label: t('projects.move'), onPress: onMove },
    { icon: Pin, label: t('pin'), onPress: () => onAct('pin') },
    { icon: archived ? ArchiveRestore : Archive, label: t(keeping), onPress: () => onAct(keeping) },
    { icon: Trash2, label: t('delete'), onPress: () => onAct('delete') },
  ]
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
      {actions.map(({ icon, label, onPress }) => (
        <IconButton
          key={label}
          icon={icon}
          label={label}
          size="compact"
          aria-disabled={isNone || undefined}
          onClick={() => {
            if (!isNone) onPress()
          }}
        />
      ))}
      <IconButton icon={X} label={t('select.end')} size="compact" onClick={onEnd} />
    </div>
  )
}
