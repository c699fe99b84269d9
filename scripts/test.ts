import { build } from './build-steps.ts'
import { runChecks } from './checks.ts'
import { browserEnvironment } from './browsers.ts'
import { run } from './process.ts'

// Installed, if necessary, while the checks run.
const environment = browserEnvironment()

interface Stage {
  readonly name: string
  /** resolves with the number of failures */
  readonly run: () => Promise<number>
}

const stages: readonly Stage[] = [
  { name: 'Checks', run: runChecks },
  { name: 'Unit and server tests', run: async () => ((await run('vitest', ['run'])) === 0 ? 0 : 1) },
  {
    name: 'Production build',
    run: async () => {
      await build()
      return 0
    },
  },
  {
    name: 'A short soak',
    run: async () => ((await run(process.execPath, ['scripts/soak.ts', '--minutes', '0.2'])) === 0 ? 0 : 1),
  },
  {
    name: 'Browser tests',
    run: async () => {
      const { FIREFOX_PATH: _, ...env } = await environment
      return run('playwright', ['test'], { env })
    },
  },
  {
    // Separately: its microphone is PulseAudio's, which loses sound on a busy machine.
    name: 'Browser tests in Firefox',
    run: async () => {
      const env = await environment
      return env['FIREFOX_PATH'] === undefined
        ? 0
        : run('playwright', ['test', 'e2e/firefox', '--workers=1'], { env })
    },
  },
]

let passed = 0
let failed = 0
for (const stage of stages) {
  const started = performance.now()
  console.log(`\n${stage.name}`)
  const failures = await stage.run()
  console.log(
    `${stage.name}: ${failures === 0 ? 'passed' : 'FAILED'} in ${((performance.now() - started) / 1000).toFixed(0)} s`,
  )
  if (failures === 0) passed += 1
  else failed += 1
}
console.log(`\nstages: ${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1
