// `npm run models -- list`, `add ID [FOLDER]` or `remove ID`: see docs/local-speech.md.
import { join } from 'node:path'
import { ROOT, run } from './process.ts'

const args = process.argv.slice(2)
process.exitCode = await run(process.execPath, [join(ROOT, 'server/src/commands/models.ts'), ...args])
