import type { Migration } from './migration.ts'

export const sessionDevices: Migration = {
  name: '0009-session-devices',
  async up(schema) {
    await schema.alterTable('sessions').addColumn('device', 'text').execute()
    await schema.alterTable('sessions').addColumn('seen_at', 'bigint').execute()
  },
}
