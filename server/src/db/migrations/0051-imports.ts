import type { Migration } from './migration.ts'

export const imports: Migration = {
  name: '0051-imports',
  async up(schema) {
    await schema
      .createTable('imports')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('source', 'text', (column) => column.notNull())
      .addColumn('file_hash', 'text', (column) => column.notNull())
      .addColumn('counts', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .execute()
    await schema
      .createIndex('imports_by_file')
      .on('imports')
      .columns(['user_id', 'source', 'file_hash'])
      .unique()
      .execute()
    await schema.alterTable('conversations').addColumn('import_id', 'text').execute()
    await schema.alterTable('conversations').addColumn('source_id', 'text').execute()
    await schema.alterTable('conversations').addColumn('imported_position', 'integer').execute()
    await schema
      .createIndex('conversations_by_source')
      .on('conversations')
      .columns(['user_id', 'source_id'])
      .unique()
      .execute()
    await schema
      .createIndex('conversations_by_import')
      .on('conversations')
      .columns(['user_id', 'import_id'])
      .execute()
  },
}
