import { DAY_MS } from '@vee/contract/time/durations'
import type { Readable } from 'node:stream'
import type { SoundPiece } from '@vee/contract/http/meetings/meeting-sound'
import {
  expireSound,
  insertSound,
  knownFiles,
  listSound,
  ownsMeeting,
  removeSound,
  soundBytesOf,
  type SoundRow,
} from '#db/queries/meetings/meeting-sound.ts'
import type { Database } from '#db/schema.ts'
import { inWriteTransaction } from '#db/write-transaction.ts'
import type { Caller } from '../accounts/index.ts'
import type { ByteRange, RequestedRange } from '#lib/byte-range.ts'
import { DomainError } from '../errors/domain-error.ts'
import { type PurgeableFiles, type PurgedFiles, purgeSealedFiles } from '../storage/purge-sealed-files.ts'
import { memberId, meetingNotFound } from './policy.ts'

interface Sealed {
  readonly file: string
  readonly salt: string
  readonly bytes: number
}

interface PieceContent {
  /** of the whole piece */
  readonly bytes: number
  /** of `content`; undefined for the whole piece */
  readonly range: ByteRange | undefined
  /** a WAV file; can be read once */
  readonly content: AsyncIterable<Uint8Array>
}

/** Sealed files; see adapters/storage/sealed-files.ts. */
interface SoundFiles extends PurgeableFiles {
  write(source: Readable): Promise<Sealed>
  /** decrypts while it is read */
  open(sealed: Pick<Sealed, 'file' | 'salt'>, range?: RequestedRange): Promise<PieceContent | undefined>
  remove(file: string): Promise<void>
}

export interface MeetingSoundDependencies {
  readonly database: Database
  readonly files: SoundFiles
  /** milliseconds since 1970 */
  readonly now: () => number
  /** 0: no audio is stored */
  readonly days: number
  /** limit per member */
  readonly maxBytes: number
}

interface PieceFacts {
  readonly pieceId: string
  readonly track: SoundPiece['track']
  /** seconds */
  readonly start: number
  readonly end: number
}

/**
 * The audio of meetings whose owners store it on the server. Only the owner can read it; throws NOT_FOUND for
 * other users.
 */
export interface MeetingSound {
  /**
   * Stores a chunk while it arrives. Throws FORBIDDEN if the host disabled audio, UNSUPPORTED_MEDIA for
   * anything but WAV files, and RATE_LIMITED if the member's quota is used up.
   */
  store(meetingId: string, source: Readable, facts: () => Promise<PieceFacts>, caller: Caller): Promise<void>
  list(meetingId: string, caller: Caller): Promise<SoundPiece[]>
  /** Returns a piece or a range of it; the whole piece if it has none of the range's bytes. */
  read(meetingId: string, pieceId: string, caller: Caller, range?: RequestedRange): Promise<PieceContent>
  remove(meetingId: string, caller: Caller): Promise<void>
  /** Deletes expired audio; moves files whose meetings were deleted to the bin. */
  purge(signal?: AbortSignal): Promise<PurgedFiles>
}

export function createMeetingSound({
  database,
  files,
  now,
  days,
  maxBytes,
}: MeetingSoundDependencies): MeetingSound {
  async function assertOwnMeeting(meetingId: string, caller: Caller) {
    const key = { userId: memberId(caller), meetingId }
    if (!(await ownsMeeting(database, key))) throw meetingNotFound()
    return key
  }

  return {
    async store(meetingId, source, facts, caller) {
      const { userId } = await assertOwnMeeting(meetingId, caller)
      if (days === 0) throw new DomainError('FORBIDDEN', 'This server does not store audio.')
      const sealed = await files.write(source.compose(onlyWav) as unknown as Readable)
      let isKept = false
      try {
        const { pieceId, track, start, end } = await facts()
        isKept = await inWriteTransaction(database, `sound of ${userId}`, async (transaction) => {
          if ((await soundBytesOf(transaction, userId)) + sealed.bytes > maxBytes) throw full()
          return insertSound(transaction, {
            user_id: userId,
            meeting_id: meetingId,
            id: pieceId,
            track,
            start_ms: Math.round(start * 1_000),
            end_ms: Math.round(end * 1_000),
            ...sealed,
            created_at: now(),
          })
        })
      } finally {
        if (!isKept) await files.remove(sealed.file)
      }
    },

    async list(meetingId, caller) {
      const rows = await listSound(database, await assertOwnMeeting(meetingId, caller))
      return rows.map((row) => pieceOf(row, days))
    },

    async read(meetingId, pieceId, caller, range) {
      const rows = await listSound(database, await assertOwnMeeting(meetingId, caller))
      const row = rows.find(({ id }) => id === pieceId)
      if (!row) throw meetingNotFound()
      const wav = await files.open(row, range)
      if (!wav) throw new DomainError('NOT_FOUND', 'This recording is no longer available.')
      return wav
    },

    async remove(meetingId, caller) {
      for (const file of await removeSound(database, await assertOwnMeeting(meetingId, caller)))
        await files.remove(file)
    },

    async purge(signal) {
      if (days > 0) await expireSound(database, now() - days * DAY_MS)
      return purgeSealedFiles({ database, files, knownFiles, now: now(), signal })
    },
  }
}

const full = () =>
  new DomainError('RATE_LIMITED', 'There is no more room for sound; remove that of older meetings.')

const pieceOf = (row: SoundRow, days: number): SoundPiece => ({
  id: row.id,
  track: row.track === 'me' || row.track === 'others' ? row.track : 'unknown',
  start: row.start_ms / 1_000,
  end: row.end_ms / 1_000,
  bytes: row.bytes,
  keptUntil: new Date(row.created_at + days * DAY_MS).toISOString(),
})

/** Detects the type from the first bytes; the type declared in the request is ignored. */
async function* onlyWav(parts: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let head = Buffer.alloc(0)
  let isKnown = false
  for await (const chunk of parts) {
    if (isKnown) {
      yield chunk
      continue
    }
    head = Buffer.concat([head, chunk])
    if (head.length < 12) continue
    if (head.toString('latin1', 0, 4) !== 'RIFF' || head.toString('latin1', 8, 12) !== 'WAVE') break
    isKnown = true
    yield head
  }
  if (!isKnown) throw new DomainError('UNSUPPORTED_MEDIA', 'This is no WAV file.')
}
