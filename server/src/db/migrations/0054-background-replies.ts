import type { Migration } from './migration.ts'

export const backgroundReplies: Migration = {
  name: '0054-background-replies',
  async up(schema) {
    await schema
      .createTable('background_replies')
      .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('reply_id', 'text', (column) => column.notNull())
      .addColumn('conversation_id', 'text', (column) => column.notNull())
      .addColumn('agent_id', 'text', (column) => column.notNull())
      .addColumn('question', 'text', (column) => column.notNull())
      .addColumn('request', 'text', (column) => column.notNull())
      .addColumn('session_hash', 'text', (column) => column.notNull())
      .addColumn('organization_ids', 'text', (column) => column.notNull())
      .addColumn('has_own_keys', 'integer', (column) => column.notNull())
      .addColumn('outcome', 'text')
      .addColumn('is_stopping', 'integer', (column) => column.notNull())
      .addColumn('started_at', 'bigint', (column) => column.notNull())
      .addColumn('finished_at', 'bigint')
      .addColumn('reported_at', 'bigint')
      .addColumn('server', 'text', (column) => column.notNull())
      .addColumn('lease_until', 'bigint', (column) => column.notNull())
      .addColumn('attempts', 'integer', (column) => column.notNull())
      .addPrimaryKeyConstraint('background_replies_key', ['user_id', 'reply_id'])
      .execute()
    await schema
      .createIndex('background_replies_by_outcome')
      .on('background_replies')
      .columns(['outcome', 'lease_until'])
      .execute()
    await schema
      .createIndex('background_replies_by_start')
      .on('background_replies')
      .columns(['user_id', 'started_at'])
      .execute()
  },
}
