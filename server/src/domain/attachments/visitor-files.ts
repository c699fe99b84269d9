import type { Attachment } from '@vee/contract/entities/attachment'
import { addAttachmentUses, changeAttachmentOwner, findAttachments } from '#db/queries/attachments.ts'
import type { Database } from '#db/schema.ts'
import { inWriteTransaction } from '#db/write-transaction.ts'
import { type Caller, callerKeyOf } from '../accounts/index.ts'
import { assertOwnerExists, fits, quotaOf, usedOf } from './attachment-quota.ts'

/** Files per transaction, during which no other file of the member is stored. */
const BATCH_FILES = 200

interface FilesImport {
  /** as in the imported messages */
  readonly files: readonly Pick<Attachment, 'id' | 'name'>[]
  /** the stored conversation that uses them; undefined for files of unsent messages */
  readonly conversationId: string | undefined
  /** who attached them; undefined if that is not known */
  readonly visitor: Caller | undefined
}

/** Moves files of a visitor to the member who the visitor has become. */
export interface VisitorFiles {
  /**
   * Moves the files to the caller, in their order, as far as the limits of their plan allow, and records that the conversation uses those that the
   * caller has. Returns the names of the others. Idempotent.
   */
  importFiles(filesImport: FilesImport, caller: Caller): Promise<readonly string[]>
}

export function createVisitorFiles({
  database,
  maxBytes,
}: {
  readonly database: Database
  /** per member, in bytes */
  readonly maxBytes: number
}): VisitorFiles {
  /** Returns the ids of the files that the caller has afterwards. */
  async function importBatch(
    ids: readonly string[],
    { conversationId, visitor }: FilesImport,
    caller: Caller,
  ): Promise<readonly string[]> {
    const quota = quotaOf(caller, maxBytes)
    const owner = callerKeyOf(caller)
    return inWriteTransaction(database, `attachments ${quota.key}`, async (transaction) => {
      await assertOwnerExists(transaction, caller)
      const rows = visitor ? await findAttachments(transaction, callerKeyOf(visitor), ids) : []
      const rowById = new Map(rows.map((row) => [row.id, row]))
      let used = rows.length > 0 ? await usedOf(transaction, quota.key) : { bytes: 0, files: 0 }
      for (const id of ids) {
        const row = rowById.get(id)
        if (!row || !fits(quota, used, row)) continue
        await changeAttachmentOwner(transaction, row, { owner, quota_key: quota.key })
        used = { bytes: used.bytes + row.bytes + row.text_bytes, files: used.files + 1 }
      }
      const owned = (await findAttachments(transaction, owner, ids)).map(({ id }) => id)
      if (conversationId !== undefined) await addAttachmentUses(transaction, owner, conversationId, owned)
      return owned
    })
  }

  return {
    async importFiles(filesImport, caller) {
      const names = new Map(filesImport.files.map(({ id, name }) => [id, name]))
      const ids = [...names.keys()]
      for (let from = 0; from < ids.length; from += BATCH_FILES) {
        for (const id of await importBatch(ids.slice(from, from + BATCH_FILES), filesImport, caller))
          names.delete(id)
      }
      return [...names.values()]
    },
  }
}
