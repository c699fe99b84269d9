import type { Migration } from './migration.ts'

export const attachmentDescriptions: Migration = {
  name: '0037-attachment-descriptions',
  async up(schema) {
    await schema.alterTable('attachments').addColumn('description', 'text').execute()
  },
}
