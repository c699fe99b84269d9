import type { SchemaModule } from 'kysely'
import type { Database } from '../schema.ts'

/** One step of the schema. Once released it never changes; its name is its place in the order. */
export interface Migration {
  readonly name: string
  /** `database` is the transaction that `schema` works in, for what the two kinds of database do differently */
  up(schema: SchemaModule, database: Database): Promise<void>
}
