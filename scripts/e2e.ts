import { build } from './build-steps.ts'
import { findChromium } from './chromium.ts'
import { run } from './process.ts'

const chromium = await findChromium()
await build()
process.exitCode = await run('playwright', ['test', ...process.argv.slice(2)], {
  env: { ...process.env, CHROMIUM_PATH: chromium },
})
