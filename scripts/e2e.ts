import { build } from './build-steps.ts'
import { browserEnvironment } from './browsers.ts'
import { run } from './process.ts'

const env = await browserEnvironment()
await build()
process.exitCode = await run('playwright', ['test', ...process.argv.slice(2)], { env })
