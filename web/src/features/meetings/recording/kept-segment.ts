import type { Meeting } from '@vee/contract/entities/meeting'
import { CAPTURE_SAMPLE_RATE } from '#voice/capture/frames.ts'
import { wavHeader } from '#voice/capture/wav.ts'
import type { IndexedStore } from '#lib/indexed-store.ts'
import type { Segment } from './segment-cutter.ts'

/** The microphone, the sound of a tab, or a file that was brought along. */
export type Track = 'me' | 'others' | 'unknown'

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

/** What a recording has to know of its meeting. */
export type RecordedMeeting = Pick<Meeting, 'id' | 'transcriptLines'>

/** Pieces whose text is still to come, and those that have it, which grow to hundreds a meeting, lie apart. */
export const SHELVES = { waiting: 'recordings', done: 'recorded' } as const

export async function listSegments(
  shelf: IndexedStore,
  kind: (typeof SHELVES)[keyof typeof SHELVES],
): Promise<readonly KeptSegment[]> {
  return (await shelf.list(kind)) as readonly KeptSegment[]
}

/** `takeId` tells recordings of one meeting apart: on two devices they may begin at the same second of it. */
export const segmentId = (takeId: string, track: Track, start: number) =>
  `${takeId}.${track}.${start.toFixed(3)}`

export const keptSegment = (
  known: Pick<KeptSegment, 'id' | 'meetingId' | 'track' | 'state'>,
  segment: Segment,
): KeptSegment => ({ ...known, start: segment.start, end: segment.end, audio: wavOf(segment) })

/** The second of its recording at which there is nothing yet, be it with a text or still without. Rejects with a ShelfError. */
export async function endOfRecording(
  shelf: IndexedStore,
  { id, transcriptLines }: RecordedMeeting,
): Promise<number> {
  const kept = await Promise.all(Object.values(SHELVES).map((kind) => listSegments(shelf, kind)))
  const pieces = kept.flat().filter(({ meetingId }) => meetingId === id)
  return Math.max(0, ...[...pieces, ...transcriptLines].map(({ end }) => end))
}

function wavOf({ samples }: Segment): Blob {
  const count = samples.reduce((sum, part) => sum + part.length, 0)
  return new Blob([wavHeader(count, CAPTURE_SAMPLE_RATE), ...samples], { type: 'audio/wav' })
}
