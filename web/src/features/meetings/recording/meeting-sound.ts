import { WAV_HEADER_BYTES, wavHeader } from '@vee/contract/audio/wav-header'
import type { IndexedStore } from '#lib/storage/indexed-store.ts'
import { CAPTURE_SAMPLE_RATE } from '#voice/capture/frames.ts'
import type { ServerSound } from '../repositories/server-sound.ts'
import {
  type StoredSegment,
  listSegments,
  SEGMENT_STORES,
  type Track,
} from '#voice/meeting-recording/stored-segment.ts'

const BYTES_PER_SECOND = CAPTURE_SAMPLE_RATE * 2

/** A segment of a meeting's audio, with its place. */
export interface Piece {
  readonly track: Track
  /** seconds of the recording */
  readonly start: number
  readonly end: number
  readonly open: () => Promise<Blob>
}

/**
 * Returns all segments of a meeting: those of this browser, and those only on the server. Rejects with
 * IndexedStoreError.
 */
export async function soundPiecesOf(
  meetingId: string,
  indexedStore: IndexedStore,
  server: ServerSound | undefined,
): Promise<readonly Piece[]> {
  const here = (
    await Promise.all(Object.values(SEGMENT_STORES).map((kind) => listSegments(indexedStore, kind)))
  )
    .flat()
    .filter((segment) => segment.meetingId === meetingId)
  const localIds = new Set(here.map(({ id }) => id))
  // Without the server, local segments can still be played.
  const there = (await server?.list(meetingId).catch(() => [])) ?? []
  return [
    ...here.map(({ track, start, end, audio }: StoredSegment) => ({
      track,
      start,
      end,
      open: () => Promise.resolve(audio),
    })),
    ...there
      .filter(({ id }) => !localIds.has(id))
      .map(({ id, track, start, end }) => ({
        track,
        start,
        end,
        open: async () => (await server?.read(meetingId, id)) ?? new Blob(),
      })),
  ].toSorted((a, b) => a.start - b.start)
}

/**
 * Returns a track as one WAV file, with silence for missing segments. The browser assembles it on disk, not
 * in memory.
 */
export async function trackFile(pieces: readonly Piece[], track: Track): Promise<Blob> {
  const parts: Blob[] = []
  let offset = 0
  for (const piece of pieces.filter((candidate) => candidate.track === track)) {
    const from = bytesOf(piece.start)
    const audio = (await piece.open()).slice(WAV_HEADER_BYTES)
    if (from > offset) parts.push(new Blob([new Uint8Array(from - offset)]))
    parts.push(audio)
    offset = Math.max(offset, from) + audio.size
  }
  return new Blob([wavHeader(offset, CAPTURE_SAMPLE_RATE), ...parts], { type: 'audio/wav' })
}

/** Rounded to whole samples: half of one would turn all that follows into noise. */
const bytesOf = (seconds: number) => Math.round((seconds * BYTES_PER_SECOND) / 2) * 2
