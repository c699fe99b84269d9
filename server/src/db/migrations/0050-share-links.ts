import type { Migration } from './migration.ts'

export const shareLinks: Migration = {
  name: '0050-share-links',
  async up(schema) {
    await schema
      .createTable('share_links')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('ref', 'text', (column) => column.notNull())
      .addColumn('title', 'text', (column) => column.notNull())
      .addColumn('token_hash', 'text', (column) => column.notNull().unique())
      .addColumn('snapshot', 'text')
      .addColumn('snapshot_bytes', 'bigint', (column) => column.notNull())
      .addColumn('hides', 'text', (column) => column.notNull())
      .addColumn('allows_copy', 'integer', (column) => column.notNull())
      .addColumn('expires_at', 'bigint')
      .addColumn('revoked_at', 'bigint')
      .addColumn('views', 'bigint', (column) => column.notNull())
      .addColumn('last_viewed_at', 'bigint')
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .execute()
    await schema.createIndex('share_links_by_user').on('share_links').columns(['user_id', 'ref']).execute()
    await schema
      .alterTable('organizations')
      .addColumn('allows_links', 'integer', (column) => column.notNull().defaultTo(1))
      .execute()
  },
}
