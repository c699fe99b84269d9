import type { SchemaModule } from 'kysely'
import type { Database } from '../schema.ts'

/** A migration. It never changes after a release; the order follows from its name. */
export interface Migration {
  readonly name: string
  /** `database` is the transaction of `schema`, for differences between the two kinds of database */
  up(schema: SchemaModule, database: Database): Promise<void>
}
