import { pathToFileURL } from 'node:url'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createEngineWorker } from './engine-worker.ts'
import type { Isolation } from './engine-host.ts'

/** A worker that executes the text of a job, and reports the order in which jobs arrived. */
const PROGRAM = `
import { parentPort } from 'node:worker_threads'
let number = 0
const answer = (message) => (parentPort ? parentPort.postMessage(message) : process.send(message))
const port = parentPort ?? process
port.on('message', ({ text }) => {
  number += 1
  if (text === 'crash') process.exit(3)
  if (text === 'hang') return
  if (text === 'grow') return void (globalThis.grown = Buffer.alloc(300_000_000, 1))
  if (text === 'refuse') return answer({ ok: false, message: 'no such voice' })
  answer({ ok: true, result: { samples: new Int16Array([number]), sampleRate: 1 } })
})
`

let folder: string
let program: URL
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vee-worker-'))
  const file = join(folder, 'program.mjs')
  await writeFile(file, PROGRAM)
  program = pathToFileURL(file)
})
afterAll(() => rm(folder, { recursive: true }))

const worker = (isolation: Isolation, timeLimitMs = 10_000, maxWaiting = 10) =>
  createEngineWorker({ isolation, program, engineThreads: 1, timeLimitMs, idleMs: 60_000, maxWaiting })

const job = (text = '') => ({ text })
const never = new AbortController().signal
const by = (owner: string, signal = never) => ({ owner, signal })

describe.each(['thread', 'process'] as const)('createEngineWorker in a %s', (isolation) => {
  it('lets owners take turns', async () => {
    const engine = worker(isolation)
    const answersInOrder: readonly { readonly samples: Int16Array }[] = await Promise.all([
      engine.run(job(), by('ann')),
      engine.run(job(), by('ann')),
      engine.run(job(), by('ann')),
      engine.run(job(), by('bob')),
    ])
    expect(answersInOrder.map(({ samples }) => samples[0])).toEqual([1, 3, 4, 2])
  })

  it('rejects more jobs than may wait', async () => {
    const engine = worker(isolation, 10_000, 1)
    const first = engine.run(job(), by('ann'))
    const second = engine.run(job(), by('ann'))
    await expect(engine.run(job(), by('ann'))).rejects.toMatchObject({ kind: 'busy' })
    await Promise.all([first, second])
  })

  it("passes on the engine's error, and continues", async () => {
    const engine = worker(isolation)
    await expect(engine.run(job('refuse'), by('ann'))).rejects.toMatchObject({
      kind: 'failed',
      message: 'no such voice',
    })
    await expect(engine.run(job(), by('ann'))).resolves.toMatchObject({ sampleRate: 1 })
  })

  it('fails the job of a worker that ends, and gives the next one a new worker', async () => {
    const engine = worker(isolation)
    const [crashed, next] = await Promise.allSettled([
      engine.run(job('crash'), by('ann')),
      engine.run(job(), by('ann')),
    ])
    expect(crashed).toMatchObject({ status: 'rejected', reason: { kind: 'failed' } })
    expect(next).toMatchObject({ status: 'fulfilled', value: { samples: new Int16Array([1]) } })
  })

  it('ends a worker that takes too long', async () => {
    const engine = worker(isolation, 1_000)
    const [hung, next] = await Promise.allSettled([
      engine.run(job('hang'), by('ann')),
      engine.run(job(), by('bob')),
    ])
    expect(hung).toMatchObject({ status: 'rejected', reason: { kind: 'timeout' } })
    expect(next.status).toBe('fulfilled')
  })

  it('frees a caller that aborts at once, waiting or not', async () => {
    const engine = worker(isolation)
    const gone = new AbortController()
    const running = engine.run(job('hang'), by('ann', gone.signal))
    const waiting = engine.run(job(), by('ann', gone.signal))
    gone.abort()
    await expect(running).rejects.toMatchObject({ kind: 'cancelled' })
    await expect(waiting).rejects.toMatchObject({ kind: 'cancelled' })
    await expect(engine.run(job(), by('bob', gone.signal))).rejects.toMatchObject({ kind: 'cancelled' })
  })
})

it.runIf(process.platform === 'linux')(
  'ends a process that needs more memory than allowed, and gives the next job a new one',
  async () => {
    const engine = createEngineWorker({
      isolation: 'process',
      program,
      memoryMb: 200,
      engineThreads: 1,
      timeLimitMs: 60_000,
      idleMs: 60_000,
      maxWaiting: 10,
    })
    await expect(engine.run(job('grow'), by('ann'))).rejects.toMatchObject({
      kind: 'failed',
      message: 'The engine needed more than 200 MB of memory.',
    })
    await expect(engine.run(job(), by('ann'))).resolves.toMatchObject({ sampleRate: 1 })
  },
)
