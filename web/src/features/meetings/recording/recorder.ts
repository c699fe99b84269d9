import { createStore, type StoreApi } from 'zustand/vanilla'
import { followStream, openMicrophone, type OpenMicrophone } from '#voice/capture/microphone.ts'
import { MicrophoneError, type MicrophoneFailure } from '#voice/capture/microphone-error.ts'
import { IndexedStoreError, type IndexedStore } from '#lib/storage/indexed-store.ts'
import {
  endOfRecording,
  recordingLock,
  type RecordedMeeting,
} from '#voice/meeting-recording/stored-segment.ts'
import { holdLock } from '#voice/tab-locks.ts'
import { randomId } from '#lib/random-id.ts'
import { createTrackWriter, type TrackWriter } from '#voice/meeting-recording/track-writer.ts'
import type { MeetingCaptions } from './meeting-captions.ts'
import { createMeetingDetector } from './meeting-detector.ts'
import type { MeetingTopic } from './transcriptions.ts'

type LiveTrack = 'me' | 'others'
type RecorderFailure = MicrophoneFailure | 'storage'

export type RecorderState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'opening' }
  | {
      readonly kind: 'recording' | 'paused'
      readonly meetingId: string
      readonly tracks: readonly LiveTrack[]
    }
  | { readonly kind: 'failed'; readonly failure: RecorderFailure }

/** Maximum interval between saves of the current segment in ms, which limits the loss after a crash. */
const SAVE_EVERY_MS = 5_000

interface OpenTrack {
  readonly track: LiveTrack
  readonly source: OpenMicrophone
  readonly writer: TrackWriter
  readonly unfollow: () => void
}

export interface RecorderOptions {
  readonly indexedStore: IndexedStore
  readonly deviceId: () => string
  /** called when a segment is complete and waits for transcription */
  readonly onSegment: () => void
  /** receives the same audio, without an effect on the recording */
  readonly captions?: Pick<MeetingCaptions, 'begin' | 'pushFrame' | 'settle' | 'end'>
}

/** Records one meeting at a time. Memory contains one segment per track; everything else is on disk. */
export class MeetingRecorder {
  readonly state: StoreApi<RecorderState> = createStore<RecorderState>(() => ({ kind: 'idle' }))
  readonly #options: RecorderOptions
  #context: AudioContext | undefined
  #open: OpenTrack[] = []
  #timer: ReturnType<typeof setInterval> | undefined
  #wakeLock: WakeLockSentinel | undefined
  #release: (() => void) | undefined
  #meetingId = ''
  #seconds = 0

  constructor(options: RecorderOptions) {
    this.#options = options
  }

  /** Returns the duration of the recording, without its pauses. */
  seconds(): number {
    return Math.max(this.#seconds, ...this.#open.map(({ writer }) => writer.seconds()))
  }

  /** Returns the storage used by this recording, in bytes. */
  bytes(): number {
    return this.#open.reduce((sum, { writer }) => sum + writer.bytes(), 0)
  }

  /** Returns the current level of a track, 0…1. */
  level(track: LiveTrack): number {
    return this.#open.find((openTrack) => openTrack.track === track)?.source.level() ?? 0
  }

  /** Starts after the existing recording. With `others` the browser asks which tab to record too. */
  async start(meeting: RecordedMeeting & MeetingTopic, withOthers: boolean): Promise<void> {
    if (this.#open.length > 0 || this.state.getState().kind === 'opening') return
    this.state.setState({ kind: 'opening' }, true)
    this.#meetingId = meeting.id
    this.#options.captions?.begin(meeting)
    try {
      this.#context ??= new AudioContext()
      // Choosing a tab requires the user gesture, so it is first.
      const others = withOthers ? await openTab(this.#context, () => this.#drop('others')) : undefined
      const me = await this.#openMe(this.#context, meeting).catch((error: unknown) => {
        others?.close()
        throw error
      })
      this.#release = holdLock(recordingLock(meeting.id))
      this.#open = [this.#follow('me', me), ...(others ? [this.#follow('others', others)] : [])]
      this.#timer = setInterval(() => {
        for (const { writer } of this.#open) writer.save()
      }, SAVE_EVERY_MS)
      const tracks = this.#open.map(({ track }) => track)
      this.state.setState({ kind: 'recording', meetingId: meeting.id, tracks }, true)
      await this.#stayAwake()
    } catch (error) {
      this.#close()
      this.state.setState({ kind: 'failed', failure: failureOf(error) }, true)
    }
  }

