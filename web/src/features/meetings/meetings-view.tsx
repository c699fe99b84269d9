import type { Meeting } from '@vee/contract/entities/meeting'
import type { KnowledgeHit } from '@vee/contract/http/knowledge'
import type { getMeetingSettings } from '@vee/contract/http/meetings/meetings'
import { useCallback, useEffect, useRef, useState, type ComponentType } from 'react'
import { useStore } from 'zustand'
import { useTexts } from '#i18n/index.ts'
import type { AgentViewProps } from '#lib/agent-view.ts'
import { ApiError, type Api } from '#lib/http/index.ts'
import type { ShareProps } from '#lib/share-props.ts'
import { useOnTeamChange } from '#lib/team-changes.ts'
import { Banner } from '#ui/feedback/banner.tsx'
import { Button } from '#ui/controls/button.tsx'
import { Spinner } from '#ui/feedback/spinner.tsx'
import type { MeetingRepository } from './repositories/meeting-repository.ts'
import { type GuessedFile, ImportedEncoding } from './list/imported-encoding.tsx'
import { MeetingList } from './list/meeting-list.tsx'
import { OpenItems } from './list/open-items.tsx'
import type { ReadFileText } from './page/add-documents.tsx'
import type { HostSettings } from './page/host-settings.ts'
import { ReadMeeting } from './page/read-meeting.tsx'
import { MeetingPage } from './page/meeting-page.tsx'
import type { MeetingWorkspace } from './recording/meeting-workspace.ts'
import { isOn } from './recording/recorder.ts'
import { useMeetingWorkspace } from './recording/use-meeting-workspace.ts'

/**
 * Meetings with recording, transcript, and a summary with evidence. Members' meetings are on the server,
 * others in the browser.
 */
interface MeetingsViewProps extends Pick<AgentViewProps, 'api' | 'owner' | 'Markdown'> {
  /** opens the owner's settings for sharing one */
  readonly Share: ComponentType<ShareProps>
  readonly readFileText: ReadFileText
  /** the id of the meeting to open first: that of a link */
  readonly wanted?: string
  /** second of that meeting to show */
  readonly wantedSecond?: number | undefined
  /** it is played from that second */
  readonly playsWanted?: boolean
}

export function MeetingsView({ owner, api, ...rest }: MeetingsViewProps) {
  const t = useTexts('meetings')
  const status = useMeetingWorkspace({ owner, api })
  if (status.kind === 'opening') return <Spinner />
  if (status.kind === 'failed') {
    return (
      <Banner
        tone="error"
        title={t('failed')}
        actions={<Button onClick={status.retry}>{t('retry')}</Button>}
      />
    )
  }
  return <OpenMeetings {...rest} api={api} workspace={status.workspace} />
}

/** A meeting, and the second of it that is shown when it is opened. */
interface SoughtPosition {
  readonly id: string
  readonly second: number | undefined
}

interface OpenMeetingsProps extends Omit<MeetingsViewProps, 'owner'> {
  readonly workspace: MeetingWorkspace
}

/** Returns the meeting being recorded as the first to open. */
function firstToOpen({ recorder }: MeetingWorkspace, wanted: string | undefined): string | undefined {
  const state = recorder.state.getState()
  return wanted ?? (isOn(state) ? state.meetingId : undefined)
}

function OpenMeetings(props: OpenMeetingsProps) {
  const { api, workspace, Markdown } = props
  const { repository, indexedStore, transcriptions } = workspace
  const opening = useOpenMeeting(workspace, props)
  const { open, setOpen } = opening
  const [guessed, setGuessed] = useState<GuessedFile>()
  const host = useHostSettings(api)
  const back = () => setOpen(undefined)

  if (open === 'wanted') return <Spinner />
  if (open === 'gone' || open === 'failed')
    return <NotOpened isGone={open === 'gone'} onRetry={() => setOpen('wanted')} onBack={back} />
  if (open === 'items') {
    return (
      <OpenItems repository={repository} onOpen={(id) => repository.get(id).then(setOpen)} onBack={back} />
    )
  }
  if (!open) {
    return (
      <MeetingList
        api={api}
        repository={repository}
        indexedStore={indexedStore}
        transcriptions={transcriptions}
        onOpen={setOpen}
        onGuessed={setGuessed}
        onOpenItems={() => setOpen('items')}
        onOpenHit={opening.openHit}
      />
    )
  }
  if (open.sharedBy?.right === 'use') return <ReadMeeting meeting={open} Markdown={Markdown} onBack={back} />
  const encoding = guessed?.meetingId === open.id ? guessed.encoding : undefined
  return (
    <>
      {guessed && encoding !== undefined && (
        <ImportedEncoding
          guessed={guessed}
          repository={repository}
          onChange={(meeting, chosen) => {
            setGuessed(chosen)
            setOpen(meeting)
          }}
        />
      )}
      <EditedPage
        key={`${open.id} ${encoding}`}
        {...props}
        meeting={open}
        wantedSecond={opening.secondOf(open)}
        host={host}
        onBack={back}
      />
    </>
  )
}

/**
 * Returns the open meeting or other view: first that of a link, or the meeting being recorded. It is closed
 * when it is no longer shared.
 */
