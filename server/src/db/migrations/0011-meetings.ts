import type { Migration } from './migration.ts'

export const meetings: Migration = {
  name: '0011-meetings',
  async up(schema) {
    await schema
      .createTable('meetings')
      .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('id', 'text', (column) => column.notNull())
      .addColumn('title', 'text', (column) => column.notNull())
      .addColumn('title_key', 'text', (column) => column.notNull())
      .addColumn('meeting_date', 'text', (column) => column.notNull())
      .addColumn('meeting_at', 'bigint', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('updated_at', 'bigint', (column) => column.notNull())
      .addColumn('archived', 'integer', (column) => column.notNull())
      .addColumn('open_action_items', 'integer', (column) => column.notNull())
      .addColumn('participants_key', 'text', (column) => column.notNull())
      .addColumn('search_text', 'text', (column) => column.notNull())
      .addColumn('details', 'text', (column) => column.notNull())
      .addColumn('proof', 'text', (column) => column.notNull())
      .addColumn('deleted_at', 'bigint')
      .addPrimaryKeyConstraint('meetings_key', ['user_id', 'id'])
      .execute()
    await schema
      .createIndex('meetings_by_date')
      .on('meetings')
      .columns(['user_id', 'meeting_at', 'id'])
      .execute()
  },
}
