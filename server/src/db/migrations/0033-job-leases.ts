import type { Migration } from './migration.ts'

export const jobLeases: Migration = {
  name: '0033-job-leases',
  async up(schema) {
    await schema
      .createTable('job_leases')
      .addColumn('job', 'text', (column) => column.primaryKey())
      .addColumn('holder', 'text', (column) => column.notNull())
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .execute()
  },
}
