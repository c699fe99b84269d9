import type { Migration } from './migration.ts'

export const meetingSound: Migration = {
  name: '0015-meeting-sound',
  async up(schema) {
    await schema
      .createTable('meeting_sound')
      .addColumn('user_id', 'text', (column) => column.notNull())
      .addColumn('meeting_id', 'text', (column) => column.notNull())
      .addColumn('id', 'text', (column) => column.notNull())
      .addColumn('track', 'text', (column) => column.notNull())
      .addColumn('start_ms', 'bigint', (column) => column.notNull())
      .addColumn('end_ms', 'bigint', (column) => column.notNull())
      .addColumn('bytes', 'bigint', (column) => column.notNull())
      .addColumn('file', 'text', (column) => column.notNull())
      .addColumn('salt', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('meeting_sound_key', ['user_id', 'meeting_id', 'id'])
      .addForeignKeyConstraint(
        'meeting_sound_of_meeting',
        ['user_id', 'meeting_id'],
        'meetings',
        ['user_id', 'id'],
        (constraint) => constraint.onDelete('cascade'),
      )
      .execute()
    await schema.createIndex('meeting_sound_by_age').on('meeting_sound').column('created_at').execute()
  },
}
