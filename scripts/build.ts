import { build } from './build-steps.ts'

const started = performance.now()
const isNew = await build({ force: process.argv.includes('--force') })
console.log(
  isNew
    ? `Built in ${((performance.now() - started) / 1000).toFixed(1)} s.`
    : 'Nothing has changed since the last build; `npm run build -- --force` builds all the same.',
)
