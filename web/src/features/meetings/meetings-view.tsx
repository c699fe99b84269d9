import type { Meeting } from '@vee/contract/entities/meeting'
import type { getMeetingSettings } from '@vee/contract/http/meetings'
import { useCallback, useEffect, useState, type ComponentType } from 'react'
import { useTexts } from '#i18n/index.ts'
import type { AgentViewProps } from '#lib/agent-view.ts'
import { ApiError, type Api } from '#lib/api/index.ts'
import { useSettings } from '#lib/settings/index.ts'
import type { ShareProps } from '#lib/share-props.ts'
import type { Shelf } from '#lib/shelf.ts'
import { useShelf } from '#lib/use-shelf.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { Spinner } from '#ui/spinner.tsx'
import type { MeetingKeeper } from './keeping/meeting-keeper.ts'
import { createServerSound } from './keeping/server-sound.ts'
import { useKeeper } from './keeping/use-keeper.ts'
import { MeetingList } from './list/meeting-list.tsx'
import { OpenItems } from './list/open-items.tsx'
import type { HostSettings } from './page/host-settings.ts'
import { ReadMeeting } from './page/read-meeting.tsx'
import { MeetingPage } from './page/meeting-page.tsx'
import { MeetingRecorder } from './recording/recorder.ts'
import { Transcriptions } from './recording/transcriptions.ts'

/** Meetings: recorded, written down, summarised with proof. A member's are on the server, everybody else's in the browser. */
interface MeetingsViewProps extends Pick<AgentViewProps, 'api' | 'owner' | 'Markdown'> {
  /** opens what a member decides about sharing one */
  readonly Share: ComponentType<ShareProps>
  /** the id of the meeting that is to be opened first: that of a link */
  readonly wanted?: string
}

export function MeetingsView(props: MeetingsViewProps) {
  const t = useTexts('meetings')
  const known = useShelf(props.owner)
  if (known.kind === 'opening') return <Spinner />
  if (known.kind === 'unknown') {
    return (
      <Banner
        tone="error"
        title={t('failed')}
        actions={<Button onClick={known.retry}>{t('retry')}</Button>}
      />
    )
  }
  return <Opening {...props} shelf={known.shelf} />
}

type Place = Omit<MeetingsViewProps, 'owner'> & { readonly shelf: Shelf }

function Opening(place: Place) {
  const t = useTexts('meetings')
  const { keeper, retry } = useKeeper(place)

  if (keeper === undefined) return <Spinner />
  if (keeper === 'failed') {
    return <Banner tone="error" title={t('failed')} actions={<Button onClick={retry}>{t('retry')}</Button>} />
  }
  return <OpenMeetings {...place} keeper={keeper} />
}

function OpenMeetings({
  api,
  shelf,
  keeper,
  Share,
  Markdown,
  wanted,
}: Place & { readonly keeper: MeetingKeeper }) {
  const [open, setOpen] = useState<Meeting | Opened | undefined>(wanted === undefined ? undefined : 'wanted')
  const host = useHostSettings(api)
  const [sound] = useState(() => (keeper.place === 'server' ? createServerSound(api) : undefined))
  const [heard, setHeard] = useState<Meeting | undefined>()
  const [transcriptions] = useState(
    () =>
      new Transcriptions({
        api,
        shelf,
        keeper,
        sound,
        language: () => useSettings.getState().speechLanguage,
        onLines: setHeard,
      }),
  )
  const [recorder] = useState(
    () =>
      new MeetingRecorder({
        shelf,
        deviceId: () => useSettings.getState().selectedAudioInputDeviceId,
        onSegment: () => transcriptions.check(),
      }),
  )
  useEffect(() => transcriptions.begin(), [transcriptions])
  useEffect(() => () => void recorder.stop(), [recorder])

  const openWanted = useCallback(
    () => openedBy(keeper, wanted ?? '').then((found) => setOpen((now) => (now === 'wanted' ? found : now))),
    [keeper, wanted],
  )
  useEffect(() => {
    if (open === 'wanted') void openWanted()
  }, [open, openWanted])

  if (open === 'wanted') return <Spinner />
  if (open === 'gone' || open === 'failed') {
    return (
      <NotOpened
        isGone={open === 'gone'}
        onRetry={() => setOpen('wanted')}
        onBack={() => setOpen(undefined)}
      />
    )
  }
  if (open === 'items') {
    return (
      <OpenItems
        keeper={keeper}
        onOpen={(id) => keeper.get(id).then(setOpen)}
        onBack={() => setOpen(undefined)}
      />
    )
  }
  if (!open) {
    return (
      <MeetingList
        keeper={keeper}
        shelf={shelf}
        transcriptions={transcriptions}
        onOpen={setOpen}
        onOpenItems={() => setOpen('items')}
      />
    )
  }
  if (open.sharedBy?.right === 'use') {
    return <ReadMeeting meeting={open} Markdown={Markdown} onBack={() => setOpen(undefined)} />
  }
  return (
    <MeetingPage
      key={open.id}
      first={open}
      host={host}
      sound={sound}
      heard={heard?.id === open.id ? heard : undefined}
      keeper={keeper}
      api={api}
      Share={keeper.place === 'server' ? Share : undefined}
      shelf={shelf}
      recorder={recorder}
      transcriptions={transcriptions}
      onBack={() => {
        void recorder.stop()
        setOpen(undefined)
      }}
    />
  )
}

/** Beside a meeting: what is left to do from all, the one of a link, or why that cannot be shown. */
type Opened = 'items' | 'wanted' | 'gone' | 'failed'

/** What is not there and what is not shared are one: nobody learns of a meeting that is not for them. */
const openedBy = (keeper: MeetingKeeper, id: string): Promise<Meeting | Opened> =>
  keeper
    .get(id)
    .catch((error: unknown) =>
      error instanceof ApiError && (error.code === 'NOT_FOUND' || error.code === 'VALIDATION')
        ? 'gone'
        : 'failed',
    )

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

/** What the host says about recording here; our words, and no sound on the server, where that cannot be had. */
function useHostSettings(api: Api): HostSettings {
  const [host, setHost] = useState<HostSettings>({ consentText: null, soundDays: 0 })
  useEffect(() => {
    let isWanted = true
    api.json<typeof getMeetingSettings>('GET', '/meetings/settings').then(
      (told) => isWanted && setHost(told),
      () => {},
    )
    return () => {
      isWanted = false
    }
  }, [api])
  return host
}
