import { sql } from 'kysely'
import type { Migration } from './migration.ts'

export const knowledge: Migration = {
  name: '0045-knowledge',
  async up(schema) {
    await schema
      .createTable('knowledge_bases')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('user_id', 'text', (column) => column.references('users.id').onDelete('cascade'))
      .addColumn('organization_id', 'text', (column) =>
        column.references('organizations.id').onDelete('cascade'),
      )
      .addColumn('agent_id', 'text', (column) => column.references('own_agents.id').onDelete('cascade'))
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('updated_at', 'bigint', (column) => column.notNull())
      .addCheckConstraint('knowledge_bases_one_owner', sql`(user_id is null) <> (organization_id is null)`)
      .execute()
    for (const column of ['user_id', 'organization_id', 'agent_id'])
      await schema.createIndex(`knowledge_bases_by_${column}`).on('knowledge_bases').column(column).execute()
    await schema
      .createTable('knowledge_files')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('knowledge_id', 'text', (column) =>
        column.notNull().references('knowledge_bases.id').onDelete('cascade'),
      )
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('url', 'text')
      .addColumn('attachment_owner', 'text')
      .addColumn('attachment_id', 'text')
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('error', 'text')
      .addColumn('error_message', 'text')
      .addColumn('text_file', 'text')
      .addColumn('text_salt', 'text')
      .addColumn('text_bytes', 'bigint', (column) => column.notNull())
      .addColumn('most_bytes', 'bigint', (column) => column.notNull())
      .addColumn('section_count', 'integer')
      .addColumn('version', 'integer', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('read_at', 'bigint')
      .addColumn('due_at', 'bigint')
      .addColumn('lease_until', 'bigint')
      .execute()
    await schema
      .createIndex('knowledge_files_by_base')
      .on('knowledge_files')
      .columns(['knowledge_id', 'created_at'])
      .execute()
    await schema.createIndex('knowledge_files_by_due').on('knowledge_files').column('due_at').execute()
    await schema.createIndex('knowledge_files_by_file').on('knowledge_files').column('text_file').execute()
  },
}
