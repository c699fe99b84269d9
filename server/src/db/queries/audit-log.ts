import { type RawBuilder, sql } from 'kysely'
import { likePattern } from './like-pattern.ts'

/** A row of any audit log. */
export interface ActRow<A extends string> {
  readonly id: string
  /** milliseconds since 1970 */
  readonly at: number
  readonly actor_id: string
  readonly actor_email: string
  readonly action: A
  readonly target: string
  /** JSON */
  readonly before: string
  /** JSON */
  readonly after: string
}

export interface ActFilter<A extends string> {
  /** milliseconds since 1970, inclusive */
  readonly from: number | undefined
  /** milliseconds since 1970, exclusive */
  readonly until: number | undefined
  readonly action: A | undefined
  /** lower case; part of the actor's address or of the target */
  readonly search: string | undefined
  /** only entries before this id */
  readonly before: string | undefined
  readonly limit: number
}

/** The filters of an audit log. */
export function fitting<A extends string>({
  from,
  until,
  action,
  search,
  before,
}: ActFilter<A>): RawBuilder<boolean> {
  const conditions = [sql<boolean>`1 = 1`]
  if (from !== undefined) conditions.push(sql`at >= ${from}`)
  if (until !== undefined) conditions.push(sql`at < ${until}`)
  if (action !== undefined) conditions.push(sql`action = ${action}`)
  if (before !== undefined) conditions.push(sql`id < ${before}`)
  if (search !== undefined) {
    const pattern = likePattern(search)
    conditions.push(
      sql`(lower(actor_email) like ${pattern} escape '\\' or lower(target) like ${pattern} escape '\\')`,
    )
  }
  return sql<boolean>`${sql.join(conditions, sql` and `)}`
}
