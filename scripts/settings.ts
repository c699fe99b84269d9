// Generates docs/settings.md from the schema. `--check` only checks whether it is up to date.
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { settingsMarkdown } from '../server/src/settings/table.ts'
import { ROOT } from './process.ts'

const FILE = join(ROOT, 'docs', 'settings.md')

const written = settingsMarkdown()
if (!process.argv.includes('--check')) await writeFile(FILE, written)
else if (written !== (await readFile(FILE, 'utf8'))) {
  console.log('docs/settings.md is out of date: npm run settings')
  process.exitCode = 1
}
