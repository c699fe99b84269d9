import { heldLocks } from '../tab-locks.ts'
import {
  listSegments,
  recordingLock,
  SEGMENT_STORES,
  type SegmentStore,
  type StoredSegment,
} from './stored-segment.ts'

interface RecoveredSegments {
  /** meetings whose interrupted recording waits for transcription now */
  readonly recovered: readonly string[]
  /** meetings that a tab records, or recorded until just now: to be looked at when their lock is released */
  readonly active: readonly string[]
}

/** Recovers recordings that a crash or a closed page interrupted: their open segments wait for transcription. */
export async function recoverSegments(store: SegmentStore): Promise<RecoveredSegments> {
  const isHeld = await heldLocks()
  const isRecorded = (meetingId: string) => isHeld(recordingLock(meetingId))
  const all = await listSegments(store, SEGMENT_STORES.untranscribed)
  const unfinished = all.filter(({ state }) => state === 'open')
  const open = unfinished.filter(({ meetingId }) => !isRecorded(meetingId))
  // Up to version 0.1, transcribed segments were stored together with waiting ones.
  const done = all.filter(({ state }) => state === 'done')
  await store.write([
    ...open.map((segment) => ({
      kind: SEGMENT_STORES.untranscribed,
      id: segment.id,
      value: { ...segment, state: 'waiting' },
    })),
    ...done.flatMap(asTranscribed),
  ])
  return {
    recovered: [...new Set(open.map(({ meetingId }) => meetingId))],
    active: [...new Set(unfinished.map(({ meetingId }) => meetingId).filter(isRecorded))],
  }
}

/** Returns the writes that move a segment to the transcribed ones. */
export const asTranscribed = (segment: StoredSegment) => [
  { kind: SEGMENT_STORES.untranscribed, id: segment.id, value: undefined },
  { kind: SEGMENT_STORES.transcribed, id: segment.id, value: { ...segment, state: 'done' } },
]

/** Returns whether a page that starts has something to transcribe. */
export async function hasUnfinishedSegments(store: SegmentStore): Promise<boolean> {
  return (await listSegments(store, SEGMENT_STORES.untranscribed)).some(({ state }) => state !== 'done')
}

/**
 * Deletes the audio of meetings that no longer exist.
 *
 * @param exists called once per meeting with transcribed segments
 */
export async function removeOrphanedSegments(
  store: SegmentStore,
  exists: (meetingId: string) => Promise<boolean>,
): Promise<void> {
  const done = await listSegments(store, SEGMENT_STORES.transcribed)
  for (const meetingId of new Set(done.map((segment) => segment.meetingId))) {
    if (await exists(meetingId)) continue
    const orphans = done.filter((segment) => segment.meetingId === meetingId)
    await store.write(orphans.map(({ id }) => ({ kind: SEGMENT_STORES.transcribed, id, value: undefined })))
  }
}
