// Measures the time from the start to the first response, and the idle memory of the server.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { startVee } from '../e2e/vee.ts'
import { residentMb } from './memory.ts'
import { quantile, report } from './report.ts'

const ROUNDS = 7
/** Long enough for an idle server to return unused memory, in ms. */
const REST_MS = 20_000

/** Measures the minimum: a start of Node itself, with an empty program. */
async function startNodeAlone(): Promise<number> {
  const started = performance.now()
  await once(spawn(process.execPath, ['--eval', '0'], { stdio: 'ignore' }), 'exit')
  return performance.now() - started
}

const vee = await startVee({})
const starts: number[] = []
const bareStarts: number[] = []
try {
  for (let round = 0; round < ROUNDS; round += 1) {
    await vee.stop()
    bareStarts.push(await startNodeAlone())
    const started = performance.now()
    await vee.start()
    starts.push(performance.now() - started)
  }
  await pause(REST_MS)
  report({
    name: 'start of the built server to its first answer',
    unit: 'ms',
    value: quantile(starts, 0.5),
    baseline: { name: 'Node with nothing to run', value: quantile(bareStarts, 0.5) },
    limit: { value: 600 },
  })
  report({
    name: 'memory when nothing happens',
    unit: 'MB',
    value: await residentMb(vee.pid),
    limit: { value: 110 },
  })
} finally {
  await vee.close()
}