function useOpenMeeting(
  workspace: MeetingWorkspace,
  { wanted, wantedSecond }: Pick<OpenMeetingsProps, 'wanted' | 'wantedSecond'>,
) {
  const { repository } = workspace
  const [first] = useState(() => firstToOpen(workspace, wanted))
  const [open, setOpen] = useState<Meeting | Opened | undefined>(first === undefined ? undefined : 'wanted')
  const [sought, setSoughtPosition] = useState<SoughtPosition | undefined>(
    wanted === undefined ? undefined : { id: wanted, second: wantedSecond },
  )
  useEffect(() => {
    workspace.state.setState({ open: (id) => void openedBy(repository, id).then(setOpen) })
    return () => workspace.state.setState({ open: undefined })
  }, [workspace, repository])

  const openWanted = useCallback(
    () =>
      openedBy(repository, first ?? '').then((opened) => setOpen((now) => (now === 'wanted' ? opened : now))),
    [repository, first],
  )
  useEffect(() => {
    if (open === 'wanted') void openWanted()
  }, [open, openWanted])

  useSharedNoLonger(repository, open, setOpen)

  return {
    open,
    setOpen,
    /** Opens a meeting where something was said. */
    openHit: ({ id, place }: KnowledgeHit) => {
      setSoughtPosition({ id, second: place?.fromMs === undefined ? undefined : place.fromMs / 1_000 })
      void openedBy(repository, id).then(setOpen)
    },
    /** Returns the second of a meeting that is shown when it is opened. */
    secondOf: ({ id }: Meeting) => (id === sought?.id ? sought.second : undefined),
  }
}

interface EditedPageProps extends OpenMeetingsProps {
  readonly meeting: Meeting
  readonly host: HostSettings
  readonly onBack: () => void
}

/** The page of a meeting with what the workspace has for it. */
function EditedPage({ meeting, wantedSecond, host, onBack, ...props }: EditedPageProps) {
  const { api, workspace, Share, readFileText, wanted, playsWanted = false } = props
  const { repository, indexedStore, sound, recorder, captions, transcriptions } = workspace
  const updated = useStore(workspace.state, (state) => state.updated)
  const onSeen = useCallback(
    (seenMeetingId: string | undefined) => workspace.state.setState({ seenMeetingId }),
    [workspace],
  )
  return (
    <MeetingPage
      first={meeting}
      wantedSecond={wantedSecond}
      playsWanted={playsWanted && meeting.id === wanted}
      host={host}
      sound={sound}
      updated={updated?.id === meeting.id ? updated : undefined}
      repository={repository}
      api={api}
      readFileText={readFileText}
      Share={repository.storedIn === 'server' ? Share : undefined}
      indexedStore={indexedStore}
      recorder={recorder}
      captions={captions}
      transcriptions={transcriptions}
      onRecorderSeen={onSeen}
      onBack={onBack}
    />
  )
}

/** The view next to a meeting: open action items, a linked meeting, or why it cannot be shown. */
type Opened = 'items' | 'wanted' | 'gone' | 'failed'

/** A missing meeting and one without access have the same result, so that nothing is revealed. */
const openedBy = (repository: MeetingRepository, id: string): Promise<Meeting | Opened> =>
  repository
    .get(id)
    .catch((error: unknown) =>
      error instanceof ApiError && (error.code === 'NOT_FOUND' || error.code === 'VALIDATION')
        ? 'gone'
        : 'failed',
    )

/** Closes a shared meeting when it is no longer shared, and reopens it when its rights change. */
function useSharedNoLonger(
  repository: MeetingRepository,
  open: Meeting | Opened | undefined,
  setOpen: (open: Meeting | Opened) => void,
): void {
  const shown = useRef(open)
  useEffect(() => {
    shown.current = open
  })
  useOnTeamChange(() => {
    const before = shown.current
    if (typeof before !== 'object' || !before.sharedBy) return
    void openedBy(repository, before.id).then((opened) => {
      const isSame = typeof opened === 'object' && opened.sharedBy?.right === before.sharedBy?.right
      if (shown.current === before && !isSame && opened !== 'failed') setOpen(opened)
    })
  })
}

interface NotOpenedProps {
  readonly isGone: boolean
  readonly onRetry: () => void
  readonly onBack: () => void
}

function NotOpened({ isGone, onRetry, onBack }: NotOpenedProps) {
  const t = useTexts('meetings')
  return (
    <Banner
      tone={isGone ? 'info' : 'error'}
      title={t(isGone ? 'gone' : 'failed')}
      actions={
        <>
          {!isGone && <Button onClick={onRetry}>{t('retry')}</Button>}
          <Button onClick={onBack}>{t('back')}</Button>
        </>
      }
    >
      {isGone && t('goneHint')}
    </Banner>
  )
}

/**
 * Returns the host's settings for recording; if they cannot be loaded, the default text, and no audio on the
 * server.
 */
function useHostSettings(api: Api): HostSettings {
  const [host, setHost] = useState<HostSettings>({ consentText: null, soundDays: 0 })
  useEffect(() => {
    let isWanted = true
    api.json<typeof getMeetingSettings>('GET', '/meetings/settings').then(
      (loaded) => isWanted && setHost(loaded),
      () => {},
    )
    return () => {
      isWanted = false
    }
  }, [api])
  return host
}
