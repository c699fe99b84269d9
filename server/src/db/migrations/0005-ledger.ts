import type { Migration } from './migration.ts'

export const ledger: Migration = {
  name: '0005-ledger',
  async up(schema) {
    await schema
      .createTable('ledger_entries')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('status', 'text', (column) => column.notNull())
      .addColumn('server', 'text', (column) => column.notNull())
      .addColumn('lease_until', 'bigint', (column) => column.notNull())
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('owner', 'text', (column) => column.notNull())
      .addColumn('tier', 'text', (column) => column.notNull())
      .addColumn('agent_id', 'text')
      .addColumn('conversation_id', 'text')
      .addColumn('reply_id', 'text')
      .addColumn('provider', 'text', (column) => column.notNull())
      .addColumn('model', 'text', (column) => column.notNull())
      .addColumn('payer', 'text', (column) => column.notNull())
      .addColumn('pool', 'text')
      .addColumn('charged', 'bigint', (column) => column.notNull())
      .addColumn('prompt_tokens', 'bigint', (column) => column.notNull())
      .addColumn('completion_tokens', 'bigint', (column) => column.notNull())
      .addColumn('audio_ms', 'bigint', (column) => column.notNull())
      .addColumn('characters', 'bigint', (column) => column.notNull())
      .addColumn('cost_micro_usd', 'bigint', (column) => column.notNull())
      .addColumn('is_estimated', 'integer', (column) => column.notNull())
      .addColumn('is_speculative', 'integer', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .execute()
    await schema
      .createIndex('ledger_entries_by_owner')
      .on('ledger_entries')
      .columns(['owner', 'created_at'])
      .execute()
    await schema
      .createTable('spent')
      .addColumn('meter', 'text', (column) => column.notNull())
      .addColumn('period', 'text', (column) => column.notNull())
      .addColumn('used', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('spent_pkey', ['meter', 'period'])
      .execute()
    await schema
      .createTable('cost_sessions')
      .addColumn('owner', 'text', (column) => column.primaryKey())
      .addColumn('started_at', 'bigint', (column) => column.notNull())
      .addColumn('last_used_at', 'bigint', (column) => column.notNull())
      .execute()
  },
}
