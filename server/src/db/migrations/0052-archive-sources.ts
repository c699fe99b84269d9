import type { Migration } from './migration.ts'

/** The ids that projects, custom agents and prompts had where their archive comes from, so that a second restoration finds them. */
export const archiveSources: Migration = {
  name: '0052-archive-sources',
  async up(schema) {
    for (const table of ['projects', 'own_agents', 'prompts']) {
      await schema.alterTable(table).addColumn('source_id', 'text').execute()
      await schema
        .createIndex(`${table}_by_source`)
        .on(table)
        .columns(['user_id', 'source_id'])
        .unique()
        .execute()
    }
  },
}
