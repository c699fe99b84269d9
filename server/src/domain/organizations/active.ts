import { listOrganizationIds, readActiveChoice } from '#db/queries/organizations/organizations.ts'
import type { Database } from '#db/schema.ts'

/**
 * Returns the id of the organization whose pool a user spends from: the one that the user chose, otherwise
 * the one joined first; null if there is none.
 */
export async function activeOrganizationId(database: Database, userId: string): Promise<string | null> {
  const joined = await listOrganizationIds(database, userId)
  const chosen = await readActiveChoice(database, userId)
  if (chosen === null || (chosen !== undefined && joined.includes(chosen))) return chosen
  return joined[0] ?? null
}
