import type { Migration } from './migration.ts'

export const memoryProposals: Migration = {
  name: '0044-memory-proposals',
  async up(schema) {
    const addColumn = (name: string, initial: string) =>
      schema
        .alterTable('memory_notes')
        .addColumn(name, 'text', (column) => column.notNull().defaultTo(initial))
        .execute()
    await addColumn('kind', 'fact')
    await addColumn('scope', 'all')
    await addColumn('state', 'accepted')
    for (const name of ['quote', 'conversation_id', 'message_id'])
      await schema.alterTable('memory_notes').addColumn(name, 'text').execute()
    await schema
      .alterTable('memory_notes')
      .addColumn('pinned', 'integer', (column) => column.notNull().defaultTo(0))
      .execute()
  },
}
