import type { Migration } from './migration.ts'

export const billingAndOutsideSignIn: Migration = {
  name: '0007-billing-and-outside-sign-in',
  async up(schema) {
    await schema
      .createTable('checkouts')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('plan_id', 'text', (column) => column.notNull())
      .addColumn('status', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .execute()
    await schema.createIndex('checkouts_by_user').on('checkouts').column('user_id').execute()
    await schema
      .createTable('subscriptions')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('customer_id', 'text', (column) => column.notNull())
      .addColumn('plan_id', 'text', (column) => column.notNull())
      .addColumn('status', 'text', (column) => column.notNull())
      .addColumn('paid_until', 'bigint')
      .addColumn('refunded_until', 'bigint')
      .addColumn('as_of', 'bigint', (column) => column.notNull())
      .execute()
    await schema.createIndex('subscriptions_by_user').on('subscriptions').column('user_id').execute()
    await schema
      .createTable('payment_events')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('received_at', 'bigint', (column) => column.notNull())
      .execute()
    await schema
      .createTable('identities')
      .addColumn('issuer', 'text', (column) => column.notNull())
      .addColumn('subject', 'text', (column) => column.notNull())
      .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('identities_key', ['issuer', 'subject'])
      .execute()
    await schema
      .createTable('outside_sign_ins')
      .addColumn('state_hash', 'text', (column) => column.primaryKey())
      .addColumn('provider', 'text', (column) => column.notNull())
      .addColumn('memo', 'text', (column) => column.notNull())
      .addColumn('remember', 'integer', (column) => column.notNull())
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .execute()
    await schema
      .createTable('proven_emails')
      .addColumn('user_id', 'text', (column) =>
        column.primaryKey().references('users.id').onDelete('cascade'),
      )
      .addColumn('proven_at', 'bigint', (column) => column.notNull())
      .execute()
  },
}
