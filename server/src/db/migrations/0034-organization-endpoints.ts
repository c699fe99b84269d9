import type { Migration } from './migration.ts'

export const organizationEndpoints: Migration = {
  name: '0034-organization-endpoints',
  async up(schema) {
    await schema
      .createTable('organization_endpoints')
      .addColumn('organization_id', 'text', (column) =>
        column.primaryKey().references('organizations.id').onDelete('cascade'),
      )
      .addColumn('endpoints', 'text', (column) => column.notNull())
      .addColumn('revision', 'bigint', (column) => column.notNull())
      .execute()
  },
}
