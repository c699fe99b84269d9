import type { Migration } from './migration.ts'

export const sessions: Migration = {
  name: '0001-sessions',
  async up(schema) {
    await schema
      .createTable('sessions')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('token_hash', 'text', (column) => column.notNull().unique())
      .addColumn('user_id', 'text', (column) => column.notNull())
      .addColumn('token_provider', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .execute()
    await schema.createIndex('sessions_by_expiry').on('sessions').column('expires_at').execute()
  },
}
