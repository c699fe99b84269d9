import { withExpectedTerms } from '@vee/contract/spoken/expected-terms'
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Api } from '#lib/http/index.ts'
import { readToken } from '#lib/http/auth-token.ts'
import { useMeetingRecording } from '#lib/audio/meeting-recording.ts'
import { useSettings } from '#lib/settings/index.ts'
import { openIndexedStore, type IndexedStore } from '#lib/storage/indexed-store.ts'
import { applyUnsavedChange } from '../repositories/unsaved-change.ts'
import { announcingChanges } from '../repositories/changes.ts'
import type { MeetingRepository } from '../repositories/meeting-repository.ts'
import { openRepository } from '../repositories/open-repository.ts'
import { createServerSound, type ServerSound } from '../repositories/server-sound.ts'
import type { WorkspaceState } from './workspace-state.ts'
import { isOn, MeetingRecorder } from './recorder.ts'
import { createCaptionTranscription } from './caption-transcription.ts'
import { MeetingCaptions } from './meeting-captions.ts'
import { type MeetingTopic, Transcriptions } from './transcriptions.ts'

/**
 * The storage, recording and transcription of a user's meetings. It outlives the view: recording and
 * transcription continue when the panel is closed, or the user opens another agent or page.
 */
export interface MeetingWorkspace {
  readonly repository: MeetingRepository
  readonly indexedStore: IndexedStore
  /** for members */
  readonly sound: ServerSound | undefined
  readonly recorder: MeetingRecorder
  readonly captions: MeetingCaptions
  readonly transcriptions: Transcriptions
  readonly state: StoreApi<WorkspaceState>
}

let current:
  | { readonly key: string; readonly workspace: Promise<MeetingWorkspace>; end: () => void }
  | undefined

/** Opens the workspace of the current user; that of a previous user is closed. Rejects with ApiError. */
export function openMeetingWorkspace(api: Api, ownerId: string): Promise<MeetingWorkspace> {
  const key = `${ownerId} ${readToken() === undefined}`
  if (current?.key === key) return current.workspace
  current?.end()
  const indexedStore = openIndexedStore(ownerId)
  // This data exists nowhere else, so the browser is asked not to evict it.
  void navigator.storage?.persist?.().catch(() => false)
  const opened = { key, workspace: begin(api, indexedStore), end: () => indexedStore.close() }
  current = opened
  opened.workspace.then(
    (workspace) => {
      const stopTranscribing = workspace.transcriptions.begin()
      opened.end = () => {
        stopTranscribing()
        void workspace.recorder.stop().then(() => indexedStore.close())
      }
      if (current !== opened) opened.end()
    },
    () => {
      indexedStore.close()
      if (current === opened) current = undefined
    },
  )
  return opened.workspace
}

async function begin(api: Api, indexedStore: IndexedStore): Promise<MeetingWorkspace> {
  const repository = announcingChanges(await openRepository({ api, indexedStore }))
  await applyUnsavedChange(repository, indexedStore)
  const sound = repository.storedIn === 'server' ? createServerSound(api) : undefined
  const state = createStore<WorkspaceState>(() => ({
    updated: undefined,
    seenMeetingId: undefined,
    open: undefined,
  }))
  const isVisitor = readToken() === undefined
  const transcriptions = new Transcriptions({
    api,
    indexedStore,
    repository,
    sound,
    language: () => useSettings.getState().speechLanguage,
    prompt: promptOf,
    isOurs: () => (readToken() === undefined) === isVisitor,
    onLines: (updated) => state.setState({ updated }),
  })
  const captions = new MeetingCaptions({
    isShown: () => isSeen() && useSettings.getState().showLiveTranscription,
    createTranscribe: (topic) => createCaptionTranscription(() => (topic ? promptOf(topic) : '')),
  })
  const recorder = new MeetingRecorder({
    indexedStore,
    captions,
    deviceId: () => useSettings.getState().selectedAudioInputDeviceId,
    onSegment: () => transcriptions.check(),
  })
  /** The recorder is in view. */
  function isSeen(): boolean {
    const recording = recorder.state.getState()
    return isOn(recording) && state.getState().seenMeetingId === recording.meetingId && !document.hidden
  }
  const workspace = { repository, indexedStore, sound, recorder, captions, transcriptions, state }
  followRecording(workspace)
  return workspace
}

/** Returns the words to expect, with the title and the participants of a meeting. */
const promptOf = ({ title, participants }: MeetingTopic) =>
  withExpectedTerms(useSettings.getState().sttOptions.prompt, [title, ...participants])

const warn = (event: BeforeUnloadEvent) => event.preventDefault()

/** Shows an indicator on every page during a recording, and asks before the page is closed. */
function followRecording(workspace: MeetingWorkspace): void {
  let hasSign = false
  workspace.recorder.state.subscribe((state) => {
    useMeetingRecording.setState({ isRecording: state.kind === 'recording' })
    if (!isOn(state)) return globalThis.removeEventListener('beforeunload', warn)
    globalThis.addEventListener('beforeunload', warn)
    if (hasSign) return
    hasSign = true
    void import('./recording-sign.tsx').then(({ showRecordingSign }) => showRecordingSign(workspace))
  })
}
