import type { Migration } from './migration.ts'

export const personasAndNotes: Migration = {
  name: '0010-personas-and-notes',
  async up(schema) {
    await schema
      .createTable('personas')
      .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('conversation_id', 'text', (column) => column.notNull())
      .addColumn('agent_id', 'text', (column) => column.notNull())
      .addColumn('persona', 'text', (column) => column.notNull())
      .addColumn('updated_at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('personas_key', ['user_id', 'conversation_id', 'agent_id'])
      .execute()
    await schema
      .createTable('memory_notes')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('note', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .execute()
    await schema
      .createIndex('memory_notes_by_user')
      .on('memory_notes')
      .columns(['user_id', 'created_at'])
      .execute()
  },
}
