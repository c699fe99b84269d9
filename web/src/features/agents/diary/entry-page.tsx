import { ArrowLeft, MessageCircle, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useLanguage, useTexts } from '#i18n/index.ts'
import type { AgentViewProps } from '#lib/agent-view.ts'
import { Badge } from '#ui/display/badge.tsx'
import { Button } from '#ui/controls/button.tsx'
import { Dialog } from '#ui/feedback/dialog.tsx'
import styles from './diary.module.css'
import type { Diary } from './diary-store.ts'
import { EntryPictures } from './entry-pictures.tsx'
import { dateOf, type DiaryEntry } from './entry.ts'

interface EntryPageProps extends Pick<AgentViewProps, 'Markdown'> {
  readonly diary: Diary
  readonly entry: DiaryEntry
  readonly onBack: () => void
  readonly onEdit: () => void
  readonly onRemove: () => void
  readonly onTalk: (text: string) => void
}

/** Shows an entry, with its actions. */
export function EntryPage({ diary, entry, Markdown, onBack, onEdit, onRemove, onTalk }: EntryPageProps) {
  const t = useTexts('diary')
  const language = useLanguage()
  const [asks, setAsks] = useState<'remove' | 'talk'>()
  const day = new Intl.DateTimeFormat(language, { dateStyle: 'full' }).format(dateOf(entry.day))
  const close = () => setAsks(undefined)
  return (
    <article className={styles['page']}>
      <Button variant="quiet" size="compact" icon={ArrowLeft} onClick={onBack}>
        {t('back')}
      </Button>
      <h3 className={styles['date']}>
        <time dateTime={entry.day}>{day}</time>
      </h3>
      {(entry.mood !== '' || entry.tags.length > 0) && (
        <p className={styles['facts']}>
          {entry.mood !== '' && <Badge tone="accent">{t(`moods.${entry.mood}`)}</Badge>}
          {entry.tags.map((tag) => (
            <Badge key={tag}>{tag}</Badge>
          ))}
        </p>
      )}
      <div className={styles['words']}>
        <Markdown text={entry.text} />
      </div>
      <EntryPictures diary={diary} pictures={entry.pictures ?? []} />
      <div className={styles['actions']}>
        <Button icon={Pencil} onClick={onEdit}>
          {t('edit')}
        </Button>
        <Button icon={MessageCircle} onClick={() => setAsks('talk')}>
          {t('talk')}
        </Button>
        <Button variant="quiet" icon={Trash2} onClick={() => setAsks('remove')}>
          {t('remove')}
        </Button>
      </div>
      <Dialog
        isOpen={asks === 'remove'}
        onClose={close}
        title={t('removeTitle')}
        description={t('removeText')}
        closeLabel={t('cancel')}
        size="small"
        footer={
          <>
            <Button onClick={close}>{t('cancel')}</Button>
            <Button variant="danger" onClick={onRemove}>
              {t('remove')}
            </Button>
          </>
        }
      />
      <Dialog
        isOpen={asks === 'talk'}
        onClose={close}
        title={t('talkTitle')}
        description={t('talkText')}
        closeLabel={t('cancel')}
        size="small"
        footer={
          <>
            <Button onClick={close}>{t('cancel')}</Button>
            <Button
              variant="primary"
              onClick={() => {
                close()
                onTalk(`${t('talkAsk', { day })}\n\n${entry.text}`)
              }}
            >
              {t('talkSend')}
            </Button>
          </>
        }
      />
    </article>
  )
}
