import { Download, Trash2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useLanguage, useTexts } from '#i18n/index.ts'
import type { AgentViewProps, ViewMessage } from '#lib/agent-view.ts'
import { downloadText } from '#lib/files/download-text.ts'
import { useDraft } from '#lib/storage/use-draft.ts'
import { Button } from '#ui/controls/button.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { TextArea } from '#ui/controls/text-field.tsx'
import {
  cardsOf,
  cardsOfNotes,
  dueCards,
  nextDue,
  rateCard,
  RATINGS,
  withCards,
  type Study,
} from './study.ts'
import { today } from './today.ts'
import styles from './tutor.module.css'

interface CardsProps extends Pick<AgentViewProps, 'talk' | 'Markdown'> {
  readonly study: Study
  readonly change: (study: Study) => void
  readonly onAnswer: (study: Study) => void
  readonly lastReply: ViewMessage | undefined
}

const tabbed = (text: string) => text.replaceAll(/[\t\n]+/g, ' ')

/** Flashcards from notes or a reply, shown when they are due. */
export function Cards({ study, change, onAnswer, talk, lastReply, Markdown }: CardsProps) {
  const t = useTexts('tutor')
  const [notes, setNotes] = useDraft('tutor-notes')
  const offered = lastReply ? cardsOf(lastReply.text, lastReply.result) : []
  const fronts = new Set(study.cards.map(({ front }) => front.toLowerCase()))
  const fresh = offered.filter(({ front }) => !fronts.has(front.toLowerCase()))
  const fromNotes = cardsOfNotes(notes)

  return (
    <div className={styles['part']}>
      <DueCard study={study} change={change} onAnswer={onAnswer} Markdown={Markdown} />
      {fresh.length > 0 && (
        <Button variant="primary" onClick={() => change(withCards(study, fresh, new Date()))}>
          {t('takeCards', { count: fresh.length })}
        </Button>
      )}
      <TextArea
        label={t('notes')}
        hint={t('notesHint')}
        rows={4}
        value={notes}
        onChange={(event) => setNotes(event.target.value)}
      />
      <div className={styles['actions']}>
        <Button
          disabled={fromNotes.length === 0}
          onClick={() => {
            change(withCards(study, fromNotes, new Date()))
            setNotes('')
          }}
        >
          {t('makeCards')}
        </Button>
        <Button
          disabled={notes.trim() === ''}
          onClick={() => talk.ask(`${t('askCardsText')}\n\n${notes.trim()}`)}
        >
          {t('askCards')}
        </Button>
        {study.cards.length > 0 && (
          <Button
            variant="quiet"
            icon={Download}
            onClick={() =>
              downloadText(
                'cards.tsv',
                study.cards.map(({ front, back }) => `${tabbed(front)}\t${tabbed(back)}\n`).join(''),
                'text/tab-separated-values',
              )
            }
          >
            {t('export')}
          </Button>
        )}
      </div>
    </div>
  )
}

/** Interval for checking due cards, ms. */
const LOOK_EVERY_MS = 15_000

function useNow(): Date {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), LOOK_EVERY_MS)
    return () => clearInterval(timer)
  }, [])
  return now
}

type DueCardProps = Pick<CardsProps, 'study' | 'change' | 'onAnswer' | 'Markdown'>

function DueCard({ study, change, onAnswer, Markdown }: DueCardProps) {
  const t = useTexts('tutor')
  const language = useLanguage()
  const [revealed, setRevealed] = useState<string>()
  const now = useNow()
  // `now` is never older than the interval.
  const due = dueCards(study, new Date(now.getTime() + LOOK_EVERY_MS))
  const [card] = due
  if (!card) {
    const next = nextDue(study)
    if (!next) return <p className={styles['note']}>{t('noCards')}</p>
    const when = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' }).format(next)
    return <p className={styles['note']}>{t('nextDue', { when })}</p>
  }
  const isRevealed = revealed === card.id
  return (
    <section className={styles['card']} aria-label={t('due', { count: due.length })}>
      <header className={styles['actions']}>
        <span className={styles['note']}>{t('due', { count: due.length })}</span>
        <IconButton
          icon={Trash2}
          label={t('removeCard')}
          size="compact"
          onClick={() => change({ ...study, cards: study.cards.filter(({ id }) => id !== card.id) })}
        />
      </header>
      <div className={styles['front']}>
        <Markdown text={card.front} />
      </div>
      {isRevealed ? (
        <>
          <div className={styles['back']} aria-live="polite">
            <Markdown text={card.back} />
          </div>
          <div className={styles['actions']} role="group" aria-label={t('rate')}>
            {RATINGS.map((rating) => (
              <Button
                key={rating}
                size="compact"
                onClick={() => onAnswer(rateCard(study, card.id, rating, new Date(), today()))}
              >
                {t(`ratings.${rating}`)}
              </Button>
            ))}
          </div>
        </>
      ) : (
        <Button variant="primary" onClick={() => setRevealed(card.id)}>
          {t('reveal')}
        </Button>
      )}
    </section>
  )
}
