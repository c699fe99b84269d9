import type { Migration } from './migration.ts'

export const knowledgeVectors: Migration = {
  name: '0046-knowledge-vectors',
  async up(schema) {
    await schema
      .createTable('knowledge_embeddings')
      .addColumn('user_id', 'text', (column) =>
        column.primaryKey().references('users.id').onDelete('cascade'),
      )
      .addColumn('searched_at', 'bigint', (column) => column.notNull())
      .addColumn('due_at', 'bigint', (column) => column.notNull())
      .addColumn('lease_until', 'bigint')
      .execute()
    await schema
      .createIndex('knowledge_embeddings_by_due')
      .on('knowledge_embeddings')
      .column('due_at')
      .execute()
    await schema
      .createTable('knowledge_vectors')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('model', 'text', (column) => column.notNull())
      .addColumn('passage_count', 'integer', (column) => column.notNull())
      .addColumn('vectors', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .execute()
    await schema
      .createIndex('knowledge_vectors_of_user')
      .on('knowledge_vectors')
      .columns(['user_id', 'created_at'])
      .execute()
  },
}
