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
import type { MeetingQuery, MeetingRepository } from '../repositories/meeting-repository.ts'
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

export function MeetingList({
  api,
  repository,
  indexedStore,
  transcriptions,
  onOpen,
  onGuessed,
  onOpenItems,
  onOpenHit,
}: MeetingListProps) {
  const t = useTexts('meetings')
  const [query, setQuery] = useState(ALL)
  const { result, more, reload } = useFound(repository, query)
  const { hits, answer } = useMeetingPassages({ api, repository, q: query.q.trim() })
  const { chosen, start, end, clear, chooseAll, choose } = useSelection()
  const { hasFailed, last, attempt, act, undo, create, open, write } = useMeetingActions({
    repository,
    isShared: query.shared,
    onOpen,
    onChanged: () => {
      clear()
      reload()
    },
  })
  const page = typeof result === 'object' ? result : undefined
  const isEmpty = page?.items.length === 0
  const hasAny = !isEmpty || isNarrowed(query)

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
          <Button size="compact" variant="quiet" icon={SquareCheck} onClick={start}>
            {t('chooseSome')}
          </Button>
        )}
        {repository.storedIn === 'server' && (
          <Switch
            label={t('sharedWithMe')}
            isOn={query.shared}
            onChange={(shared) => {
              end()
              // The user's tags differ from those of colleagues.
              setQuery({ ...query, shared, tag: '' })
            }}
          />
        )}
      </div>
      {last && <Undo last={last} onUndo={() => void undo(last)} />}
      {result === undefined && <Spinner />}
      {result === 'failed' && (
        <Banner tone="error" title={t('failed')} actions={<Button onClick={reload}>{t('retry')}</Button>} />
      )}
      {answer}
      {isEmpty && !hits?.items.length && <NothingFound query={query} storedIn={repository.storedIn} />}
      {page && !isEmpty && (
        <>
          {chosen && (
            <BulkBar
              count={chosen.size}
              isArchive={query.archived}
              onAll={() => chooseAll(page.items.map(({ id }) => id))}
              onArchive={() => void act([...chosen], query.archived ? 'unarchive' : 'archive')}
              onRemove={() => void act([...chosen], 'delete')}
              onExport={(format) => void write(format, [...chosen])}
              onEnd={end}
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
      {hits && <PassageHits hits={hits} onOpen={onOpenHit} />}
      {typeof page?.nextCursor === 'string' && (
        <Button icon={Plus} onClick={() => void attempt(more)}>
          {t('more')}
        </Button>
      )}
    </div>
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
