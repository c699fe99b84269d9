import type { Migration } from './migration.ts'

/** Knowledge of a project, which belongs to the member who has given it, and the import that made a project. */
export const projectKnowledge: Migration = {
  name: '0056-project-knowledge',
  async up(schema) {
    await schema
      .alterTable('knowledge_bases')
      .addColumn('project_id', 'text', (column) => column.references('projects.id').onDelete('cascade'))
      .execute()
    await schema
      .createIndex('knowledge_bases_by_project_id')
      .on('knowledge_bases')
      .column('project_id')
      .execute()
    await schema.alterTable('projects').addColumn('import_id', 'text').execute()
  },
}
