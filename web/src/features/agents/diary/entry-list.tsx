import { CalendarDays, Search } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useLanguage, useTexts } from '#i18n/index.ts'
import { Badge, Chip } from '#ui/display/badge.tsx'
import { Button } from '#ui/controls/button.tsx'
import { TextField } from '#ui/controls/text-field.tsx'
import styles from './diary.module.css'
import { dateOf, findEntries, titleOf, type DiaryEntry } from './entry.ts'
import { MonthCalendar } from './month-calendar.tsx'

interface EntryListProps {
  readonly entries: readonly DiaryEntry[]
  readonly onOpen: (id: string) => void
}

/** Lists all entries, newest first, filtered by terms, tag and day. */
export function EntryList({ entries, onOpen }: EntryListProps) {
  const t = useTexts('diary')
  const [words, setWords] = useState('')
  const [day, setDay] = useState('')
  const [tag, setTag] = useState('')
  const [hasCalendar, setHasCalendar] = useState(false)
  const matches = useMemo(() => findEntries(entries, { words, day, tag }), [entries, words, day, tag])
  const counts = useMemo(() => {
    const days = new Map<string, number>()
    for (const entry of entries) days.set(entry.day, (days.get(entry.day) ?? 0) + 1)
    return days
  }, [entries])
  const tags = useMemo(() => [...new Set(entries.flatMap((entry) => entry.tags))].toSorted(), [entries])

  function showAll(): void {
    setWords('')
    setDay('')
    setTag('')
  }

  if (entries.length === 0) return null
  return (
    <>
      <TextField
        label={t('search')}
        type="search"
        icon={Search}
        value={words}
        onChange={(event) => setWords(event.target.value)}
      />
      <div className={styles['filters']}>
        <Chip icon={CalendarDays} isPressed={hasCalendar} onClick={() => setHasCalendar(!hasCalendar)}>
          {t('calendar')}
        </Chip>
        {tags.map((each) => (
          <Chip key={each} isPressed={each === tag} onClick={() => setTag(each === tag ? '' : each)}>
            {each}
          </Chip>
        ))}
      </div>
      {hasCalendar && <MonthCalendar counts={counts} selected={day} onSelect={setDay} />}
      {matches.length === 0 ? (
        <p className={styles['note']} role="status">
          {t('none')}{' '}
          <Button variant="quiet" size="compact" onClick={showAll}>
            {t('showAll')}
          </Button>
        </p>
      ) : (
        <ul className={styles['list']} aria-label={t('list')}>
          {matches.map((entry) => (
            <Row key={entry.id} entry={entry} onOpen={onOpen} />
          ))}
        </ul>
      )}
    </>
  )
}

function Row({ entry, onOpen }: { readonly entry: DiaryEntry; readonly onOpen: (id: string) => void }) {
  const t = useTexts('diary')
  const language = useLanguage()
  const date = new Intl.DateTimeFormat(language, { dateStyle: 'medium' }).format(dateOf(entry.day))
  const title = titleOf(entry)
  return (
    <li>
      <button type="button" className={styles['row']} onClick={() => onOpen(entry.id)}>
        <time dateTime={entry.day}>{date}</time>
        <span className={styles['rowTitle']}>{title === '' ? t('untitled') : title}</span>
        {(entry.mood !== '' || entry.tags.length > 0) && (
          <span className={styles['facts']}>
            {entry.mood !== '' && <Badge>{t(`moods.${entry.mood}`)}</Badge>}
            {entry.tags.join(' · ')}
          </span>
        )}
      </button>
    </li>
  )
}
