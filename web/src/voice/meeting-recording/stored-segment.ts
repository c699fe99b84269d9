import { wavHeader } from '@vee/contract/audio/wav-header'
import type { Meeting } from '@vee/contract/entities/meeting'
import { CAPTURE_SAMPLE_RATE } from '../capture/frames.ts'
import type { TrackSegment } from './segment-cutter.ts'

/** The microphone, the audio of a tab, or an imported file. */
export type Track = 'me' | 'others' | 'unknown'

/** A segment of a recording as stored in the browser until its owner deletes the meeting. */
export interface StoredSegment {
  readonly id: string
  readonly meetingId: string
  readonly track: Track
  /** seconds of the recording */
  readonly start: number
  readonly end: number
  readonly audio: Blob
  /**
   * `open`: being recorded, or interrupted by the end of the page; `waiting`: for transcription; `done`: its
   * text is in the meeting
   */
  readonly state: 'open' | 'waiting' | 'done'
}

/** The fields of a meeting that a recording needs. */
export type RecordedMeeting = Pick<Meeting, 'id' | 'transcriptLines'>

/** Segments that wait for transcription and transcribed ones, hundreds per meeting, are stored separately. */
export const SEGMENT_STORES = { untranscribed: 'recordings', transcribed: 'recorded' } as const

/** Stores the segments of one owner, in this browser. Rejects if the browser cannot store. */
export interface SegmentStore {
  list(kind: SegmentKind): Promise<readonly unknown[]>
  /** Writes all or none; without a value a segment is removed. */
  write(
    writes: readonly { readonly kind: SegmentKind; readonly id: string; readonly value: unknown }[],
  ): Promise<void>
}

type SegmentKind = (typeof SEGMENT_STORES)[keyof typeof SEGMENT_STORES]

/** name of the lock of the tab that records a meeting */
export const recordingLock = (meetingId: string) => `vee-meeting-recording ${meetingId}`

export async function listSegments(
  store: SegmentStore,
  kind: SegmentKind,
): Promise<readonly StoredSegment[]> {
  return (await store.list(kind)) as readonly StoredSegment[]
}

/**
 * Returns a segment's id. `takeId` distinguishes recordings of one meeting, which may start at the same
 * second on two devices.
 */
export const segmentId = (takeId: string, track: Track, start: number) =>
  `${takeId}.${track}.${start.toFixed(3)}`

export const toStoredSegment = (
  fields: Pick<StoredSegment, 'id' | 'meetingId' | 'track' | 'state'>,
  segment: TrackSegment,
): StoredSegment => ({ ...fields, start: segment.start, end: segment.end, audio: wavOf(segment) })

/**
 * Returns the end of the recording in seconds, including segments without text. Rejects as the store does.
 */
export async function endOfRecording(
  store: SegmentStore,
  { id, transcriptLines }: RecordedMeeting,
): Promise<number> {
  const segments = await Promise.all(Object.values(SEGMENT_STORES).map((kind) => listSegments(store, kind)))
  const own = segments.flat().filter(({ meetingId }) => meetingId === id)
  return Math.max(0, ...[...own, ...transcriptLines].map(({ end }) => end))
}

function wavOf({ samples }: TrackSegment): Blob {
  const count = samples.reduce((sum, chunk) => sum + chunk.length, 0)
  return new Blob([wavHeader(2 * count, CAPTURE_SAMPLE_RATE), ...samples], { type: 'audio/wav' })
}
