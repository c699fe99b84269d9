import type { Migration } from './migration.ts'

export const host: Migration = {
  name: '0018-host',
  async up(schema) {
    await schema.alterTable('users').addColumn('plan_override', 'text').execute()
    await schema.alterTable('users').addColumn('disabled_at', 'bigint').execute()
    await schema
      .createTable('host_settings')
      .addColumn('name', 'text', (column) => column.primaryKey())
      .addColumn('value', 'text', (column) => column.notNull())
      .addColumn('updated_at', 'bigint', (column) => column.notNull())
      .execute()
    await schema
      .createTable('host_audit')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('at', 'bigint', (column) => column.notNull())
      .addColumn('actor_id', 'text', (column) => column.notNull())
      .addColumn('actor_email', 'text', (column) => column.notNull())
      .addColumn('action', 'text', (column) => column.notNull())
      .addColumn('target', 'text', (column) => column.notNull())
      .addColumn('before', 'text', (column) => column.notNull())
      .addColumn('after', 'text', (column) => column.notNull())
      .execute()
    await schema.createIndex('ledger_entries_by_time').on('ledger_entries').column('created_at').execute()
  },
}
