import type { KnowledgeHit } from '@vee/contract/http/knowledge'
import { CalendarDays, Search } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useLanguage, useTexts } from '#i18n/index.ts'
import type { AgentViewProps } from '#lib/agent-view.ts'
import { PassageHits } from '#passages/index.ts'
import { dragItems } from '#projects/index.ts'
import { Banner } from '#ui/feedback/banner.tsx'
import { Button } from '#ui/controls/button.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { ListPane, type ListPaneProps } from '#ui/display/list-pane.tsx'
import { PaneRow, PaneRows } from '#ui/display/pane-row.tsx'
import { Spinner } from '#ui/feedback/spinner.tsx'
import { TextField } from '#ui/controls/text-field.tsx'
import { formatDay } from './files/day-of.ts'
import { onMeetingsChanged } from './repositories/changes.ts'
import type { MeetingListEntry, MeetingRepository } from './repositories/meeting-repository.ts'
import { ALL, useFound } from './list/use-found.ts'
import { useMeetingPassages } from './list/use-meeting-passages.tsx'
import { useMeetingWorkspace } from './recording/use-meeting-workspace.ts'

interface MeetingsPaneProps
  extends Pick<AgentViewProps, 'api' | 'owner'>, Pick<ListPaneProps, 'closeLabel' | 'onClose' | 'kinds'> {
  readonly onOpen: (id: string) => void
  /** the person's projects, onto which meetings can be dragged; none for visitors */
  readonly projects?: ReactNode
  /** opens a meeting where something was said */
  readonly onOpenHit: (hit: KnowledgeHit) => void
}

/** The meetings in the list next to the page, newest first. */
export function MeetingsPane({ api, owner, ...props }: MeetingsPaneProps) {
  const t = useTexts('meetings')
  const status = useMeetingWorkspace({ api, owner })
  if (status.kind === 'open') return <Kept {...props} api={api} repository={status.workspace.repository} />
  return (
    <ListPane {...props} title={t('back')}>
      {status.kind === 'opening' ? <Spinner /> : <Failed onRetry={status.retry} />}
    </ListPane>
  )
}

function Failed({ onRetry }: { readonly onRetry: () => void }) {
  const t = useTexts('meetings')
  return <Banner tone="error" title={t('failed')} actions={<Button onClick={onRetry}>{t('retry')}</Button>} />
}

interface KeptProps extends Omit<MeetingsPaneProps, 'owner'> {
  readonly repository: MeetingRepository
}

function Kept({ repository, api, onOpen, onOpenHit, projects, ...frame }: KeptProps) {
  const t = useTexts('meetings')
  const [query, setQuery] = useState(ALL)
  const { result, more, reload } = useFound(repository, query)
  const { hits, answer } = useMeetingPassages({ api, repository, q: query.q.trim() })
  const again = useRef(reload)
  useEffect(() => {
    again.current = reload
  })
  useEffect(() => onMeetingsChanged(() => again.current()), [])
  const isEmpty = typeof result === 'object' && result.items.length === 0
  return (
    <ListPane
      {...frame}
      title={t('back')}
      search={
        (!isEmpty || query.q !== '') && (
          <TextField
            label={t('search')}
            type="search"
            icon={Search}
            value={query.q}
            onChange={(event) => setQuery({ ...ALL, q: event.target.value })}
          />
        )
      }
    >
      {projects}
      {result === undefined && <Spinner />}
      {result === 'failed' && <Failed onRetry={reload} />}
      {answer}
      {isEmpty && !hits?.items.length && (
        <EmptyState icon={CalendarDays} title={t(query.q === '' ? 'empty' : 'nothingFound')} />
      )}
      {typeof result === 'object' && !isEmpty && (
        <>
          <PaneRows label={t('list')}>
            {result.items.map((meeting) => (
              <Row key={meeting.id} meeting={meeting} isDraggable={Boolean(projects)} onOpen={onOpen} />
            ))}
          </PaneRows>
          {result.nextCursor !== null && (
            <Button variant="quiet" size="compact" onClick={() => void more()}>
              {t('more')}
            </Button>
          )}
        </>
      )}
      {hits && <PassageHits hits={hits} onOpen={onOpenHit} />}
    </ListPane>
  )
}

interface RowProps extends Pick<MeetingsPaneProps, 'onOpen'> {
  readonly meeting: MeetingListEntry
  readonly isDraggable: boolean
}

function Row({ meeting, isDraggable, onOpen }: RowProps) {
  const t = useTexts('meetings')
  const language = useLanguage()
  const { id, title, meetingDate, participants } = meeting
  return (
    <PaneRow
      title={title || t('untitled')}
      meta={[formatDay(meetingDate, language, 'medium'), ...participants].join(' · ')}
      drag={
        isDraggable
          ? {
              draggable: true,
              onDragStart: (event) => dragItems(event, { kind: 'meeting', ids: [id] }),
            }
          : undefined
      }
      onOpen={() => onOpen(id)}
    />
  )
}
