import { Search } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTexts } from '#i18n/index.ts'
import { Switch } from '#ui/controls/choice.tsx'
import { Select } from '#ui/controls/select.tsx'
import { TextField } from '#ui/controls/text-field.tsx'
import type { MeetingRepository, MeetingQuery } from '../repositories/meeting-repository.ts'
import styles from '../meetings.module.css'

const SORT_KEYS = {
  '-meetingDate': 'newest',
  meetingDate: 'oldest',
  '-updatedAt': 'changed',
  title: 'title',
  '-openActionItems': 'open',
} as const
const SORTS = Object.keys(SORT_KEYS) as readonly (keyof typeof SORT_KEYS)[]

interface FiltersProps {
  readonly repository: MeetingRepository
  readonly query: MeetingQuery
  readonly onChange: (query: MeetingQuery) => void
}

export function Filters({ repository, query, onChange }: FiltersProps) {
  const t = useTexts('meetings')
  const [isOpen, setOpen] = useState(false)
  const set = (fields: Partial<MeetingQuery>) => onChange({ ...query, ...fields })
  return (
    <div className={styles['filters']} role="search" aria-label={t('search')}>
      <TextField
        label={t('search')}
        type="search"
        icon={Search}
        value={query.q}
        onChange={(event) => set({ q: event.target.value })}
      />
      <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary className={styles['summary']}>{t('filters')}</summary>
        <div className={styles['fields']}>
          <TextField
            label={t('from')}
            type="date"
            value={query.from}
            onChange={(event) => set({ from: event.target.value })}
          />
          <TextField
            label={t('to')}
            type="date"
            value={query.to}
            onChange={(event) => set({ to: event.target.value })}
          />
          <TextField
            label={t('participant')}
            value={query.participant}
            onChange={(event) => set({ participant: event.target.value })}
          />
          {isOpen && (
            <TagChoice
              repository={repository}
              isShared={query.shared}
              tag={query.tag}
              onChange={(tag) => set({ tag })}
            />
          )}
          <Select
            label={t('sort')}
            value={query.sort}
            options={SORTS.map((value) => ({ value, label: t(`sorts.${SORT_KEYS[value]}`) }))}
            onChange={(value) => set({ sort: SORTS.find((sort) => sort === value) ?? '-meetingDate' })}
          />
          <Switch
            label={t('showArchived')}
            isOn={query.archived}
            onChange={(archived) => set({ archived })}
          />
        </div>
      </details>
    </div>
  )
}

interface TagChoiceProps {
  readonly repository: MeetingRepository
  readonly isShared: boolean
  readonly tag: string
  readonly onChange: (tag: string) => void
}

/** The filter by tag. The tags are loaded when it is opened; hidden without any. */
function TagChoice({ repository, isShared, tag, onChange }: TagChoiceProps) {
  const t = useTexts('meetings')
  const [tags, setTags] = useState<readonly string[]>([])
  useEffect(() => {
    let isWanted = true
    repository.tags(isShared).then(
      (loadedTags) => isWanted && setTags(loadedTags),
      () => {},
    )
    return () => {
      isWanted = false
    }
  }, [repository, isShared])
  const shownTags = tag === '' || tags.includes(tag) ? tags : [tag, ...tags]
  if (shownTags.length === 0) return null
  return (
    <Select
      label={t('tag')}
      value={tag}
      options={[{ value: '', label: t('anyTag') }, ...shownTags.map((value) => ({ value, label: value }))]}
      onChange={onChange}
    />
  )
}
