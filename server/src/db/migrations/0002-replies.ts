import type { Migration } from './migration.ts'

export const replies: Migration = {
  name: '0002-replies',
  async up(schema) {
    await schema
      .createTable('replies')
      .addColumn('owner', 'text', (column) => column.notNull())
      .addColumn('reply_id', 'text', (column) => column.notNull())
      .addColumn('ended_at', 'bigint', (column) => column.notNull())
      .addColumn('events', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('replies_key', ['owner', 'reply_id'])
      .execute()
  },
}
