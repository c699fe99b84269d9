import type { Migration } from './migration.ts'

export const shares: Migration = {
  name: '0026-shares',
  async up(schema) {
    await schema
      .createTable('shares')
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('owner_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('resource_id', 'text', (column) => column.notNull())
      .addColumn('organization_id', 'text', (column) => column.notNull())
      .addColumn('allows', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('shares_key', ['kind', 'owner_id', 'resource_id', 'organization_id'])
      // When a member leaves an organization, by any path, their shares in it are deleted.
      .addForeignKeyConstraint(
        'shares_seat',
        ['organization_id', 'owner_id'],
        'organization_members',
        ['organization_id', 'user_id'],
        (constraint) => constraint.onDelete('cascade'),
      )
      .execute()
    await schema
      .createIndex('shares_by_organization')
      .on('shares')
      .columns(['organization_id', 'owner_id'])
      .execute()
  },
}
