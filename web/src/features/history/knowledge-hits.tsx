import type { KnowledgeHit, searchKnowledge } from '@vee/contract/http/knowledge'
import { clockTime } from '@vee/contract/meetings/transcript'
import { FileText, MessageSquare, Mic, StickyNote, type LucideIcon } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useLanguage, useTexts } from '#i18n/index.ts'
import { useFoundPassages } from '#lib/files/found-passages.ts'
import type { Api } from '#lib/http/index.ts'
import { Icon } from '#ui/display/icon.tsx'
import { VisuallyHidden } from '#ui/display/visually-hidden.tsx'
import { markedText } from './marked-text.tsx'
import styles from './history.module.css'

/** Pause in typing before the search, in ms: longer than that of the list, because it reads everything. */
const TYPING_MS = 400
const HITS = 12

const ICONS: Readonly<Record<KnowledgeHit['kind'], LucideIcon>> = {
  conversation: MessageSquare,
  meeting: Mic,
  file: FileText,
  note: StickyNote,
}

interface FoundHits {
  /** the question that it answers */
  readonly q: string
  readonly items: readonly KnowledgeHit[]
  readonly unread: number
}

/**
 * Returns what a member's conversations, meetings, notes and files say about a question; undefined while it is searched
 * for the first time. A failure finds nothing: the list beside it says what is wrong.
 */
export function useKnowledgeHits(api: Api, q: string): FoundHits | undefined {
  const [hits, setFound] = useState<FoundHits>()
  useEffect(() => {
    if (q === '') return undefined
    const abort = new AbortController()
    const timer = setTimeout(() => {
      api
        .json<typeof searchKnowledge>('GET', '/search', { query: { q, limit: HITS }, signal: abort.signal })
        .then(
          ({ items, unread }) => {
            setFound({ q, items, unread })
            // "Only since June" and "play it" are about this search, too.
            useFoundPassages.setState({ found: { question: q, hits: items, replyId: undefined } })
          },
          () => abort.signal.aborted || setFound({ q, items: [], unread: 0 }),
        )
    }, TYPING_MS)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [api, q])
  return q === '' ? undefined : hits
}

interface KnowledgeHitsProps {
  readonly hits: FoundHits
  readonly onOpen: (hit: KnowledgeHit) => void
}

/** Sentences that answer the search, each with where it was said. */
export function KnowledgeHits({ hits: { items, unread }, onOpen }: KnowledgeHitsProps) {
  const t = useTexts('history')
  if (items.length === 0 && unread === 0) return null
  return (
    <section>
      <h3 className={styles['day']}>{t('passages.title')}</h3>
      <ul className={styles['hits']}>
        {items.map((hit) => (
          <li key={`${hit.kind} ${hit.id} ${JSON.stringify(hit.place)} ${hit.excerpt}`}>
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
  const t = useTexts('history')
  const language = useLanguage()
  const date = new Intl.DateTimeFormat(language, { dateStyle: 'medium' }).format(new Date(hit.at))
  const details = [hit.title, placeOf(hit, t), hit.speaker, date].filter(Boolean).join(' · ')
  const content = (
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
  // A note is a sentence: there is nothing behind it.
  if (hit.kind === 'note') return <div className={styles['hit']}>{content}</div>
  return (
    <button type="button" className={styles['hit']} data-pane-row onClick={() => onOpen(hit)}>
      {content}
    </button>
  )
}

function placeOf({ place }: KnowledgeHit, t: ReturnType<typeof useTexts<'history'>>): string | undefined {
  if (place?.page !== undefined) return t('passages.page', { number: place.page })
  if (place?.slide !== undefined) return t('passages.slide', { number: place.slide })
  if (place?.sheet !== undefined) return place.sheet
  return place?.fromMs === undefined ? undefined : clockTime(place.fromMs / 1_000)
}
