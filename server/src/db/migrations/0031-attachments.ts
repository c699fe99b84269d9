import type { Migration } from './migration.ts'

export const attachments: Migration = {
  name: '0031-attachments',
  async up(schema) {
    await schema
      .createTable('attachments')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('owner', 'text', (column) => column.notNull())
      .addColumn('quota_key', 'text', (column) => column.notNull())
      .addColumn('hash', 'text', (column) => column.notNull())
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('media_type', 'text', (column) => column.notNull())
      .addColumn('bytes', 'bigint', (column) => column.notNull())
      .addColumn('width', 'integer')
      .addColumn('height', 'integer')
      .addColumn('file', 'text', (column) => column.notNull())
      .addColumn('salt', 'text', (column) => column.notNull())
      .addColumn('text_file', 'text')
      .addColumn('text_salt', 'text')
      .addColumn('text_bytes', 'bigint', (column) => column.notNull())
      .addColumn('section_count', 'integer')
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addUniqueConstraint('attachments_of_owner', ['owner', 'hash'])
      .execute()
    await schema.createIndex('attachments_by_quota').on('attachments').column('quota_key').execute()
    await schema.createIndex('attachments_by_age').on('attachments').column('created_at').execute()
    await schema
      .createTable('attachment_uses')
      .addColumn('owner', 'text', (column) => column.notNull())
      .addColumn('attachment_id', 'text', (column) => column.notNull())
      .addColumn('conversation_id', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('attachment_uses_key', ['attachment_id', 'owner', 'conversation_id'])
      .execute()
  },
}
