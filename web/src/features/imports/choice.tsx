import { useState } from 'react'
import { useLanguage, useTexts } from '#i18n/index.ts'
import { Button } from '#ui/controls/button.tsx'
import { Checkbox } from '#ui/controls/choice.tsx'
import { TextField } from '#ui/controls/text-field.tsx'
import { Banner } from '#ui/feedback/banner.tsx'
import type { ArchiveScan } from './import-archive.ts'
import styles from './imports.module.css'

/** Conversations that are listed at once; the search finds the others. */
const MAX_LISTED = 100

interface ChoiceProps {
  readonly scan: ArchiveScan
  /** ids of conversations that are in the account already */
  readonly known: ReadonlySet<string>
  readonly onImport: (sourceIds: ReadonlySet<string>) => void
}

/** What an archive contains, from when, and which of it comes in. */
export function Choice({ scan, known, onImport }: ChoiceProps) {
  const t = useTexts('imports')
  const language = useLanguage()
  const { conversations, unreadable, projects } = scan
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [q, setQ] = useState('')
  const dayOf = (time: string) =>
    new Intl.DateTimeFormat(language, { dateStyle: 'medium' }).format(new Date(time))
  const matching = conversations.filter(({ title }) => title.toLowerCase().includes(q.trim().toLowerCase()))
  const chosen = conversations.filter(({ sourceId }) => !left.has(sourceId))
  const isAll = matching.every(({ sourceId }) => !left.has(sourceId))
  function set(ids: readonly string[], isChosen: boolean): void {
    const next = new Set(left)
    for (const id of ids) {
      if (isChosen) next.delete(id)
      else next.add(id)
    }
    setLeft(next)
  }
  const newest = conversations[0]
  const oldest = conversations.at(-1)
  return (
    <div className={styles['parts']}>
      <p role="status">
        {t('found', {
          count: conversations.length,
          source: t(`sources.${scan.source}`),
          from: dayOf(oldest?.createdAt ?? ''),
          to: dayOf(newest?.createdAt ?? ''),
        })}{' '}
        {t('files', { count: conversations.reduce((sum, { files }) => sum + files, 0) })}
        {projects.length > 0 && ` ${t('projects', { count: projects.length })}`}
        {known.size > 0 && ` ${t('knownCount', { count: known.size })}`}
      </p>
      {unreadable.length > 0 && (
        <Banner tone="warning" title={t('unreadable', { count: unreadable.length })}>
          {unreadable.slice(0, 5).join(', ')}
        </Banner>
      )}
      <TextField label={t('search')} type="search" value={q} onChange={(event) => setQ(event.target.value)} />
      <Checkbox
        label={t('all', { count: matching.length })}
        isChecked={isAll}
        onChange={(isChosen) =>
          set(
            matching.map(({ sourceId }) => sourceId),
            isChosen,
          )
        }
      />
      <ul className={styles['list']} aria-label={t('list')}>
        {matching.slice(0, MAX_LISTED).map(({ sourceId, title, createdAt, messages }) => (
          <li key={sourceId}>
            <Checkbox
              label={[
                title || t('untitled'),
                dayOf(createdAt),
                t('messages', { count: messages }),
                ...(known.has(sourceId) ? [t('known')] : []),
              ].join(' · ')}
              isChecked={!left.has(sourceId)}
              onChange={(isChosen) => set([sourceId], isChosen)}
            />
          </li>
        ))}
      </ul>
      {matching.length > MAX_LISTED && (
        <p className={styles['note']}>{t('more', { count: matching.length - MAX_LISTED })}</p>
      )}
      <div>
        <Button
          variant="primary"
          disabled={chosen.length === 0}
          onClick={() => onImport(new Set(chosen.map(({ sourceId }) => sourceId)))}
        >
          {t('import', { count: chosen.length })}
        </Button>
      </div>
    </div>
  )
}
