import type { Meeting } from '@vee/contract/entities/meeting'
import type { KnowledgeHit } from '@vee/contract/http/knowledge'
import { CalendarDays, ListChecks, Mic, Plus, SquareCheck, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { useStore } from 'zustand'
import { useTexts } from '#i18n/index.ts'
import type { Api } from '#lib/http/index.ts'
import type { IndexedStore } from '#lib/storage/indexed-store.ts'
import { PassageHits } from '#passages/index.ts'
import { Banner } from '#ui/feedback/banner.tsx'
import { Button } from '#ui/controls/button.tsx'
import { Switch } from '#ui/controls/choice.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { Spinner } from '#ui/feedback/spinner.tsx'
import { ExportMenu } from '../files/export-menu.tsx'
import type { MeetingListEntry, MeetingQuery, MeetingRepository } from '../repositories/meeting-repository.ts'
import styles from '../meetings.module.css'
import type { Transcriptions } from '../recording/transcriptions.ts'
import { BulkBar } from './bulk-bar.tsx'
import { Filters } from './filters.tsx'
import { ImportButton } from './import-button.tsx'
import type { GuessedFile } from './imported-encoding.tsx'
import { MeetingListItem } from './meeting-row.tsx'
import { ALL, isNarrowed, useFound } from './use-found.ts'
import { type Undoable, useMeetingActions } from './use-meeting-actions.ts'
import { useMeetingPassages } from './use-meeting-passages.tsx'
import { useSelection } from './use-selection.ts'

interface MeetingListProps {
  readonly api: Api
  readonly repository: MeetingRepository
  readonly indexedStore: IndexedStore
  readonly transcriptions: Transcriptions
  readonly onOpen: (meeting: Meeting) => void
  /** called before `onOpen` if the encoding of an imported file is not certain */
  readonly onGuessed: (guessed: GuessedFile) => void
  readonly onOpenItems: () => void
  /** opens a meeting where something was said */
  readonly onOpenHit: (hit: KnowledgeHit) => void
}

export function MeetingList(props: MeetingListProps) {
  const { api, repository, transcriptions, onOpen, onOpenHit } = props
  const t = useTexts('meetings')
  const [query, setQuery] = useState(ALL)
  const { result, more, reload } = useFound(repository, query)
  const { hits, answer } = useMeetingPassages({ api, repository, q: query.q.trim() })
  const selection = useSelection()
  const actions = useMeetingActions({
    repository,
    isShared: query.shared,
    onOpen,
    onChanged: () => {
      selection.clear()
      reload()
    },
  })
  const { hasFailed, last, attempt, undo, open } = actions
  const page = typeof result === 'object' ? result : undefined
  const isEmpty = page?.items.length === 0
  const hasAny = !isEmpty || isNarrowed(query)

  return (
    <div className={styles['meetings']}>
      <ListActions {...props} actions={actions} hasAny={hasAny} onAdded={reload} />
      <Recovered transcriptions={transcriptions} onOpen={(id) => void open(id)} />
      {hasFailed && <Banner tone="error" title={t('failed')} />}
      {hasAny && <Filters repository={repository} query={query} onChange={setQuery} />}
      <ListModes
        repository={repository}
        query={query}
        onQuery={setQuery}
        selection={selection}
        hasItems={page !== undefined && !isEmpty}
      />
      {last && <Undo last={last} onUndo={() => void undo(last)} />}
      {result === undefined && <Spinner />}
      {result === 'failed' && (
        <Banner tone="error" title={t('failed')} actions={<Button onClick={reload}>{t('retry')}</Button>} />
      )}
      {answer}
      {isEmpty && !hits?.items.length && <NothingFound query={query} storedIn={repository.storedIn} />}
      {page && !isEmpty && (
        <FoundMeetings
          items={page.items}
          isArchive={query.archived}
          transcriptions={transcriptions}
          selection={selection}
          actions={actions}
        />
      )}
      {hits && <PassageHits hits={hits} onOpen={onOpenHit} />}
      {typeof page?.nextCursor === 'string' && (
        <Button icon={Plus} onClick={() => void attempt(more)}>
          {t('more')}
        </Button>
      )}
    </div>
  )
}

interface ListActionsProps extends Omit<MeetingListProps, 'api' | 'onOpenHit'> {
  readonly actions: MeetingActions
  /** there is something to export */
  readonly hasAny: boolean
  readonly onAdded: () => void
}

/** Creates, imports and exports meetings, and opens the list of open action items. */
function ListActions({ actions, hasAny, onAdded, onOpenItems, ...props }: ListActionsProps) {
  const t = useTexts('meetings')
  const { create, write } = actions
  const { repository, indexedStore, transcriptions, onOpen, onGuessed } = props
  return (
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
        onAdded={onAdded}
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
  )
}

type MeetingActions = ReturnType<typeof useMeetingActions>
type Selection = ReturnType<typeof useSelection>

interface ListModesProps {
  readonly repository: MeetingRepository
  readonly query: MeetingQuery
  readonly onQuery: (query: MeetingQuery) => void
  readonly selection: Selection
  readonly hasItems: boolean
}

/** Begins a selection, and switches between the user's meetings and those of colleagues. */
function ListModes({ repository, query, onQuery, selection, hasItems }: ListModesProps) {
  const t = useTexts('meetings')
  return (
    <div className={styles['choosing']}>
      {hasItems && !selection.chosen && !query.shared && (
        <Button size="compact" variant="quiet" icon={SquareCheck} onClick={selection.start}>
          {t('chooseSome')}
        </Button>
      )}
      {repository.storedIn === 'server' && (
        <Switch
          label={t('sharedWithMe')}
          isOn={query.shared}
          onChange={(shared) => {
            selection.end()
            // The user's tags differ from those of colleagues.
            onQuery({ ...query, shared, tag: '' })
          }}
        />
      )}
    </div>
  )
}

interface FoundMeetingsProps {
  readonly items: readonly MeetingListEntry[]
  /** the archive is listed */
  readonly isArchive: boolean
  readonly transcriptions: Transcriptions
  readonly selection: Selection
  readonly actions: MeetingActions
}

/** The meetings of the list, with the actions on those that are chosen. */
function FoundMeetings({ items, isArchive, transcriptions, selection, actions }: FoundMeetingsProps) {
  const t = useTexts('meetings')
  const { chosen, chooseAll, choose, end } = selection
  const { act, open, write } = actions
  return (
    <>
      {chosen && (
        <BulkBar
          count={chosen.size}
          isArchive={isArchive}
          onAll={() => chooseAll(items.map(({ id }) => id))}
          onArchive={() => void act([...chosen], isArchive ? 'unarchive' : 'archive')}
          onRemove={() => void act([...chosen], 'delete')}
          onExport={(format) => void write(format, [...chosen])}
          onEnd={end}
        />
      )}
      <ul className={styles['list']} aria-label={t('list')}>
        {items.map((meeting) => (
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
  )
}

interface UndoProps {
  readonly last: Undoable
  readonly onUndo: () => void
}

/** States what was done, and undoes it. */
function Undo({ last, onUndo }: UndoProps) {
  const t = useTexts('meetings')
  return (
    <Banner
      tone="info"
      title={t(`${last.action}d`, { count: last.ids.length })}
      actions={
        <Button size="compact" icon={Undo2} onClick={onUndo}>
          {t('undo')}
        </Button>
      }
    />
  )
}

interface NothingFoundProps {
  readonly query: MeetingQuery
  readonly storedIn: MeetingRepository['storedIn']
}

function NothingFound({ query, storedIn }: NothingFoundProps) {
  const t = useTexts('meetings')
  if (query.shared && !isNarrowed({ ...query, shared: false }))
    return <EmptyState icon={CalendarDays} title={t('sharedEmpty')} />
  if (isNarrowed(query)) return <EmptyState icon={CalendarDays} title={t('nothingFound')} />
  return (
    <EmptyState icon={CalendarDays} title={t('empty')}>
      {t(storedIn === 'server' ? 'emptyMember' : 'emptyBrowser')}
    </EmptyState>
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
