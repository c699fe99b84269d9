import { parentPort, workerData } from 'node:worker_threads'
import { inBackground } from '#lib/background.ts'
import { ENGINE_OPTIONS, type EngineAnswer, type EngineOptions } from '#providers/local-models/engine-host.ts'
import type { SpeechJob, SpeechJobResult } from '#providers/speech/local-speech/jobs.ts'
import { createJobRunner } from '#providers/speech/local-speech/run-job.ts'

/**
 * A separate entry point: `engine-host.ts` starts it as a thread or as a process and sends it one job at a
 * time.
 */
const options = parentPort
  ? (workerData as EngineOptions)
  : (JSON.parse(process.env[ENGINE_OPTIONS] ?? '') as EngineOptions)
const run = createJobRunner(options)

async function answerTo(job: SpeechJob): Promise<EngineAnswer<SpeechJobResult>> {
  try {
    return { ok: true, result: await run(job) }
  } catch (error) {
    return failureOf(error)
  }
}

function failureOf(error: unknown): EngineAnswer<SpeechJobResult> {
  const message = error instanceof Error ? error.message : 'The engine failed.'
  const reason = error instanceof Error && 'reason' in error ? error.reason : undefined
  return { ok: false, message, ...(isFaultOfRecording(reason) && { reason }) }
}

const isFaultOfRecording = (reason: unknown) => reason === 'unreadable' || reason === 'too-long'

/** Audio is transferred and not copied: an hour of it is 115 MB. */
const transferred = (answer: EngineAnswer<SpeechJobResult>) =>
  answer.ok && 'samples' in answer.result ? [answer.result.samples.buffer] : []

parentPort?.on('message', (job: SpeechJob) => {
  inBackground(
    'speech job in a thread',
    answerTo(job).then((answer) => parentPort?.postMessage(answer, transferred(answer))),
  )
})
process.on('message', (job: SpeechJob) => {
  inBackground(
    'speech job in a process',
    answerTo(job).then((answer) => process.send?.(answer)),
  )
})
// Whoever sent the jobs is gone.
process.on('disconnect', () => process.exit())
