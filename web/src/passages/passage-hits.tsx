import type { KnowledgeHit } from '@vee/contract/http/knowledge'
import { clockTime } from '@vee/contract/meetings/transcript'
import { FileText, MessageSquare, Mic, StickyNote, type LucideIcon } from 'lucide-react'
import { useLanguage, useTexts } from '#i18n/index.ts'
import { Icon } from '#ui/display/icon.tsx'
import { VisuallyHidden } from '#ui/display/visually-hidden.tsx'
import { markedText } from './marked-text.tsx'
import styles from './passages.module.css'
import type { FoundHits } from './use-passage-hits.ts'

const ICONS: Readonly<Record<KnowledgeHit['kind'], LucideIcon>> = {
  conversation: MessageSquare,
  meeting: Mic,
  file: FileText,
  note: StickyNote,
}

interface PassageHitsProps {
  readonly hits: FoundHits
  readonly onOpen: (hit: KnowledgeHit) => void
}

/** Sentences that answer the search, each with where it was said. */
export function PassageHits({ hits: { items, unread }, onOpen }: PassageHitsProps) {
  const t = useTexts('history')
  if (items.length === 0 && unread === 0) return null
  return (
    <section>
      <h3 className={styles['heading']}>{t('passages.title')}</h3>
      <ul className={styles['hits']}>
        {items.map((hit) => (
          <li key={keyOfHit(hit)}>
            <Hit hit={hit} onOpen={onOpen} />
          </li>
        ))}
      </ul>
      {unread > 0 && <p className={styles['note']}>{t('passages.unread', { count: unread })}</p>}
    </section>
  )
}

interface HitProps {
  readonly hit: KnowledgeHit
  readonly onOpen: (hit: KnowledgeHit) => void
}

function Hit({ hit, onOpen }: HitProps) {
  // A note is a sentence: there is nothing behind it.
  if (hit.kind === 'note')
    return (
      <div className={styles['hit']}>
        <PassageContent hit={hit} />
      </div>
    )
  return (
    <button type="button" className={styles['hit']} data-pane-row onClick={() => onOpen(hit)}>
      <PassageContent hit={hit} />
    </button>
  )
}

/** The sentence with the words of the question marked, and where it stands. */
export function PassageContent({ hit }: Pick<HitProps, 'hit'>) {
  const t = useTexts('history')
  const language = useLanguage()
  const date = new Intl.DateTimeFormat(language, { dateStyle: 'medium' }).format(new Date(hit.at))
  const details = [hit.title, placeOf(hit, t), hit.speaker, date].filter(Boolean).join(' · ')
  return (
    <>
      <VisuallyHidden>{t(`passages.kinds.${hit.kind}`)}: </VisuallyHidden>
      <span className={styles['said']} dir="auto">
        {markedText(hit.excerpt, hit.marks)}
      </span>
      <span className={styles['from']}>
        <Icon of={ICONS[hit.kind]} size="s" />
        <span dir="auto">{details}</span>
      </span>
    </>
  )
}

/** Identifies a passage in a list. */
export const keyOfHit = ({ kind, id, place, excerpt }: KnowledgeHit) =>
  `${kind} ${id} ${JSON.stringify(place)} ${excerpt}`

function placeOf({ place }: KnowledgeHit, t: ReturnType<typeof useTexts<'history'>>): string | undefined {
  if (place?.page !== undefined) return t('passages.page', { number: place.page })
  if (place?.slide !== undefined) return t('passages.slide', { number: place.slide })
  if (place?.sheet !== undefined) return place.sheet
  return place?.fromMs === undefined ? undefined : clockTime(place.fromMs / 1_000)
}
