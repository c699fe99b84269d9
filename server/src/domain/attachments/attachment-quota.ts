import { MAX_ATTACHMENT_BYTES } from '@vee/contract/entities/attachment-limits'
import { lockUser } from '#db/queries/accounts/lock-user.ts'
import { attachmentBytes, attachmentCount } from '#db/queries/attachments.ts'
import { unfinishedUploads } from '#db/queries/attachment-uploads.ts'
import type { Database } from '#db/schema.ts'
import type { Caller } from '../accounts/index.ts'
import { DomainError } from '../errors/domain-error.ts'
import { networkOf } from '#lib/network.ts'
import { ATTACHMENT_PLANS, bestPlan, effectivePlan } from '../money/plans/index.ts'

/** How many files a caller may store, and how large. */
export interface AttachmentQuota {
  /** owner of the quota: a member's id, or the network of a caller without an account */
  readonly key: string
  readonly fileBytes: number
  readonly totalBytes: number
  readonly files: number
  readonly pages: number
}

/** Returns the quota of the caller's plan, or of the best plan of the organizations whose pool it may use. */
export function quotaOf(caller: Caller, maxBytes: number): AttachmentQuota {
  const { storageFactor, fileBytes, files, pages } = ATTACHMENT_PLANS[planOf(caller)]
  return {
    key: caller.kind === 'member' ? caller.id : `network ${networkOf(caller.ip)}`,
    fileBytes: Math.min(fileBytes, MAX_ATTACHMENT_BYTES),
    totalBytes: Math.floor(maxBytes * storageFactor),
    files,
    pages,
  }
}

function planOf(caller: Caller): keyof typeof ATTACHMENT_PLANS {
  if (caller.kind !== 'member') return 'visitor'
  return bestPlan([effectivePlan(caller.user), caller.seatPlanId ?? 'free']) ?? 'free'
}

/** Returns what counts for a quota, unfinished uploads included. */
export async function usedOf(
  database: Database,
  key: string,
): Promise<{ readonly bytes: number; readonly files: number }> {
  const [bytes, files, uploads] = [
    await attachmentBytes(database, key),
    await attachmentCount(database, key),
    await unfinishedUploads(database, key),
  ]
  return { bytes: bytes + uploads.bytes, files: files + uploads.count }
}

/** Throws SESSION_EXPIRED if the caller's account was deleted meanwhile. Call it in the transaction that writes for them. */
export async function assertOwnerExists(transaction: Database, caller: Caller): Promise<void> {
  if (caller.kind !== 'member' || (await lockUser(transaction, caller.id))) return
  throw new DomainError('SESSION_EXPIRED', 'This account was deleted.')
}

/** Throws STORAGE_FULL if there is no room for `bytes` more, in a new file or as the text of one. Call it in a transaction. */
export async function assertStorageLeft(
  transaction: Database,
  { key, totalBytes, files }: AttachmentQuota,
  bytes: number,
  isNewFile: boolean,
): Promise<void> {
  const used = await usedOf(transaction, key)
  if (used.bytes + bytes > totalBytes || (isNewFile && used.files >= files)) {
    throw new DomainError('STORAGE_FULL', 'There is no more room for files. Delete older conversations.')
  }
}

/** Returns whether the quota allows a stored file in addition to what is used. */
export function fits(
  { fileBytes, totalBytes, files, pages }: AttachmentQuota,
  used: { readonly bytes: number; readonly files: number },
  file: { readonly bytes: number; readonly text_bytes: number; readonly section_count: number | null },
): boolean {
  return (
    file.bytes <= fileBytes &&
    (file.section_count ?? 0) <= pages &&
    used.bytes + file.bytes + file.text_bytes <= totalBytes &&
    used.files < files
  )
}

/** Throws TOO_LARGE for a file that is larger than the plan allows. */
export function assertFileSize({ fileBytes }: AttachmentQuota, bytes: number): void {
  if (bytes <= fileBytes) return
  throw new DomainError('TOO_LARGE', `A file may have ${Math.floor(fileBytes / 1_048_576)} MB at most.`, {
    details: { fileBytes },
  })
}

/** Throws TOO_LARGE for a document with more pages than the plan allows. */
export function assertPages({ pages }: AttachmentQuota, count: number): void {
  if (count <= pages) return
  throw new DomainError('TOO_LARGE', `A document may have ${pages} pages at most.`, { details: { pages } })
}
