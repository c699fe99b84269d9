import type { Migration } from './migration.ts'

export const textByOcr: Migration = {
  name: '0040-text-by-ocr',
  async up(schema) {
    await schema.alterTable('attachments').addColumn('text_by_ocr', 'integer').execute()
  },
}
