import type { Database } from '../../schema.ts'
import { isPostgres } from '../../write-transaction.ts'

/**
 * Returns whether an account exists, which then lasts until the end of the transaction: a deletion of it waits. Rows of an
 * account that are written after this find it, or are deleted with it.
 */
export async function lockUser(transaction: Database, userId: string): Promise<boolean> {
  const row = await transaction
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .$if(isPostgres(transaction), (query) => query.forKeyShare())
    .executeTakeFirst()
  return row !== undefined
}

/** Waits for the transactions that hold an account; later ones find it no more. For its deletion. */
export async function awaitUserLocks(transaction: Database, userId: string): Promise<void> {
  if (!isPostgres(transaction)) return
  await transaction.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute()
}
