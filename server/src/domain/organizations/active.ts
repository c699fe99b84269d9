import { listOrganizationIds, readActiveChoice } from '#db/queries/organizations.ts'
import type { Database } from '#db/schema.ts'

/** Whose pool a person spends from: as they chose, else that of the organization they joined first; null: nobody's. */
export async function activeOrganizationId(database: Database, userId: string): Promise<string | null> {
  const joined = await listOrganizationIds(database, userId)
  const chosen = await readActiveChoice(database, userId)
  if (chosen === null || (chosen !== undefined && joined.includes(chosen))) return chosen
  return joined[0] ?? null
}
