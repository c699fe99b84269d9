// `node scripts/run.mjs NAME …` installs missing packages, then runs scripts/NAME.ts under the pinned Node.
import { become, ensureInstalled } from './bootstrap.mjs'

const [name = '', ...args] = process.argv.slice(2)
await ensureInstalled()
await become(`scripts/${name}.ts`, args)
