import type { Migration } from './migration.ts'

export const users: Migration = {
  name: '0004-users',
  async up(schema) {
    await schema
      .createTable('users')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('email', 'text', (column) => column.notNull().unique())
      .addColumn('password_hash', 'text', (column) => column.notNull())
      .addColumn('display_name', 'text')
      .addColumn('plan_id', 'text', (column) => column.notNull())
      .addColumn('subscription_status', 'text', (column) => column.notNull())
      .addColumn('renews_at', 'bigint')
      .addColumn('terms_accepted_at', 'bigint', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .execute()
    await schema
      .createTable('password_resets')
      .addColumn('token_hash', 'text', (column) => column.primaryKey())
      .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .execute()
    await schema.createIndex('sessions_by_user').on('sessions').column('user_id').execute()
  },
}
