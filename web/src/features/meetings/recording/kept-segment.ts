import type { Meeting } from '@vee/contract/entities/meeting'
import { CAPTURE_SAMPLE_RATE } from '#voice/capture/frames.ts'
import { wavHeader } from '#voice/capture/wav.ts'
import type { IndexedStore } from '#lib/indexed-store.ts'
import type { Segment } from './segment-cutter.ts'

/** The microphone, the audio of a tab, or an imported file. */
export type Track = 'me' | 'others' | 'unknown'

/** A segment of a recording as stored in the browser until its owner deletes the meeting. */
export interface KeptSegment {
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

/** Segments waiting for transcription and completed ones, hundreds per meeting, are stored separately. */
export const SHELVES = { waiting: 'recordings', done: 'recorded' } as const

export async function listSegments(
  indexedStore: IndexedStore,
  kind: (typeof SHELVES)[keyof typeof SHELVES],
): Promise<readonly KeptSegment[]> {
  return (await indexedStore.list(kind)) as readonly KeptSegment[]
}

/**
 * Returns a segment's id. `takeId` distinguishes recordings of one meeting, which may start at the same
 * second on two devices.
 */
export const segmentId = (takeId: string, track: Track, start: number) =>
  `${takeId}.${track}.${start.toFixed(3)}`

export const keptSegment = (
  known: Pick<KeptSegment, 'id' | 'meetingId' | 'track' | 'state'>,
  segment: Segment,
): KeptSegment => ({ ...known, start: segment.start, end: segment.end, audio: wavOf(segment) })

/**
 * Returns the end of the recording in seconds, including segments without text. Rejects with a ShelfError.
 */
export async function endOfRecording(
  indexedStore: IndexedStore,
  { id, transcriptLines }: RecordedMeeting,
): Promise<number> {
  const kept = await Promise.all(Object.values(SHELVES).map((kind) => listSegments(indexedStore, kind)))
  const pieces = kept.flat().filter(({ meetingId }) => meetingId === id)
  return Math.max(0, ...[...pieces, ...transcriptLines].map(({ end }) => end))
}

function wavOf({ samples }: Segment): Blob {
  const count = samples.reduce((sum, part) => sum + part.length, 0)
  return new Blob([wavHeader(count, CAPTURE_SAMPLE_RATE), ...samples], { type: 'audio/wav' })
}
