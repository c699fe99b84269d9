import type { Migration } from './migration.ts'

export const projects: Migration = {
  name: '0049-projects',
  async up(schema) {
    await schema
      .createTable('projects')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('instructions', 'text', (column) => column.notNull())
      .addColumn('agent_id', 'text')
      .addColumn('model', 'text')
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('updated_at', 'bigint', (column) => column.notNull())
      .addColumn('deleted_at', 'bigint')
      .execute()
    await schema.createIndex('projects_of_user').on('projects').column('user_id').execute()
    await schema
      .createTable('project_items')
      .addColumn('project_id', 'text', (column) =>
        column.notNull().references('projects.id').onDelete('cascade'),
      )
      .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('ref', 'text', (column) => column.notNull())
      .addColumn('added_at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('project_items_key', ['project_id', 'user_id', 'kind', 'ref'])
      .execute()
    await schema.createIndex('project_items_of_user').on('project_items').column('user_id').execute()
    await schema.alterTable('conversations').addColumn('project_id', 'text').execute()
    await schema
      .createIndex('conversations_by_project')
      .on('conversations')
      .columns(['user_id', 'project_id'])
      .execute()
  },
}
