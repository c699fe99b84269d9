import { createStore, type StoreApi } from 'zustand/vanilla'
import { followStream, openMicrophone, type OpenMicrophone } from '#voice/capture/microphone.ts'
import { CAPTURE_SAMPLE_RATE } from '#voice/capture/frames.ts'
import { MicrophoneError, type MicrophoneFailure } from '#voice/capture/microphone-error.ts'
import { wavHeader } from '#voice/capture/wav.ts'
import { createEnergyDetector } from '#voice/detect/energy-detector.ts'
import { sensitivityOfThreshold } from '#voice/detect/detector.ts'
import { ShelfError, type Shelf } from '#lib/shelf.ts'
import { createSegmentCutter, type Segment, type SegmentCutter } from './segment-cutter.ts'

export type Track = 'me' | 'others'

/** A piece of a recording as it lies in the browser until its owner deletes the meeting. */
export interface KeptSegment {
  readonly id: string
  readonly meetingId: string
  readonly track: Track
  /** seconds of the recording */
  readonly start: number
  readonly end: number
  readonly audio: Blob
  /** `open`: it is being recorded, or was when the page died; `waiting`: for its text; `done`: the text is in the meeting */
  readonly state: 'open' | 'waiting' | 'done'
}

type RecorderFailure = MicrophoneFailure | 'storage'

export type RecorderState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'opening' }
  | { readonly kind: 'recording' | 'paused'; readonly tracks: readonly Track[] }
  | { readonly kind: 'failed'; readonly failure: RecorderFailure }

/** What was said goes to disk at least this often, so that a dead tab loses no more. */
const SAVE_EVERY_MS = 5_000
const DETECTOR_THRESHOLD = 0.15

interface OpenTrack {
  readonly track: Track
  readonly source: OpenMicrophone
  readonly cutter: SegmentCutter
  readonly unfollow: () => void
}

export interface RecorderOptions {
  readonly shelf: Shelf
  readonly deviceId: () => string
  /** a segment is whole and waits for its text */
  readonly onSegment: () => void
}

/** Records one meeting at a time. Memory holds one segment a track; everything else is on disk. */
export class MeetingRecorder {
  readonly state: StoreApi<RecorderState> = createStore<RecorderState>(() => ({ kind: 'idle' }))
  readonly #options: RecorderOptions
  #context: AudioContext | undefined
  #open: OpenTrack[] = []
  #timer: ReturnType<typeof setInterval> | undefined
  #wakeLock: WakeLockSentinel | undefined
  #meetingId = ''
  #seconds = 0
  #writing: Promise<void> = Promise.resolve()

  constructor(options: RecorderOptions) {
    this.#options = options
  }

  /** Of the recording, without its pauses. */
  seconds(): number {
    return Math.max(this.#seconds, ...this.#open.map(({ cutter }) => cutter.current()?.end ?? 0))
  }

  /** How loud a track is now, 0…1. */
  level(track: Track): number {
    return this.#open.find((one) => one.track === track)?.source.level() ?? 0
  }

  /** Begins, after `from` seconds that are there already. With `others` the browser asks which tab is to be heard too. */
  async start(meetingId: string, from: number, withOthers: boolean): Promise<void> {
    if (this.state.getState().kind === 'recording') return
    this.state.setState({ kind: 'opening' }, true)
    this.#meetingId = meetingId
    this.#seconds = from
    try {
      this.#context ??= new AudioContext()
      const lost = () => void this.stop()
      // The dialog for a tab wants the user's gesture, so it comes first.
      const others = withOthers ? await openTab(this.#context, lost) : undefined
      const me = await openMicrophone(
        this.#context,
        this.#options.deviceId(),
        lost,
        new AbortController().signal,
      )
      this.#open = [this.#follow('me', me), ...(others ? [this.#follow('others', others)] : [])]
      this.#timer = setInterval(() => this.#saveOpen(), SAVE_EVERY_MS)
      this.state.setState({ kind: 'recording', tracks: this.#open.map(({ track }) => track) }, true)
      this.#wakeLock = await navigator.wakeLock?.request('screen').catch(() => undefined)
    } catch (error) {
      this.#close()
      const failure = error instanceof MicrophoneError ? error.reason : 'no-answer'
      this.state.setState({ kind: 'failed', failure }, true)
    }
  }

  pause(): void {
    const state = this.state.getState()
    if (state.kind === 'recording') this.state.setState({ ...state, kind: 'paused' }, true)
  }

  resume(): void {
    const state = this.state.getState()
    if (state.kind === 'paused') this.state.setState({ ...state, kind: 'recording' }, true)
  }

  /** Ends it; resolves when all of it is on disk. */
  async stop(): Promise<void> {
    for (const { track, cutter } of this.#open) this.#keep(track, cutter.finish(), 'waiting')
    this.#seconds = this.seconds()
    this.#close()
    await this.#writing
    if (this.state.getState().kind !== 'failed') this.state.setState({ kind: 'idle' }, true)
    this.#options.onSegment()
  }

  #follow(track: Track, source: OpenMicrophone): OpenTrack {
    const detector = createEnergyDetector({ sensitivityDb: sensitivityOfThreshold(DETECTOR_THRESHOLD) })
    const cutter = createSegmentCutter(detector, this.#seconds)
    const unfollow = source.follow((frame) => {
      if (this.state.getState().kind === 'paused') return
      const segment = cutter.push(frame)
      if (segment) this.#keep(track, segment, 'waiting')
    })
    return { track, source, cutter, unfollow }
  }

  #saveOpen(): void {
    for (const { track, cutter } of this.#open) this.#keep(track, cutter.current(), 'open')
  }

  /** Writes follow each other. A segment keeps its id from its first save to its last, which takes the place of the others. */
  #keep(track: Track, segment: Segment | undefined, state: 'open' | 'waiting'): void {
    if (!segment) return
    const id = `${this.#meetingId} ${track} ${segment.start.toFixed(3)}`
    const kept: KeptSegment | undefined = segment.hasSpeech
      ? {
          id,
          meetingId: this.#meetingId,
          track,
          start: segment.start,
          end: segment.end,
          audio: wavOf(segment),
          state,
        }
      : undefined
    this.#writing = this.#writing.then(async () => {
      try {
        await this.#options.shelf.write([{ kind: 'recordings', id, value: kept }])
        if (state === 'waiting') this.#options.onSegment()
      } catch (error) {
        if (!(error instanceof ShelfError)) throw error
        this.state.setState({ kind: 'failed', failure: 'storage' }, true)
      }
    })
  }

  #close(): void {
    clearInterval(this.#timer)
    for (const { source, unfollow } of this.#open) {
      unfollow()
      source.close()
    }
    this.#open = []
    void this.#wakeLock?.release().catch(() => undefined)
    this.#wakeLock = undefined
  }
}

function wavOf({ samples }: Segment): Blob {
  const count = samples.reduce((sum, part) => sum + part.length, 0)
  return new Blob([wavHeader(count, CAPTURE_SAMPLE_RATE), ...samples], { type: 'audio/wav' })
}

/** The sound of a tab or of the computer, as far as the browser can. Rejects with a MicrophoneError. */
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

export const canHearOthers = () => 'mediaDevices' in navigator && 'getDisplayMedia' in navigator.mediaDevices
