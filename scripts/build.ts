import { build } from './build-steps.ts'

const started = performance.now()
await build({ force: true })
console.log(`Built in ${((performance.now() - started) / 1000).toFixed(1)} s.`)
