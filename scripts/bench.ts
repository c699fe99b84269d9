// `npm run bench`, or `npm run bench -- first-token` for one of them.
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from './build-steps.ts'
import { findChromium } from './browsers.ts'
import { ROOT, run } from './process.ts'

const wanted = process.argv.slice(2)
const names = (await readdir(join(ROOT, 'bench')))
  .filter((file) => file.endsWith('.bench.ts'))
  .map((file) => file.replace('.bench.ts', ''))
  .filter((name) => wanted.length === 0 || wanted.includes(name))
if (names.length === 0) throw new Error(`there is no bench of that name: ${wanted.join(', ')}`)

const environment = { ...process.env, CHROMIUM_PATH: await findChromium() }
await build()
let failed = 0
for (const name of names.toSorted()) {
  console.log(`\n${name}`)
  if ((await run(process.execPath, [`bench/${name}.bench.ts`], { env: environment })) !== 0) failed += 1
}
process.exitCode = failed === 0 ? 0 : 1
