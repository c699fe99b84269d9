import type { SchemaModule } from 'kysely'

/** One step of the schema. Once released it never changes; its name is its place in the order. */
export interface Migration {
  readonly name: string
  up(schema: SchemaModule): Promise<void>
}
