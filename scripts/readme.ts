// Generates the settings table of README.md from the schema. `--check` only checks whether it is up to date.
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { settingsMarkdown } from '../server/src/settings/table.ts'
import { ROOT } from './process.ts'

const FILE = join(ROOT, 'README.md')
const BETWEEN = /(<!-- settings -->\n)[\s\S]*?(\n<!-- \/settings -->)/

const readme = await readFile(FILE, 'utf8')
const written = readme.replace(
  BETWEEN,
  (_, before: string, after: string) => before + settingsMarkdown() + after,
)
if (!process.argv.includes('--check')) await writeFile(FILE, written)
else if (written !== readme) {
  console.log('The settings table of README.md is out of date: npm run readme')
  process.exitCode = 1
}
