// No folder of the web client or of the server holds more entries than can be scanned. Tests and fixtures are
// not counted.
import { dirname } from 'node:path'
import { capture } from './process.ts'

const MAX_ENTRIES = 25
const NOT_COUNTED = /\.(test|fixture)\.tsx?$/
const ROOTS = new Set(['web/src', 'server/src'])
/** One file per catalog, named after it; the same in every language. Migrations are numbered and never change. */
const EXEMPT = /^(?:web\/src\/i18n\/locales|server\/src\/db\/migrations)\//

const { output } = await capture('git', ['ls-files', ...ROOTS])
const entries = new Map<string, Set<string>>()
for (const file of output.split('\n').filter((name) => name !== '' && !NOT_COUNTED.test(name))) {
  for (let path = file; !ROOTS.has(path); path = dirname(path))
    entries.set(dirname(path), (entries.get(dirname(path)) ?? new Set()).add(path))
}
const crowded = [...entries].filter(([folder, { size }]) => size > MAX_ENTRIES && !EXEMPT.test(`${folder}/`))
for (const [folder, { size }] of crowded)
  console.log(`${folder} holds ${size} entries, at most ${MAX_ENTRIES}`)
process.exitCode = crowded.length === 0 ? 0 : 1
