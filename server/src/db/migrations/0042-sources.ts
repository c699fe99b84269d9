import type { Migration } from './migration.ts'

export const sources: Migration = {
  name: '0042-sources',
  async up(schema) {
    await schema
      .createTable('conversation_sources')
      .addColumn('id', 'text', (column) => column.notNull())
      .addColumn('owner', 'text', (column) => column.notNull())
      .addColumn('conversation_id', 'text', (column) => column.notNull())
      .addColumn('number', 'integer', (column) => column.notNull())
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('ref_key', 'text', (column) => column.notNull())
      .addColumn('ref', 'text')
      .addColumn('url', 'text')
      .addColumn('title', 'text', (column) => column.notNull())
      .addColumn('site', 'text')
      .addColumn('place', 'text')
      .addColumn('fetched_at', 'bigint', (column) => column.notNull())
      .addColumn('hash', 'text', (column) => column.notNull())
      .addColumn('text', 'text')
      .addPrimaryKeyConstraint('conversation_sources_key', ['owner', 'id'])
      .execute()
    await schema
      .createIndex('conversation_sources_by_number')
      .on('conversation_sources')
      .columns(['owner', 'conversation_id', 'number'])
      .execute()
    await schema
      .createIndex('conversation_sources_by_age')
      .on('conversation_sources')
      .column('fetched_at')
      .execute()
    await schema
      .createTable('reply_sources')
      .addColumn('owner', 'text', (column) => column.notNull())
      .addColumn('conversation_id', 'text', (column) => column.notNull())
      .addColumn('reply_id', 'text', (column) => column.notNull())
      .addColumn('source_id', 'text', (column) => column.notNull())
      .addColumn('quotes', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('reply_sources_key', ['owner', 'reply_id', 'source_id'])
      .execute()
    await schema.createIndex('reply_sources_by_age').on('reply_sources').column('created_at').execute()
  },
}
