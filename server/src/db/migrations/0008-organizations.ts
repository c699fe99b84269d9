import type { SchemaModule } from 'kysely'
import type { Migration } from './migration.ts'

export const organizations: Migration = {
  name: '0008-organizations',
  async up(schema) {
    await schema
      .createTable('organizations')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('payer_id', 'text', (column) => column.notNull())
      .addColumn('seat_limit', 'integer', (column) => column.notNull())
      .addColumn('after_pool', 'text', (column) => column.notNull())
      .addColumn('locale', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .execute()
    await createSeats(schema)
    await schema
      .createIndex('ledger_entries_by_pool')
      .on('ledger_entries')
      .columns(['pool', 'created_at'])
      .execute()
    await schema
      .createTable('organization_audit')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('organization_id', 'text', (column) => column.notNull())
      .addColumn('at', 'bigint', (column) => column.notNull())
      .addColumn('actor_id', 'text', (column) => column.notNull())
      .addColumn('actor_email', 'text', (column) => column.notNull())
      .addColumn('action', 'text', (column) => column.notNull())
      .addColumn('target', 'text', (column) => column.notNull())
      .addColumn('before', 'text', (column) => column.notNull())
      .addColumn('after', 'text', (column) => column.notNull())
      .execute()
    await schema
      .createIndex('organization_audit_by_organization')
      .on('organization_audit')
      .columns(['organization_id', 'id'])
      .execute()
  },
}

async function createSeats(schema: SchemaModule): Promise<void> {
  await schema
    .createTable('organization_members')
    .addColumn('organization_id', 'text', (column) =>
      column.notNull().references('organizations.id').onDelete('cascade'),
    )
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('role', 'text', (column) => column.notNull())
    .addColumn('daily_token_limit', 'bigint')
    .addColumn('joined_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('organization_members_key', ['organization_id', 'user_id'])
    .execute()
  await schema
    .createIndex('organization_members_by_user')
    .on('organization_members')
    .column('user_id')
    .execute()
  await schema
    .createTable('organization_invites')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('organization_id', 'text', (column) =>
      column.notNull().references('organizations.id').onDelete('cascade'),
    )
    .addColumn('email', 'text', (column) => column.notNull())
    .addColumn('role', 'text', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('token', 'text', (column) => column.notNull().unique())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .execute()
  await schema
    .createIndex('organization_invites_by_organization')
    .on('organization_invites')
    .columns(['organization_id', 'created_at'])
    .execute()
  await schema
    .createTable('active_organizations')
    .addColumn('user_id', 'text', (column) => column.primaryKey().references('users.id').onDelete('cascade'))
    .addColumn('organization_id', 'text', (column) =>
      column.references('organizations.id').onDelete('cascade'),
    )
    .execute()
}
