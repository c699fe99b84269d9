import type { Selectable } from 'kysely'
import type { Database } from '../schema.ts'
import type { PersonasTable } from '../tables/personas.ts'
import { inWriteTransaction } from '../write-transaction.ts'

export type PersonaRow = Selectable<PersonasTable>
type PersonaKey = Pick<PersonaRow, 'user_id' | 'conversation_id' | 'agent_id'>

export async function findPersona(database: Database, key: PersonaKey): Promise<string | undefined> {
  const row = await database
    .selectFrom('personas')
    .select('persona')
    .where('user_id', '=', key.user_id)
    .where('conversation_id', '=', key.conversation_id)
    .where('agent_id', '=', key.agent_id)
    .executeTakeFirst()
  return row?.persona
}

/**
 * Stores a persona, replacing the previous one; the user's oldest ones are deleted if there are more than
 * `most`.
 */
export function storePersona(database: Database, row: PersonaRow, most: number): Promise<void> {
  return inWriteTransaction(database, `personas of ${row.user_id}`, async (transaction) => {
    await transaction
      .insertInto('personas')
      .values(row)
      .onConflict((conflict) =>
        conflict
          .columns(['user_id', 'conversation_id', 'agent_id'])
          .doUpdateSet({ persona: row.persona, updated_at: row.updated_at }),
      )
      .execute()
    const oldestKept = await transaction
      .selectFrom('personas')
      .select('updated_at')
      .where('user_id', '=', row.user_id)
      .orderBy('updated_at', 'desc')
      .offset(most - 1)
      .limit(1)
      .executeTakeFirst()
    if (!oldestKept) return
    await transaction
      .deleteFrom('personas')
      .where('user_id', '=', row.user_id)
      .where('updated_at', '<', oldestKept.updated_at)
      .execute()
  })
}

export async function removePersona(database: Database, key: PersonaKey): Promise<void> {
  await database
    .deleteFrom('personas')
    .where('user_id', '=', key.user_id)
    .where('conversation_id', '=', key.conversation_id)
    .where('agent_id', '=', key.agent_id)
    .execute()
}
