import { Archive, ArchiveRestore, Trash2, X } from 'lucide-react'
import { useTexts } from '#i18n/index.ts'
import { Button } from '#ui/controls/button.tsx'
import { ExportMenu } from '../files/export-menu.tsx'
import styles from '../meetings.module.css'

interface BulkBarProps {
  readonly count: number
  readonly isArchive: boolean
  readonly onAll: () => void
  readonly onArchive: () => void
  readonly onRemove: () => void
  readonly onExport: React.ComponentProps<typeof ExportMenu>['onChoose']
  readonly onEnd: () => void
}

/** The actions on the selected meetings. */
export function BulkBar({ count, isArchive, onAll, onArchive, onRemove, onExport, onEnd }: BulkBarProps) {
  const t = useTexts('meetings')
  const hasNone = count === 0
  return (
    <div className={styles['bulk']} role="toolbar" aria-label={t('chosen', { count })}>
      <output className={styles['note']}>{t('chosen', { count })}</output>
      <Button size="compact" onClick={onAll}>
        {t('chooseAll')}
      </Button>
      <Button
        size="compact"
        icon={isArchive ? ArchiveRestore : Archive}
        disabled={hasNone}
        onClick={onArchive}
      >
        {t(isArchive ? 'unarchive' : 'archive')}
      </Button>
      <Button size="compact" icon={Trash2} disabled={hasNone} onClick={onRemove}>
        {t('delete')}
      </Button>
      <ExportMenu size="compact" onChoose={onExport} isDisabled={hasNone} />
      <Button size="compact" variant="quiet" icon={X} onClick={onEnd}>
        {t('done')}
      </Button>
    </div>
  )
}
