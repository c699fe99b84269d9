import type { Meeting } from '@vee/contract/entities/meeting'
import { CalendarDays, Download, FileUp, Mic, Plus, Search, Settings2, Undo2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { useLanguage, useTexts } from '#i18n/index.ts'
import { downloadText } from '#lib/download-text.ts'
import { Badge } from '#ui/badge.tsx'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { Switch } from '#ui/choice.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { MenuButton } from '#ui/menu-button.tsx'
import { Select } from '#ui/select.tsx'
import { TextField } from '#ui/text-field.tsx'
import type { ListedMeeting, MeetingKeeper, MeetingPart, MeetingQuery } from './meeting-keeper.ts'
import styles from './meetings.module.css'
import { asMarkdown, tasksAsCsv } from './write-out.ts'
import { readMeetings, readTranscript } from './transfer.ts'
import type { Transcriptions } from './recording/transcriptions.ts'

/** Typed words wait for the next this long before they are looked for, in ms. */
const SEARCH_AFTER_MS = 250

const ALL: MeetingQuery = { q: '', from: '', to: '', participant: '', archived: false, sort: '-meetingDate' }
const SORTS = ['-meetingDate', 'meetingDate', '-updatedAt', 'title', '-openActionItems'] as const

interface MeetingListProps {
  readonly keeper: MeetingKeeper
  readonly transcriptions: Transcriptions
  readonly onOpen: (meeting: Meeting) => void
}

interface Found {
  readonly items: readonly ListedMeeting[]
  readonly nextCursor: string | null
}

/** What was found so far, and how to get more of it. An answer to an older question is dropped. */
function useFound(keeper: MeetingKeeper, query: MeetingQuery) {
  const [found, setFound] = useState<Found | 'failed' | undefined>()
  const [round, setRound] = useState(0)
  useEffect(() => {
    let isWanted = true
    const timer = setTimeout(
      () => {
        keeper.list(query).then(
          (page) => isWanted && setFound(page),
          () => isWanted && setFound('failed'),
        )
      },
      round === 0 && query === ALL ? 0 : SEARCH_AFTER_MS,
    )
    return () => {
      isWanted = false
      clearTimeout(timer)
    }
  }, [keeper, query, round])

  async function more(): Promise<void> {
    if (found === undefined || found === 'failed' || found.nextCursor === null) return
    const page = await keeper.list(query, found.nextCursor)
    setFound({ items: [...found.items, ...page.items], nextCursor: page.nextCursor })
  }
  return { found, more, reload: () => setRound((count) => count + 1) }
}

export function MeetingList({ keeper, transcriptions, onOpen }: MeetingListProps) {
  const t = useTexts('meetings')
  const [query, setQuery] = useState(ALL)
  const { found, more, reload } = useFound(keeper, query)
  const [notice, setNotice] = useState('')
  const [failure, setFailure] = useState(false)
  const [removed, setRemoved] = useState<Meeting | undefined>()
  const file = useRef<HTMLInputElement>(null)
  const isFiltered =
    query !== ALL && (query.q + query.from + query.to + query.participant !== '' || query.archived)

  async function attempt(work: () => Promise<void>): Promise<void> {
    setFailure(false)
    await work().catch(() => setFailure(true))
  }
  const create = (part: MeetingPart) => attempt(async () => onOpen(await keeper.create(part)))
  const open = (id: string) => attempt(async () => onOpen(await keeper.get(id)))

  async function takeFile(chosen: File | undefined): Promise<void> {
    if (!chosen) return
    const text = await chosen.text()
    const meetings = readMeetings(text)
    if (meetings) {
      return attempt(async () => {
        setNotice(t('imported', { count: await keeper.addAll(meetings) }))
        reload()
      })
    }
    if (/^\s*[[{]/.test(text) || text.trim() === '') return setNotice(t('importFailed'))
    await create({ title: chosen.name.replace(/\.\w+$/, ''), ...readTranscript(text) })
  }
  const saveAll = (name: string, type: string, write: (meetings: readonly Meeting[]) => string) =>
    attempt(async () => downloadText(name, write(await keeper.all()), type))

  return (
    <div className={styles['meetings']}>
      <div className={styles['actions']}>
        <Button variant="primary" icon={Mic} onClick={() => void create({})}>
          {t('new')}
        </Button>
        <Button icon={FileUp} onClick={() => file.current?.click()}>
          {t('import')}
        </Button>
        <ExportAll onSave={saveAll} />
        <input
          ref={file}
          type="file"
          hidden
          accept=".json,.txt,.md,.vtt,.srt"
          aria-label={t('import')}
          onChange={(event) => {
            void takeFile(event.target.files?.[0])
            event.target.value = ''
          }}
        />
      </div>
      <output className={styles['note']}>{notice}</output>
      {failure && <Banner tone="error" title={t('failed')} />}
      <Filters query={query} onChange={setQuery} />
      {removed && (
        <Banner
          tone="info"
          title={t('deleted')}
          actions={
            <Button
              size="compact"
              icon={Undo2}
              onClick={() =>
                void attempt(async () => {
                  await keeper.restore(removed)
                  setRemoved(undefined)
                  reload()
                })
              }
            >
              {t('undo')}
            </Button>
          }
        />
      )}
      {found === 'failed' && (
        <Banner tone="error" title={t('failed')} actions={<Button onClick={reload}>{t('retry')}</Button>} />
      )}
      {typeof found === 'object' && found.items.length === 0 && (
        <EmptyState icon={CalendarDays} title={t(isFiltered ? 'nothingFound' : 'empty')}>
          {isFiltered ? undefined : t(keeper.place === 'server' ? 'emptyMember' : 'emptyBrowser')}
        </EmptyState>
      )}
      {typeof found === 'object' && found.items.length > 0 && (
        <ul className={styles['list']} aria-label={t('list')}>
          {found.items.map((meeting) => (
            <Row
              key={meeting.id}
              meeting={meeting}
              transcriptions={transcriptions}
              onOpen={() => void open(meeting.id)}
              onArchive={() =>
                void attempt(async () => {
                  await keeper.change(meeting.id, { archived: !meeting.archived })
                  reload()
                })
              }
              onRemove={() =>
                void attempt(async () => {
                  const whole = await keeper.get(meeting.id)
                  await keeper.remove(meeting.id)
                  setRemoved(whole)
                  reload()
                })
              }
            />
          ))}
        </ul>
      )}
      {typeof found === 'object' && found.nextCursor !== null && (
        <Button icon={Plus} onClick={() => void attempt(more)}>
          {t('more')}
        </Button>
      )}
    </div>
  )
}

interface ExportAllProps {
  readonly onSave: (
    name: string,
    type: string,
    write: (meetings: readonly Meeting[]) => string,
  ) => Promise<void>
}

function ExportAll({ onSave }: ExportAllProps) {
  const t = useTexts('meetings')
  return (
    <MenuButton
      label={t('export')}
      groups={[
        {
          items: [
            {
              id: 'json',
              label: t('exportJson'),
              icon: Download,
              onSelect: () =>
                void onSave('meetings.json', 'application/json', (meetings) =>
                  JSON.stringify({ version: 1, meetings }, undefined, 2),
                ),
            },
            {
              id: 'markdown',
              label: t('exportMarkdown'),
              icon: Download,
              onSelect: () =>
                void onSave('meetings.md', 'text/markdown', (meetings) =>
                  meetings.map((meeting) => asMarkdown(meeting, t)).join('\n---\n\n'),
                ),
            },
            {
              id: 'csv',
              label: t('exportCsv'),
              icon: Download,
              onSelect: () => void onSave('action-items.csv', 'text/csv', tasksAsCsv),
            },
          ],
        },
      ]}
      renderOpener={(opener) => (
        <Button {...opener} icon={Settings2}>
          {t('export')}
        </Button>
      )}
    />
  )
}

interface FiltersProps {
  readonly query: MeetingQuery
  readonly onChange: (query: MeetingQuery) => void
}

function Filters({ query, onChange }: FiltersProps) {
  const t = useTexts('meetings')
  const set = (part: Partial<MeetingQuery>) => onChange({ ...query, ...part })
  return (
    <div className={styles['filters']} role="search" aria-label={t('search')}>
      <TextField
        label={t('search')}
        type="search"
        icon={Search}
        value={query.q}
        onChange={(event) => set({ q: event.target.value })}
      />
      <details>
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
          <Select
            label={t('sort')}
            value={query.sort}
            options={SORTS.map((value) => ({ value, label: t(`sorts.${sortKey(value)}`) }))}
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

const SORT_KEYS = {
  '-meetingDate': 'newest',
  meetingDate: 'oldest',
  '-updatedAt': 'changed',
  title: 'title',
  '-openActionItems': 'open',
} as const
const sortKey = (sort: (typeof SORTS)[number]) => SORT_KEYS[sort]

interface RowProps {
  readonly meeting: ListedMeeting
  readonly transcriptions: Transcriptions
  readonly onOpen: () => void
  readonly onArchive: () => void
  readonly onRemove: () => void
}

function Row({ meeting, transcriptions, onOpen, onArchive, onRemove }: RowProps) {
  const t = useTexts('meetings')
  const language = useLanguage()
  const waiting = useStore(transcriptions.state, (state) => state.waiting[meeting.id] ?? 0)
  const title = meeting.title || t('untitled')
  const date = new Intl.DateTimeFormat(language, {
    dateStyle: 'medium',
    ...(meeting.meetingDate.includes('T') ? {} : { timeZone: 'UTC' }),
  }).format(new Date(meeting.meetingDate))
  return (
    <li className={styles['row']}>
      <button type="button" className={styles['open']} onClick={onOpen}>
        <span className={styles['title']}>{title}</span>
        <span className={styles['facts']}>
          <time dateTime={meeting.meetingDate}>{date}</time>
          {meeting.participants.length > 0 && <span>{meeting.participants.join(', ')}</span>}
        </span>
        <span className={styles['facts']}>
          {meeting.openActionItemCount > 0 && (
            <Badge tone="accent">{t('openTasks', { count: meeting.openActionItemCount })}</Badge>
          )}
          {waiting > 0 && <Badge tone="info">{t('waiting', { count: waiting })}</Badge>}
          {meeting.tags.map((tag) => (
            <Badge key={tag}>{tag}</Badge>
          ))}
        </span>
      </button>
      <MenuButton
        label={t('actionsOf', { title })}
        groups={[
          {
            items: [
              { id: 'archive', label: t(meeting.archived ? 'unarchive' : 'archive'), onSelect: onArchive },
              { id: 'delete', label: t('delete'), onSelect: onRemove },
            ],
          },
        ]}
        renderOpener={(opener) => (
          <Button
            {...opener}
            variant="quiet"
            size="compact"
            icon={Settings2}
            aria-label={t('actionsOf', { title })}
          />
        )}
      />
    </li>
  )
}
