import { CAPTURE_SAMPLE_RATE } from '#voice/capture/frames.ts'
import { wavHeader } from '#voice/capture/wav.ts'
import type { Shelf } from '#lib/shelf.ts'
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

/** Pieces whose text is still to come, and those that have it, which grow to hundreds a meeting, lie apart. */
export const SHELVES = { waiting: 'recordings', done: 'recorded' } as const

export async function listSegments(
  shelf: Shelf,
  kind: (typeof SHELVES)[keyof typeof SHELVES],
): Promise<readonly KeptSegment[]> {
  return (await shelf.list(kind)) as readonly KeptSegment[]
}

export const segmentId = (meetingId: string, track: Track, start: number) =>
  `${meetingId} ${track} ${start.toFixed(3)}`

export function keptSegment(
  meetingId: string,
  track: Track,
  segment: Segment,
  state: KeptSegment['state'],
): KeptSegment {
  const { start, end } = segment
  return {
    id: segmentId(meetingId, track, start),
    meetingId,
    track,
    start,
    end,
    audio: wavOf(segment),
    state,
  }
}

function wavOf({ samples }: Segment): Blob {
  const count = samples.reduce((sum, part) => sum + part.length, 0)
  return new Blob([wavHeader(count, CAPTURE_SAMPLE_RATE), ...samples], { type: 'audio/wav' })
}
