import { sql } from 'kysely'
import type { Migration } from './migration.ts'

export const domainsAndScim: Migration = {
  name: '0020-domains-and-scim',
  async up(schema, database) {
    await schema
      .createTable('organization_domains')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('organization_id', 'text', (column) =>
        column.notNull().references('organizations.id').onDelete('cascade'),
      )
      .addColumn('domain', 'text', (column) => column.notNull())
      .addColumn('token', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('verified_at', 'bigint')
      .addUniqueConstraint('organization_domains_once', ['organization_id', 'domain'])
      .execute()
    // Several organizations may claim a domain, but only one can verify it.
    await sql`create unique index organization_domains_verified on organization_domains (domain)
      where verified_at is not null`.execute(database)
    await schema
      .createTable('scim_tokens')
      .addColumn('organization_id', 'text', (column) =>
        column.primaryKey().references('organizations.id').onDelete('cascade'),
      )
      .addColumn('token_hash', 'text', (column) => column.notNull().unique())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('used_at', 'bigint')
      .execute()
    await schema
      .createTable('scim_users')
      .addColumn('organization_id', 'text', (column) =>
        column.notNull().references('organizations.id').onDelete('cascade'),
      )
      .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('external_id', 'text')
      .addColumn('display_name', 'text')
      .addColumn('given_name', 'text')
      .addColumn('family_name', 'text')
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('updated_at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('scim_users_key', ['organization_id', 'user_id'])
      .execute()
    await schema.createIndex('scim_users_by_user').on('scim_users').column('user_id').execute()
  },
}
