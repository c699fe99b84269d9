import { useEffect, useState, useSyncExternalStore } from 'react'
import type { Composer } from '#features/chat/index.ts'
import { OfflineBanner } from '#features/system/offline/index.ts'
import { isModelThere } from '#features/system/service-status/index.ts'
import { SHARED_CACHE } from '#features/system/offline/shared-cache.ts'
import { useFetchedModel } from '#features/voice/speech-setup/index.ts'
import { PATIENT_TRIES } from '#lib/async/lazy-component.ts'
import { isAllowanceLow, useAllowance } from '#lib/costs/allowance.ts'
import { readToken } from '#lib/http/auth-token.ts'
import { useSettings } from '#lib/settings/index.ts'
import { useStore } from 'zustand'
import type { Runtime } from '../../runtime.ts'
import { ServerNoticePart } from '../../shell/server-notice-part.tsx'
import { lazyPart } from '../../shell/lazy-part.ts'
import { PartBoundary } from '../../shell/part-boundary.tsx'

const SharedOffer = lazyPart(
  async () => (await import('./shared-offer.tsx')).SharedOffer,
  undefined,
  PATIENT_TRIES,
)
const AllowanceNote = lazyPart(
  async () => (await import('#features/accounts/usage/allowance-note.tsx')).AllowanceNote,
  undefined,
  PATIENT_TRIES,
)

const FetchingNote = lazyPart(
  async () => (await import('#features/voice/speech-setup/fetching-note.tsx')).FetchingNote,
  undefined,
  PATIENT_TRIES,
)

const WakeWordPart = lazyPart(
  async () => (await import('./wake-word-part.tsx')).WakeWordPart,
  undefined,
  PATIENT_TRIES,
)

const TalkChoice = lazyPart(
  async () => (await import('#features/voice/voice-dock/talk-choice.tsx')).TalkChoice,
  undefined,
  PATIENT_TRIES,
)

const SetUpNote = lazyPart(
  async () => (await import('./set-up-note.tsx')).SetUpNote,
  undefined,
  PATIENT_TRIES,
)

const LiveNote = lazyPart(
  async () => (await import('#features/voice/live-mode/live-note.tsx')).LiveNote,
  undefined,
  PATIENT_TRIES,
)

/** Asks how to talk while the first tapped recordings run, until the user has chosen. */
function TalkChoiceNote({ runtime: { session } }: { readonly runtime: Runtime }) {
  const isOpen = useSettings(
    ({ audioInputMode, sendsTranscriptAtOnce, hasChosenHowToTalk }) =>
      audioInputMode === 'push-to-talk' && !sendsTranscriptAtOnce && !hasChosenHowToTalk,
  )
  const isTapped = useSyncExternalStore(session.subscribe, () => {
    const { state } = session.snapshot()
    return state.phase === 'capturing' && state.gesture.mode === 'tap'
  })
  if (!isOpen || !isTapped) return null
  return (
    <PartBoundary isQuiet>
      <TalkChoice session={session} />
    </PartBoundary>
  )
}

/** Shows what a person should know before the microphone opens: a download, or who listens and what it costs. */
function VoiceNote({ runtime }: { readonly runtime: Runtime }) {
  const isFetching = useFetchedModel(({ model }) => model !== undefined)
  const waitsForWakeWord = useSettings(({ audioInputMode }) => audioInputMode === 'voice-activation')
  const isLive = useSettings(({ audioInputMode }) => audioInputMode === 'live')
  if (!isFetching && !waitsForWakeWord && !isLive) return null
  return (
    <PartBoundary isQuiet>
      {isFetching ? (
        <FetchingNote />
      ) : isLive ? (
        <LiveNote api={runtime.api} session={runtime.session} />
      ) : (
        <WakeWordPart runtime={runtime} />
      )}
    </PartBoundary>
  )
}

interface DockNotesProps {
  readonly runtime: Runtime
  /** absent for agents that take no files */
  readonly composer: Composer | undefined
}

/** The other notices of the conversation screen, the most urgent first: the dock shows the first that there is. */
export function DockNotes({ runtime, composer }: DockNotesProps) {
  const isServerSilent = useStore(runtime.shell.service.store, ({ outcome }) => outcome?.kind === 'silent')
  const isLow = useAllowance(isAllowanceLow)
  const isModelMissing = useStore(
    runtime.shell.service.store,
    ({ outcome }) => outcome !== undefined && !isModelThere(outcome),
  )
  return (
    <>
      <TalkChoiceNote runtime={runtime} />
      <SharedNote composer={composer} />
      <OfflineBanner isServerSilent={isServerSilent} />
      <ServerNoticePart isLine />
      <VoiceNote runtime={runtime} />
      {isLow && (
        <PartBoundary isQuiet>
          <AllowanceNote />
        </PartBoundary>
      )}
      {isModelMissing && readToken() !== undefined && (
        <PartBoundary isQuiet>
          <SetUpNote />
        </PartBoundary>
      )}
    </>
  )
}

/**
 * Offers what another app or site has shared with this one, for agents that take files. Browsers offer caches only on secure
 * origins.
 */
function SharedNote({ composer }: { readonly composer: Composer | undefined }) {
  const [isShared, setShared] = useState(false)
  useEffect(() => {
    if ('caches' in globalThis) caches.has(SHARED_CACHE).then(setShared, () => undefined)
  }, [])
  if (!composer || !isShared) return null
  return (
    <PartBoundary isQuiet>
      <SharedOffer composer={composer} />
    </PartBoundary>
  )
}
