import { Archive, ArchiveRestore, Ellipsis, Trash2 } from 'lucide-react'
import { useStore } from 'zustand'
import { useLanguage, useTexts } from '#i18n/index.ts'
import { Badge } from '#ui/display/badge.tsx'
import { Checkbox } from '#ui/controls/choice.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { MenuButton } from '#ui/controls/menu-button.tsx'
import { VisuallyHidden } from '#ui/display/visually-hidden.tsx'
import { formatDay } from '../files/day-of.ts'
import type { MeetingListEntry } from '../repositories/meeting-repository.ts'
import styles from '../meetings.module.css'
import type { Transcriptions } from '../recording/transcriptions.ts'

interface MeetingRowProps {
  readonly meeting: MeetingListEntry
  readonly transcriptions: Transcriptions
  /** undefined without a selection mode */
  readonly isChosen: boolean | undefined
  readonly onChoose: (isChosen: boolean) => void
  readonly onOpen: () => void
  readonly onArchive: () => void
  readonly onRemove: () => void
}

export function MeetingListItem({
  meeting,
  transcriptions,
  isChosen,
  onChoose,
  onOpen,
  onArchive,
  onRemove,
}: MeetingRowProps) {
  const t = useTexts('meetings')
  const language = useLanguage()
  const title = meeting.title || t('untitled')
  return (
    <li className={styles['row']}>
      {isChosen !== undefined && (
        <Checkbox
          label={<VisuallyHidden>{t('choose', { title })}</VisuallyHidden>}
          isChecked={isChosen}
          onChange={onChoose}
        />
      )}
      <button type="button" className={styles['open']} onClick={onOpen}>
        <span className={styles['title']} dir="auto">
          {title}
        </span>
        <span className={styles['facts']}>
          <time dateTime={meeting.meetingDate}>{formatDay(meeting.meetingDate, language, 'medium')}</time>
          {meeting.participants.length > 0 && <span dir="auto">{meeting.participants.join(', ')}</span>}
        </span>
        <MeetingBadges meeting={meeting} transcriptions={transcriptions} />
      </button>
      {isChosen === undefined && !meeting.sharedBy && (
        <MeetingMenu title={title} isArchived={meeting.archived} onArchive={onArchive} onRemove={onRemove} />
      )}
    </li>
  )
}

/** The open action items, the waiting segments, the owner and the tags of a meeting, if any. */
function MeetingBadges({ meeting, transcriptions }: Pick<MeetingRowProps, 'meeting' | 'transcriptions'>) {
  const t = useTexts('meetings')
  const waiting = useStore(transcriptions.state, (state) => state.waiting[meeting.id] ?? 0)
  const hasBadges =
    meeting.openActionItemCount > 0 ||
    waiting > 0 ||
    meeting.tags.length > 0 ||
    meeting.sharedBy !== undefined
  if (!hasBadges) return null
  return (
    <span className={styles['facts']}>
      {meeting.openActionItemCount > 0 && (
        <Badge tone="accent">{t('openTasks', { count: meeting.openActionItemCount })}</Badge>
      )}
      {waiting > 0 && <Badge tone="info">{t('waiting', { count: waiting })}</Badge>}
      {meeting.sharedBy && <Badge>{t('sharedBy', { name: meeting.sharedBy.name })}</Badge>}
      {meeting.tags.map((tag) => (
        <Badge key={tag}>{tag}</Badge>
      ))}
    </span>
  )
}

interface MeetingMenuProps extends Pick<MeetingRowProps, 'onArchive' | 'onRemove'> {
  readonly title: string
  readonly isArchived: boolean
}

function MeetingMenu({ title, isArchived, onArchive, onRemove }: MeetingMenuProps) {
  const t = useTexts('meetings')
  return (
    <MenuButton
      label={t('actionsOf', { title })}
      align="end"
      groups={[
        {
          items: [
            {
              id: 'archive',
              label: t(isArchived ? 'unarchive' : 'archive'),
              icon: isArchived ? ArchiveRestore : Archive,
              onSelect: onArchive,
            },
            { id: 'delete', label: t('delete'), icon: Trash2, onSelect: onRemove },
          ],
        },
      ]}
      renderOpener={(opener) => <IconButton {...opener} icon={Ellipsis} label={t('actionsOf', { title })} />}
    />
  )
}
