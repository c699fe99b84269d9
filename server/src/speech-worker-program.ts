import { parentPort, workerData } from 'node:worker_threads'
import {
  SPEECH_WORKER_OPTIONS,
  type SpeechJob,
  type SpeechJobAnswer,
  type SpeechWorkerOptions,
} from '#providers/local-speech/jobs.ts'
import { createJobRunner } from '#providers/local-speech/run-job.ts'

/**
 * A separate entry point: `worker-host.ts` starts it as a thread or as a process and sends it one job at a
 * time.
 */
const options = parentPort
  ? (workerData as SpeechWorkerOptions)
  : (JSON.parse(process.env[SPEECH_WORKER_OPTIONS] ?? '') as SpeechWorkerOptions)
const run = createJobRunner(options)

function answerTo(job: SpeechJob): SpeechJobAnswer {
  try {
    return { ok: true, result: run(job) }
  } catch (error) {
    return { ok: false, message: error instanceof Error ? error.message : 'The engine failed.' }
  }
}

parentPort?.on('message', (job: SpeechJob) => parentPort?.postMessage(answerTo(job)))
process.on('message', (job: SpeechJob) => void process.send?.(answerTo(job)))
// The parent process is gone.
process.on('disconnect', () => process.exit())
