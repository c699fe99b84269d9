import { build } from './build-steps.ts'
import { runChecks } from './checks.ts'
import { browserEnvironment } from './browsers.ts'
import { failureOf } from './process.ts'
import { withoutOptionalPrograms } from './search-path.ts'

// Installed, if necessary, while the checks run.
const environment = browserEnvironment()

/** In CI, the programs of a new machine alone, also where more are installed: no test depends on one of them. */
const searchPath = () =>
  process.env['CI'] === 'true' && process.platform !== 'win32'
    ? { PATH: withoutOptionalPrograms(process.env['PATH'] ?? '') }
    : {}

interface Stage {
  readonly name: string
  /** resolves with the output of what failed, or with undefined */
  readonly run: () => Promise<string | undefined>
}

const stages: readonly Stage[] = [
  { name: 'Checks', run: runChecks },
  {
    name: 'Unit and server tests',
    run: () => failureOf('vitest', ['run'], { env: { ...process.env, ...searchPath() } }),
  },
  {
    name: 'Production build',
    run: async () => {
      await build()
      return undefined
    },
  },
  { name: 'A short soak', run: () => failureOf(process.execPath, ['scripts/soak.ts', '--minutes', '0.2']) },
  {
    name: 'Browser tests',
    run: async () => {
      const { FIREFOX_PATH: _, ...env } = await environment
      return failureOf('playwright', ['test'], { env: { ...env, ...searchPath() } })
    },
  },
  {
    // Separately: its microphone is PulseAudio's, which loses sound on a busy machine.
    name: 'Browser tests in Firefox',
    run: async () => {
      const env = await environment
      return env['FIREFOX_PATH'] === undefined
        ? undefined
        : failureOf('playwright', ['test', 'e2e/firefox', '--workers=1'], {
            env: { ...env, ...searchPath() },
          })
    },
  },
]

const failed: { name: string; failure: string }[] = []
for (const { name, run } of stages) {
  const started = performance.now()
  console.log(`\n${name}`)
  const failure = await run()
  console.log(
    `${name}: ${failure === undefined ? 'passed' : 'FAILED'} in ${((performance.now() - started) / 1000).toFixed(0)} s`,
  )
  if (failure !== undefined) failed.push({ name, failure })
}
// Again at the end: of a long output, often only the end is kept.
for (const { name, failure } of failed) console.log(`\n${name} FAILED:\n${failure.trimEnd()}`)
console.log(`\nstages: ${stages.length - failed.length} passed, ${failed.length} failed`)
process.exitCode = failed.length === 0 ? 0 : 1
