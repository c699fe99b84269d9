import { sql } from 'kysely'
import type { Migration } from './migration.ts'

export const ownAgents: Migration = {
  name: '0016-own-agents',
  async up(schema) {
    await schema
      .createTable('own_agents')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('user_id', 'text', (column) => column.references('users.id').onDelete('cascade'))
      .addColumn('organization_id', 'text', (column) =>
        column.references('organizations.id').onDelete('cascade'),
      )
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('details', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('updated_at', 'bigint', (column) => column.notNull())
      .addColumn('deleted_at', 'bigint')
      .addCheckConstraint('own_agents_one_owner', sql`(user_id is null) <> (organization_id is null)`)
      .execute()
    await schema.createIndex('own_agents_of_user').on('own_agents').column('user_id').execute()
    await schema
      .createIndex('own_agents_of_organization')
      .on('own_agents')
      .column('organization_id')
      .execute()
  },
}
