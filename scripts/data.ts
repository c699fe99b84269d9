// `npm run data -- backup FILE`, `restore FILE` or `move-to-postgres`: see docs/operations.md.
import { join } from 'node:path'
import { ROOT, run } from './process.ts'

const args = process.argv.slice(2)
process.exitCode = await run(process.execPath, [join(ROOT, 'server/src/commands/data.ts'), ...args])
