import type { Migration } from './migration.ts'

export const counters: Migration = {
  name: '0003-counters',
  async up(schema) {
    await schema
      .createTable('counters')
      .addColumn('key', 'text', (column) => column.primaryKey())
      .addColumn('used', 'bigint', (column) => column.notNull())
      .addColumn('resets_at', 'bigint', (column) => column.notNull())
      .execute()
    await schema.createIndex('counters_by_reset').on('counters').column('resets_at').execute()
  },
}
