import type { Migration } from './migration.ts'

export const attachmentUploads: Migration = {
  name: '0036-attachment-uploads',
  async up(schema) {
    await schema
      .createTable('attachment_uploads')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('owner', 'text', (column) => column.notNull())
      .addColumn('quota_key', 'text', (column) => column.notNull())
      .addColumn('fingerprint', 'text')
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('hash', 'text')
      .addColumn('bytes', 'bigint', (column) => column.notNull())
      .addColumn('received_bytes', 'bigint', (column) => column.notNull())
      .addColumn('updated_at', 'bigint', (column) => column.notNull())
      .addUniqueConstraint('attachment_uploads_of_owner', ['owner', 'fingerprint'])
      .execute()
    await schema
      .createIndex('attachment_uploads_by_quota')
      .on('attachment_uploads')
      .column('quota_key')
      .execute()
    await schema
      .createIndex('attachment_uploads_by_age')
      .on('attachment_uploads')
      .column('updated_at')
      .execute()
    await schema
      .createTable('attachment_upload_chunks')
      .addColumn('upload_id', 'text', (column) => column.notNull())
      .addColumn('start', 'bigint', (column) => column.notNull())
      .addColumn('file', 'text', (column) => column.notNull())
      .addColumn('salt', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('attachment_upload_chunks_key', ['upload_id', 'start'])
      .execute()
    await schema
      .createIndex('attachment_upload_chunks_by_file')
      .on('attachment_upload_chunks')
      .column('file')
      .execute()
  },
}
