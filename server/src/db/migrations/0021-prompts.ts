import type { Migration } from './migration.ts'

export const prompts: Migration = {
  name: '0021-prompts',
  async up(schema) {
    await schema
      .createTable('prompts')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('organization_id', 'text', (column) =>
        column.references('organizations.id').onDelete('cascade'),
      )
      .addColumn('title', 'text', (column) => column.notNull())
      .addColumn('text', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('updated_at', 'bigint', (column) => column.notNull())
      .execute()
    await schema.createIndex('prompts_by_user').on('prompts').column('user_id').execute()
    await schema.createIndex('prompts_by_organization').on('prompts').column('organization_id').execute()
  },
}
