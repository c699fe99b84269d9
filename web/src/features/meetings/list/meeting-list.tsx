import type { Meeting } from '@vee/contract/entities/meeting'
import type { MeetingChange } from '@vee/contract/meetings/change'
import type { MeetingAction } from '@vee/contract/http/meetings/meetings'
import { CalendarDays, ListChecks, Mic, Plus, SquareCheck, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { useStore } from 'zustand'
import { currentLanguage, useTexts } from '#i18n/index.ts'
import type { IndexedStore } from '#lib/storage/indexed-store.ts'
import { Banner } from '#ui/feedback/banner.tsx'
import { Button } from '#ui/controls/button.tsx'
import { Switch } from '#ui/controls/choice.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { Spinner } from '#ui/feedback/spinner.tsx'
import { ExportMenu } from '../files/export-menu.tsx'
import { type Format, writeMeetings } from '../files/write-file.ts'
import type { MeetingRepository } from '../repositories/meeting-repository.ts'
import styles from '../meetings.module.css'
import type { Transcriptions } from '../recording/transcriptions.ts'
import { BulkBar } from './bulk-bar.tsx'
import { Filters } from './filters.tsx'
import { ImportButton } from './import-button.tsx'
import type { GuessedFile } from './imported-encoding.tsx'
import { MeetingListItem } from './meeting-row.tsx'
import { ALL, isNarrowed, useFound } from './use-found.ts'

interface MeetingListProps {
  readonly repository: MeetingRepository
  readonly indexedStore: IndexedStore
  readonly transcriptions: Transcriptions
  readonly onOpen: (meeting: Meeting) => void
  /** called before `onOpen` if the encoding of an imported file is not certain */
  readonly onGuessed: (guessed: GuessedFile) => void
  readonly onOpenItems: () => void
}

/** An action on several meetings, with its undo. */
interface Undoable {
  readonly ids: readonly string[]
  readonly action: Exclude<MeetingAction, 'restore'>
}

const BACK = { archive: 'unarchive', unarchive: 'archive', delete: 'restore' } as const

export function MeetingList({
  repository,
  indexedStore,
  transcriptions,
  onOpen,
  onGuessed,
  onOpenItems,
}: MeetingListProps) {
  const t = useTexts('meetings')
  const [query, setQuery] = useState(ALL)
  const { result, more, reload } = useFound(repository, query)
  const [hasFailed, setFailed] = useState(false)
  const [last, setLast] = useState<Undoable | undefined>()
  const [chosen, setChosen] = useState<ReadonlySet<string> | undefined>()
  const page = typeof result === 'object' ? result : undefined
  const isEmpty = page?.items.length === 0
  const hasAny = !isEmpty || isNarrowed(query)

  async function attempt(work: () => Promise<void>): Promise<void> {
    setFailed(false)
    await work().catch(() => setFailed(true))
  }
  const create = (fields: MeetingChange) => attempt(async () => onOpen(await repository.create(fields)))
  const open = (id: string) => attempt(async () => onOpen(await repository.get(id)))
  const act = (ids: readonly string[], action: MeetingAction) =>
    attempt(async () => {
      await repository.changeMany(ids, action)
      setLast(action === 'restore' ? undefined : { ids, action })
      setChosen((before) => before && new Set())
      reload()
    })
  const write = (format: Format, ids?: readonly string[]) =>
    attempt(async () =>
      writeMeetings(
        await repository.all(ids ?? (query.shared ? 'shared' : 'own')),
        format,
        currentLanguage(),
      ),
    )
  const choose = (id: string, isChosen: boolean) =>
    setChosen(
      (before) =>
        new Set([...(before ?? [])].filter((chosenId) => chosenId !== id).concat(isChosen ? id : [])),
    )
  const archiving = query.archived ? 'unarchive' : 'archive'

  return (
    <div className={styles['meetings']}>
      <div className={styles['actions']}>
        <Button variant="primary" icon={Mic} onClick={() => void create({})}>
          {t('new')}
        </Button>
        <ImportButton
          repository={repository}
          indexedStore={indexedStore}
          transcriptions={transcriptions}
          onOpen={onOpen}
          onGuessed={onGuessed}
          onAdded={reload}
        />
        {hasAny && (
          <>
            <ExportMenu onChoose={(format) => void write(format)} />
            <Button icon={ListChecks} onClick={onOpenItems}>
              {t('openItems')}
            </Button>
          </>
        )}
      </div>
      <Recovered transcriptions={transcriptions} onOpen={(id) => void open(id)} />
      {hasFailed && <Banner tone="error" title={t('failed')} />}
      {hasAny && <Filters repository={repository} query={query} onChange={setQuery} />}
      <div className={styles['choosing']}>
        {page && !isEmpty && !chosen && !query.shared && (
          <Button size="compact" variant="quiet" icon={SquareCheck} onClick={() => setChosen(new Set())}>
            {t('chooseSome')}
          </Button>
        )}
        {repository.storedIn === 'server' && (
          <Switch
            label={t('sharedWithMe')}
            isOn={query.shared}
            onChange={(shared) => {
              setChosen(undefined)
              // The user's tags differ from those of colleagues.
              setQuery({ ...query, shared, tag: '' })
            }}
          />
        )}
      </div>
      {last && (
        <Banner
          tone="info"
          title={t(`${last.action}d`, { count: last.ids.length })}
          actions={
            <Button
              size="compact"
              icon={Undo2}
              onClick={() => void act(last.ids, BACK[last.action]).then(() => setLast(undefined))}
            >
              {t('undo')}
            </Button>
          }
        />
      )}
      {result === undefined && <Spinner />}
      {result === 'failed' && (
        <Banner tone="error" title={t('failed')} actions={<Button onClick={reload}>{t('retry')}</Button>} />
      )}
      {isEmpty && (
        <EmptyState
          icon={CalendarDays}
          title={t(
            query.shared && !isNarrowed({ ...query, shared: false })
              ? 'sharedEmpty'
              : hasAny
                ? 'nothingFound'
                : 'empty',
          )}
        >
          {hasAny ? undefined : t(repository.storedIn === 'server' ? 'emptyMember' : 'emptyBrowser')}
        </EmptyState>
      )}
      {page && !isEmpty && (
        <>
          {chosen && (
            <BulkBar
              count={chosen.size}
              isArchive={query.archived}
              onAll={() => setChosen(new Set(page.items.map(({ id }) => id)))}
              onArchive={() => void act([...chosen], archiving)}
              onRemove={() => void act([...chosen], 'delete')}
              onExport={(format) => void write(format, [...chosen])}
              onEnd={() => setChosen(undefined)}
            />
          )}
          <ul className={styles['list']} aria-label={t('list')}>
            {page.items.map((meeting) => (
              <MeetingListItem
                key={meeting.id}
                meeting={meeting}
                transcriptions={transcriptions}
                isChosen={chosen?.has(meeting.id)}
                onChoose={(isChosen) => choose(meeting.id, isChosen)}
                onOpen={() => void open(meeting.id)}
                onArchive={() => void act([meeting.id], meeting.archived ? 'unarchive' : 'archive')}
                onRemove={() => void act([meeting.id], 'delete')}
              />
            ))}
          </ul>
        </>
      )}
      {typeof page?.nextCursor === 'string' && (
        <Button icon={Plus} onClick={() => void attempt(more)}>
          {t('more')}
        </Button>
      )}
    </div>
  )
}

interface RecoveredProps {
  readonly transcriptions: Transcriptions
  readonly onOpen: (meetingId: string) => void
}

/** Offers a recording that was recovered from a closed page. */
function Recovered({ transcriptions, onOpen }: RecoveredProps) {
  const t = useTexts('meetings')
  const recovered = useStore(transcriptions.state, (state) => state.recovered)
  return recovered.map((id) => (
    <Banner
      key={id}
      tone="info"
      title={t('recovered')}
      actions={
        <Button
          size="compact"
          onClick={() => {
            transcriptions.acknowledge(id)
            onOpen(id)
          }}
        >
          {t('openIt')}
        </Button>
      }
    >
      {t('recoveredHint')}
    </Banner>
  ))
}
