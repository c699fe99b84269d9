import { CalendarDays, Search } from 'lucide-react'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useLanguage, useTexts } from '#i18n/index.ts'
import type { AgentViewProps } from '#lib/agent-view.ts'
import type { Shelf } from '#lib/shelf.ts'
import { useShelf } from '#lib/use-shelf.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { ListPane } from '#ui/list-pane.tsx'
import { PaneRow, PaneRows } from '#ui/pane-row.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { TextField } from '#ui/text-field.tsx'
import { dayOf } from './files/day-of.ts'
import { onMeetingsChanged } from './keeping/changes.ts'
import type { ListedMeeting, MeetingKeeper } from './keeping/meeting-keeper.ts'
import { useKeeper } from './keeping/use-keeper.ts'
import { ALL, useFound } from './list/use-found.ts'

export interface MeetingsPaneProps extends Pick<AgentViewProps, 'api' | 'owner'> {
  readonly closeLabel: string
  readonly onClose: () => void
  /** chooses between this list and others */
  readonly kinds: ReactNode
  readonly onOpen: (id: string) => void
}

/** The meetings in the list beside the page, newest first. */
export function MeetingsPane(props: MeetingsPaneProps) {
  const t = useTexts('meetings')
  const known = useShelf(props.owner)
  if (known.kind === 'open') return <OnShelf {...props} shelf={known.shelf} />
  return (
    <ListPane {...props} title={t('back')}>
      {known.kind === 'opening' ? <Spinner /> : <Failed onRetry={known.retry} />}
    </ListPane>
  )
}

function Failed({ onRetry }: { readonly onRetry: () => void }) {
  const t = useTexts('meetings')
  return <Banner tone="error" title={t('failed')} actions={<Button onClick={onRetry}>{t('retry')}</Button>} />
}

function OnShelf({ shelf, ...props }: MeetingsPaneProps & { readonly shelf: Shelf }) {
  const t = useTexts('meetings')
  const { keeper, retry } = useKeeper({ api: props.api, shelf })
  if (typeof keeper === 'object') return <Kept {...props} keeper={keeper} />
  return (
    <ListPane {...props} title={t('back')}>
      {keeper === undefined ? <Spinner /> : <Failed onRetry={retry} />}
    </ListPane>
  )
}

function Kept({ keeper, onOpen, ...frame }: MeetingsPaneProps & { readonly keeper: MeetingKeeper }) {
  const t = useTexts('meetings')
  const [query, setQuery] = useState(ALL)
  const { found, more, reload } = useFound(keeper, query)
  const again = useRef(reload)
  useEffect(() => {
    again.current = reload
  })
  useEffect(() => onMeetingsChanged(() => again.current()), [])
  const isEmpty = typeof found === 'object' && found.items.length === 0
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
      {found === undefined && <Spinner />}
      {found === 'failed' && <Failed onRetry={reload} />}
      {isEmpty && <EmptyState icon={CalendarDays} title={t(query.q === '' ? 'empty' : 'nothingFound')} />}
      {typeof found === 'object' && !isEmpty && (
        <>
          <PaneRows label={t('list')}>
            {found.items.map((meeting) => (
              <Row key={meeting.id} meeting={meeting} onOpen={onOpen} />
            ))}
          </PaneRows>
          {found.nextCursor !== null && (
            <Button variant="quiet" size="compact" onClick={() => void more()}>
              {t('more')}
            </Button>
          )}
        </>
      )}
    </ListPane>
  )
}

interface RowProps extends Pick<MeetingsPaneProps, 'onOpen'> {
  readonly meeting: ListedMeeting
}

function Row({ meeting, onOpen }: RowProps) {
  const t = useTexts('meetings')
  const language = useLanguage()
  const { id, title, meetingDate, participants } = meeting
  return (
    <PaneRow
      title={title || t('untitled')}
      meta={[dayOf(meetingDate, language, 'medium'), ...participants].join(' · ')}
      onOpen={() => onOpen(id)}
    />
  )
}
