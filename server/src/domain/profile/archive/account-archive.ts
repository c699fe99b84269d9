import type { Readable } from 'node:stream'
import type { ArchiveRestored } from '@vee/contract/http/accounts/archive'
import type { RequestedRange } from '#lib/byte-range.ts'
import type { RandomAccess } from '#lib/zip/read-zip.ts'
import { writeZip } from '#lib/zip/write-zip.ts'
import { type Caller, memberIdOf } from '../../accounts/index.ts'
import { DomainError } from '../../errors/domain-error.ts'
import type { Counters } from '../../money/rate-limits/counters.ts'
import { countHeavyRead } from '../../money/rate-limits/heavy-reads.ts'
import { asArchiveError, openAccountArchive } from './read-archive.ts'
import { type ArchiveTargets, restoreArchive } from './restore-archive.ts'
import { archiveFiles, type ArchiveSources } from './write-archive.ts'

interface AccountArchiveDependencies extends Omit<ArchiveTargets, keyof ArchiveSources | 'files'> {
  readonly database: ArchiveSources['database']
  readonly attachments: ArchiveSources['attachments'] & ArchiveTargets['attachments']
  readonly conversations: ArchiveSources['conversations'] & ArchiveTargets['conversations']
  readonly meetings: ArchiveSources['meetings'] & ArchiveTargets['meetings']
  readonly sound: ArchiveSources['sound'] & ArchiveTargets['sound']
  /** sealed files of attachments, in which an archive waits that is read */
  readonly files: ArchiveTargets['files'] & {
    open(
      sealed: { readonly file: string; readonly salt: string },
      range: RequestedRange,
    ): Promise<{ readonly content: AsyncIterable<Uint8Array> } | undefined>
  }
  readonly counters: Counters
  /** milliseconds since 1970 */
  readonly now: () => number
}

/** Everything that a member has, as one zip, and back. Throws FORBIDDEN for callers without a personal account, and RATE_LIMITED. */
export interface AccountArchive {
  /** Returns the bytes of the zip, which are read while it is sent. */
  download(caller: Caller): Promise<AsyncGenerator<Uint8Array, void, undefined>>
  /**
   * Stores an archive sealed, checks it as a whole, and adds what is not here. Throws VALIDATION, UNSUPPORTED_MEDIA and TOO_LARGE for
   * what is no archive, before anything of it was added.
   */
  restore(source: Readable, caller: Caller, signal: AbortSignal): Promise<ArchiveRestored>
}

export function createAccountArchive(dependencies: AccountArchiveDependencies): AccountArchive {
  const { files, counters, now } = dependencies
  /** members whose archive is being restored on this server */
  const running = new Set<string>()

  async function restoreOnce(
    source: Readable,
    caller: Caller,
    signal: AbortSignal,
  ): Promise<ArchiveRestored> {
    const sealed = await files.write(source)
    try {
      const zip = { bytes: sealed.bytes, read: rangeReader(files, sealed) }
      const archive = await openAccountArchive(zip, signal)
      return await restoreArchive(dependencies, archive, caller, signal)
    } catch (error) {
      throw asArchiveError(error)
    } finally {
      await files.remove(sealed.file)
    }
  }

  return {
    async download(caller) {
      const userId = memberId(caller)
      await countHeavyRead(counters, 'account archive', userId, now)
      const createdAt = new Date(now())
      return writeZip(archiveFiles(dependencies, caller, createdAt.toISOString()), createdAt)
    },

    async restore(source, caller, signal) {
      const userId = memberId(caller)
      await countHeavyRead(counters, 'archive restoration', userId, now)
      if (running.has(userId))
        throw new DomainError('RATE_LIMITED', 'An archive is being restored already. Wait until it is there.')
      running.add(userId)
      try {
        return await restoreOnce(source, caller, signal)
      } finally {
        running.delete(userId)
      }
    },
  }
}

const rangeReader = (
  files: AccountArchiveDependencies['files'],
  sealed: { readonly file: string; readonly salt: string },
): RandomAccess['read'] =>
  async function* read(start, end) {
    if (start >= end) return
    const opened = await files.open(sealed, { start, end })
    if (!opened) throw new DomainError('STORAGE_UNAVAILABLE', 'The archive could not be read back.')
    yield* opened.content
  }

const memberId = (caller: Caller): string =>
  memberIdOf(caller, 'Only a personal account has an archive. Sign in to one.')
