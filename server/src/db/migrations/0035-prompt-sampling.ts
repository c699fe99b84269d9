import type { Migration } from './migration.ts'

export const promptSampling: Migration = {
  name: '0035-prompt-sampling',
  async up(schema) {
    await schema.alterTable('prompts').addColumn('sampling', 'text').execute()
  },
}
