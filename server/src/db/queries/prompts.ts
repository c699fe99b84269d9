import type { Selectable } from 'kysely'
import type { Database } from '../schema.ts'
import type { PromptsTable } from '../tables/prompts.ts'
import { inWriteTransaction } from '../write-transaction.ts'

export type PromptRow = Selectable<PromptsTable>

/** Returns the user's own prompts and those of their organizations, by title. */
export function listPrompts(
  database: Database,
  userId: string,
  organizationIds: readonly string[],
): Promise<PromptRow[]> {
  return database
    .selectFrom('prompts')
    .selectAll()
    .where((row) =>
      row.or([
        row.and([row('user_id', '=', userId), row('organization_id', 'is', null)]),
        ...(organizationIds.length > 0 ? [row('organization_id', 'in', [...organizationIds])] : []),
      ]),
    )
    .orderBy('title')
    .orderBy('id')
    .execute()
}

export function findPrompt(database: Database, id: string): Promise<PromptRow | undefined> {
  return database.selectFrom('prompts').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Returns false if the author, or the organization, has reached the maximum. */
export function insertPrompt(database: Database, row: PromptRow, most: number): Promise<boolean> {
  const library = row.organization_id ?? row.user_id
  return inWriteTransaction(database, `prompts of ${library}`, async (transaction) => {
    const beside = transaction
      .selectFrom('prompts')
      .select((builder) => builder.fn.countAll<number>().as('count'))
    const { count } = await (
      row.organization_id === null
        ? beside.where('user_id', '=', row.user_id).where('organization_id', 'is', null)
        : beside.where('organization_id', '=', row.organization_id)
    ).executeTakeFirstOrThrow()
    if (count >= most) return false
    await transaction.insertInto('prompts').values(row).execute()
    return true
  })
}

export async function changePrompt(
  database: Database,
  id: string,
  change: Partial<Pick<PromptRow, 'title' | 'text' | 'sampling' | 'updated_at'>>,
): Promise<void> {
  await database.updateTable('prompts').set(change).where('id', '=', id).execute()
}

export async function deletePrompt(database: Database, id: string): Promise<void> {
  await database.deleteFrom('prompts').where('id', '=', id).execute()
}
