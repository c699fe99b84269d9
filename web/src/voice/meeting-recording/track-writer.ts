import type { Frame } from '../capture/frames.ts'
import type { Detector } from '@vee/contract/audio/detector'
import {
  toStoredSegment,
  type StoredSegment,
  segmentId,
  type SegmentStore,
  SEGMENT_STORES,
  type Track,
} from './stored-segment.ts'
import { createSegmentCutter, type TrackSegment } from './segment-cutter.ts'

interface TrackWriterOptions {
  readonly store: SegmentStore
  readonly createId: () => string
  readonly meetingId: string
  readonly track: Track
  /** duration of the existing recording, in seconds */
  readonly from: number
  readonly detector: Detector
  /** called when a segment is complete, on disk, and waits for transcription */
  readonly onSegment: () => void
  /** called when the browser cannot store any more */
  readonly onFailure: (error: unknown) => void
}

/** Writes a track to disk in segments. Memory contains the current segment only, at most 28 s. */
export interface TrackWriter {
  push(frame: Frame): void
  /** Writes the current segment so far to disk. */
  save(): void
  /** Ends the track; resolves when all of it is on disk. */
  finish(): Promise<void>
  /** Resolves when all complete segments pushed so far are on disk. */
  settled(): Promise<void>
  /** returns the duration so far, in seconds */
  seconds(): number
  /** returns the size on disk, including pending writes, in bytes */
  bytes(): number
}

export function createTrackWriter(options: TrackWriterOptions): TrackWriter {
  const { store, meetingId, track, onSegment, onFailure } = options
  const takeId = options.createId()
  const cutter = createSegmentCutter(options.detector, options.from)
  let seconds = options.from
  let bytes = 0
  let writing: Promise<void> = Promise.resolve()

  /**
   * Writes sequentially. A segment keeps its id from its first save to its last, and each save replaces the
   * previous one.
   */
  function storeSegment(segment: TrackSegment | undefined, state: 'open' | 'waiting'): void {
    if (!segment) return
    const id = segmentId(takeId, track, segment.start)
    const stored: StoredSegment | undefined = segment.hasSpeech
      ? toStoredSegment({ id, meetingId, track, state }, segment)
      : undefined
    if (state === 'waiting') bytes += stored?.audio.size ?? 0
    writing = writing.then(async () => {
      try {
        await store.write([{ kind: SEGMENT_STORES.untranscribed, id, value: stored }])
        if (state === 'waiting' && stored) onSegment()
      } catch (error) {
        onFailure(error)
      }
    })
  }

  return {
    push(frame) {
      const segment = cutter.push(frame)
      storeSegment(segment, 'waiting')
      seconds = segment?.end ?? cutter.current()?.end ?? seconds
    },
    save: () => storeSegment(cutter.current(), 'open'),
    finish() {
      storeSegment(cutter.finish(), 'waiting')
      return writing
    },
    settled: () => writing,
    seconds: () => seconds,
    bytes: () => bytes,
  }
}
