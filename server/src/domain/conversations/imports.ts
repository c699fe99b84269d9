import { randomUUID } from 'node:crypto'
import type { ArchiveImport, ImportSource } from '@vee/contract/http/imports'
import {
  deleteImport,
  knownSourceIds,
  type ListedImportRow,
  listImportRows,
  storeImport,
} from '#db/queries/conversations/imports.ts'
import type { Database } from '#db/schema.ts'
import { withoutNul } from '#lib/without-nul.ts'
import { type Caller, memberIdOf } from '../accounts/index.ts'
import { DomainError, notFound } from '../errors/domain-error.ts'

/** Imports of one member at most. */
const MAX_IMPORTS = 100

/** Archives of other programs that members import. Throws FORBIDDEN for callers without a personal account. */
export interface Imports {
  /** Newest first. */
  list(caller: Caller): Promise<ArchiveImport[]>
  /** Returns the same import for the same file. Throws STORAGE_FULL at the limit of imports. */
  begin(
    archive: Pick<ArchiveImport, 'counts'> & { readonly source: ImportSource; readonly fileHash: string },
    caller: Caller,
  ): Promise<ArchiveImport>
  /** Returns which of these ids of other programs the caller has. */
  known(sourceIds: readonly string[], caller: Caller): Promise<readonly string[]>
  /** Deletes what came in, except conversations that were continued since. Throws NOT_FOUND for others' imports. */
  undo(id: string, caller: Caller): Promise<void>
}

export function createImports(database: Database, now: () => number): Imports {
  return {
    list: async (caller) => (await listImportRows(database, memberId(caller))).map(presentImport),

    async begin({ source, fileHash, counts }, caller) {
      const userId = memberId(caller)
      const earlier = await listImportRows(database, userId)
      const isNew = !earlier.some((row) => row.source === source && row.file_hash === fileHash)
      if (isNew && earlier.length >= MAX_IMPORTS)
        throw new DomainError('STORAGE_FULL', 'There are too many imports. Undo those that are not needed.')
      const row = await storeImport(database, {
        id: randomUUID(),
        user_id: userId,
        source,
        file_hash: withoutNul(fileHash),
        counts: JSON.stringify(counts),
        created_at: now(),
      })
      if (!row) throw notFound('import')
      return presentImport(row)
    },

    known: (sourceIds, caller) => knownSourceIds(database, memberId(caller), sourceIds.map(withoutNul)),

    async undo(id, caller) {
      if (!(await deleteImport(database, memberId(caller), id))) throw notFound('import')
    },
  }
}

const memberId = (caller: Caller): string =>
  memberIdOf(caller, 'Sign in to a personal account to bring conversations along.')

const presentImport = (row: ListedImportRow): ArchiveImport => ({
  id: row.id,
  source: row.source,
  counts: JSON.parse(row.counts) as ArchiveImport['counts'],
  conversations: row.conversations,
  createdAt: new Date(row.created_at).toISOString(),
})