  async #openMe(context: AudioContext, meeting: RecordedMeeting): Promise<OpenMicrophone> {
    this.#seconds = await endOfRecording(this.#options.indexedStore, meeting)
    const onLost = () => this.#fail('vanished')
    const input = { deviceId: this.#options.deviceId(), cancelsEcho: true }
    return openMicrophone(context, input, onLost, new AbortController().signal)
  }

  pause(): void {
    const state = this.state.getState()
    if (state.kind !== 'recording') return
    this.state.setState({ ...state, kind: 'paused' }, true)
    this.#options.captions?.settle()
  }

  resume(): void {
    const state = this.state.getState()
    if (state.kind === 'paused') this.state.setState({ ...state, kind: 'recording' }, true)
  }

  /** Ends the recording; resolves when all of it is on disk. */
  async stop(): Promise<void> {
    const written = this.#open.map(({ writer }) => writer.finish())
    this.#seconds = this.seconds()
    this.#close()
    await Promise.all(written)
    this.#release?.()
    if (this.state.getState().kind !== 'failed') this.state.setState({ kind: 'idle' }, true)
    this.#options.onSegment()
  }

  #follow(track: LiveTrack, source: OpenMicrophone): OpenTrack {
    const writer = createTrackWriter({
      store: this.#options.indexedStore,
      createId: randomId,
      meetingId: this.#meetingId,
      track,
      from: this.#seconds,
      detector: createMeetingDetector(),
      onSegment: this.#options.onSegment,
      onFailure: () => this.#fail('storage'),
    })
    const unfollow = source.follow((frame) => {
      if (this.state.getState().kind === 'paused') return
      writer.push(frame)
      this.#options.captions?.pushFrame(track, frame)
    })
    return { track, source, writer, unfollow }
  }

  /** Ends the recording; recorded audio is preserved. */
  #fail(failure: RecorderFailure): void {
    this.state.setState({ kind: 'failed', failure }, true)
    void this.stop()
  }

  /** Ends the track of a tab that was closed or is no longer shared. */
  #drop(track: LiveTrack): void {
    const state = this.state.getState()
    const dropped = this.#open.find((openTrack) => openTrack.track === track)
    if (!dropped || !('tracks' in state)) return
    this.#seconds = this.seconds()
    this.#open = this.#open.filter((openTrack) => openTrack !== dropped)
    closeTrack(dropped)
    this.#options.captions?.settle(track)
    void dropped.writer.finish()
    this.state.setState({ ...state, tracks: this.#open.map((openTrack) => openTrack.track) }, true)
  }

  /** The browser releases the wake lock when the page is hidden; it is requested again. */
  async #stayAwake(): Promise<void> {
    this.#wakeLock = await navigator.wakeLock?.request('screen').catch(() => undefined)
    document.addEventListener('visibilitychange', this.#onVisible)
  }

  readonly #onVisible = () => {
    if (document.visibilityState === 'visible' && this.#open.length > 0) void this.#stayAwake()
  }

  #close(): void {
    clearInterval(this.#timer)
    document.removeEventListener('visibilitychange', this.#onVisible)
    for (const track of this.#open) closeTrack(track)
    this.#open = []
    this.#options.captions?.end()
    void this.#wakeLock?.release().catch(() => undefined)
    this.#wakeLock = undefined
  }
}

function closeTrack({ source, unfollow }: OpenTrack): void {
  unfollow()
  source.close()
}

function failureOf(error: unknown): RecorderFailure {
  if (error instanceof IndexedStoreError) return 'storage'
  return error instanceof MicrophoneError ? error.reason : 'no-answer'
}

/**
 * Opens the audio of a tab or of the computer, if the browser supports it. Rejects with a MicrophoneError.
 */
async function openTab(context: AudioContext, onLost: () => void): Promise<OpenMicrophone> {
  const devices = navigator.mediaDevices as MediaDevices | undefined
  if (!devices || !('getDisplayMedia' in devices)) throw new MicrophoneError('unsupported')
  const stream = await devices.getDisplayMedia({ video: true, audio: true }).catch(() => {
    throw new MicrophoneError('denied')
  })
  if (stream.getAudioTracks().length === 0) {
    for (const track of stream.getTracks()) track.stop()
    throw new MicrophoneError('none')
  }
  return followStream(context, stream, onLost)
}

/** Returns true if the microphone is open for a recording, running or paused. */
export const isOn = (state: RecorderState): state is Extract<RecorderState, { readonly tracks: object }> =>
  state.kind === 'recording' || state.kind === 'paused'
