import { ArrowLeft, MessageCircle, Pencil, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { useLanguage, useTexts } from '#i18n/index.ts'
import type { AgentViewProps } from '#lib/agent-view.ts'
import { Badge } from '#ui/display/badge.tsx'
import { Button } from '#ui/controls/button.tsx'
import { Dialog } from '#ui/feedback/dialog.tsx'
import { TextArea } from '#ui/controls/text-field.tsx'
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
  const [isRemoving, setRemoving] = useState(false)
  const [isTalking, setTalking] = useState(false)
  const [quote, setQuote] = useState('')
  const words = useRef<HTMLDivElement>(null)
  const day = new Intl.DateTimeFormat(language, { dateStyle: 'full' }).format(dateOf(entry.day))
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
      <div ref={words} className={styles['words']}>
        <Markdown text={entry.text} />
      </div>
      <EntryPictures diary={diary} pictures={entry.pictures ?? []} />
      <div className={styles['actions']}>
        <Button icon={Pencil} onClick={onEdit}>
          {t('edit')}
        </Button>
        <Button
          icon={MessageCircle}
          onClick={() => {
            setQuote(selectedIn(words.current) || entry.text)
            setTalking(true)
          }}
        >
          {t('talk')}
        </Button>
        <Button variant="quiet" icon={Trash2} onClick={() => setRemoving(true)}>
          {t('remove')}
        </Button>
      </div>
      <RemovalDialog isOpen={isRemoving} onClose={() => setRemoving(false)} onRemove={onRemove} />
      <TalkDialog
        isOpen={isTalking}
        quote={quote}
        onChange={setQuote}
        onClose={() => setTalking(false)}
        onSend={() => onTalk(`${t('talkAsk', { day })}\n\n${quote.trim()}`)}
      />
    </article>
  )
}

interface RemovalDialogProps extends Pick<EntryPageProps, 'onRemove'> {
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** Asks before the entry is removed. */
function RemovalDialog({ isOpen, onClose, onRemove }: RemovalDialogProps) {
  const t = useTexts('diary')
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={t('removeTitle')}
      description={t('removeText')}
      closeLabel={t('cancel')}
      size="small"
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button variant="danger" onClick={onRemove}>
            {t('remove')}
          </Button>
        </>
      }
    />
  )
}

interface TalkDialogProps {
  readonly isOpen: boolean
  /** the words that are sent */
  readonly quote: string
  readonly onChange: (quote: string) => void
  readonly onClose: () => void
  readonly onSend: () => void
}

/** Sends what is left in its field, and nothing else of the entry. */
function TalkDialog({ isOpen, quote, onChange, onClose, onSend }: TalkDialogProps) {
  const t = useTexts('diary')
  const isEmpty = quote.trim() === ''
  function send(): void {
    if (isEmpty) return
    onClose()
    onSend()
  }
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={t('talkTitle')}
      description={t('talkText')}
      closeLabel={t('cancel')}
      size="small"
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button variant="primary" onClick={send}>
            {t('talkSend')}
          </Button>
        </>
      }
    >
      <TextArea
        label={t('talkWhat')}
        value={quote}
        error={isEmpty ? t('talkEmpty') : undefined}
        onChange={(event) => onChange(event.target.value)}
      />
    </Dialog>
  )
}

/** Returns the text that is selected in an element; empty if the selection is elsewhere. */
function selectedIn(element: HTMLElement | null): string {
  const selection = globalThis.getSelection()
  if (!element || !selection?.anchorNode || !selection.focusNode) return ''
  const isInside = element.contains(selection.anchorNode) && element.contains(selection.focusNode)
  return isInside ? selection.toString().trim() : ''
}
