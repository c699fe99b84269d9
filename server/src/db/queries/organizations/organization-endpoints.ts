import { sql } from 'kysely'
import { prepareQuery } from '../../prepare-query.ts'
import type { Database } from '../../schema.ts'

/** An organization with endpoints of its own, in which a user may spend. */
export interface SeatWithEndpoints {
  readonly id: string
  readonly name: string
  readonly revision: number
}

const seats = prepareQuery((database, { userId }: { readonly userId: string }) =>
  database
    .selectFrom('organization_members')
    .innerJoin(
      'organization_endpoints',
      'organization_endpoints.organization_id',
      'organization_members.organization_id',
    )
    .innerJoin('organizations', 'organizations.id', 'organization_members.organization_id')
    .select(['organizations.id', 'organizations.name', 'organization_endpoints.revision'])
    .where('organization_members.user_id', '=', userId)
    .where('organization_members.role', '<>', 'viewer')
    .orderBy('organization_members.joined_at')
    .orderBy('organizations.id'),
)

/** Returns the organizations whose endpoints the user may use, the first joined first. Viewers spend nothing. */
export async function listSeatsWithEndpoints(
  database: Database,
  userId: string,
): Promise<readonly SeatWithEndpoints[]> {
  const { rows } = await seats(database, { userId })
  return rows
}

/** Returns the JSON of the list and its revision; undefined if the organization never had an endpoint. */
export function readOrganizationEndpoints(
  database: Database,
  organizationId: string,
): Promise<{ readonly endpoints: string; readonly revision: number } | undefined> {
  return database
    .selectFrom('organization_endpoints')
    .select(['endpoints', 'revision'])
    .where('organization_id', '=', organizationId)
    .executeTakeFirst()
}

/** Stores the list under the organization's lock; its revision increases. */
export async function storeOrganizationEndpoints(
  transaction: Database,
  organizationId: string,
  endpoints: string,
): Promise<void> {
  await transaction
    .insertInto('organization_endpoints')
    .values({ organization_id: organizationId, endpoints, revision: 1 })
    .onConflict((conflict) =>
      conflict.column('organization_id').doUpdateSet({
        endpoints,
        revision: sql<number>`organization_endpoints.revision + 1`,
      }),
    )
    .execute()
}
