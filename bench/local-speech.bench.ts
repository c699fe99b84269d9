// Measures the effect of local transcription on the server, with the small test model: the delay of the event
// loop while twenty recordings are transcribed sequentially, the time from a recording to its text compared
// to the engine alone in this process, and the memory of the engine's process.
import { execFileSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { startModelHub } from '../fakes/model-hub/index.ts'
import { recordingOf, wordsModel } from '../fakes/speech-models/index.ts'
import { engineAt } from '../server/src/providers/speech/local-speech/catalogue.ts'
import { createLocalStt } from '../server/src/providers/speech/local-speech/local-stt.ts'
import { createJobRunner } from '../server/src/providers/speech/local-speech/run-job.ts'
import { createModelStore } from '../server/src/providers/local-models/model-store.ts'
import {
  decodeWorker,
  processWorker,
  withoutFfmpeg,
} from '../server/src/providers/speech/local-speech/fixtures/process-worker.ts'
import { decodeWav } from '../server/src/providers/speech/local-speech/wav-samples.ts'
import { residentMb } from './memory.ts'
import { quantile, report } from './report.ts'

const ROUNDS = 60
const PEOPLE = 20

const words = await wordsModel()
const hub = await startModelHub(words.hubFiles)
const directory = await mkdtemp(join(tmpdir(), 'vee-bench-'))
const models = createModelStore({ directory, hub: hub.url })
const worker = processWorker({ maxWaiting: PEOPLE })
const provider = createLocalStt({
  model: words.entry,
  models,
  worker,
  decodeWorker: decodeWorker(),
  ffmpeg: withoutFfmpeg,
  mayFetch: true,
})

/** Returns the pid of the child process. */
function childPid(): number {
  return Number(
    execFileSync('pgrep', ['-f', '-P', String(process.pid), 'speech.worker'])
      .toString()
      .trim()
      .split('\n')[0],
  )
}

try {
  await models.install(words.entry)
  const audio = await recordingOf('what time is it')
  const samples = decodeWav(audio)
  if (!samples) throw new Error('the recording is no WAV')
  const never = new AbortController().signal
  const transcribe = (caller: string) =>
    provider.transcribe({ audio, container: 'wav', language: 'en', prompt: undefined, caller }, never)

  const runAlone = createJobRunner({ engineThreads: 1 })
  const engine = engineAt(words.entry.engine, (path) => models.pathOf(words.entry, path))
  const alone: number[] = []
  const whole: number[] = []
  await runAlone({ kind: 'transcribe', engine, samples: samples.slice(), language: 'en' })
  await transcribe('ann')
  for (let round = 0; round < ROUNDS; round += 1) {
    const begun = performance.now()
    await runAlone({ kind: 'transcribe', engine, samples: samples.slice(), language: 'en' })
    const between = performance.now()
    await transcribe('ann')
    alone.push(between - begun)
    whole.push(performance.now() - between)
  }

  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  for (let round = 0; round < 5; round += 1) {
    await Promise.all(Array.from({ length: PEOPLE }, (_, person) => transcribe(`person ${person}`)))
  }
  delay.disable()

  report({
    name: 'recording to text, p50',
    unit: 'ms',
    value: quantile(whole, 0.5),
    baseline: { name: 'engine alone', value: quantile(alone, 0.5) },
  })
  report({
    name: 'event loop delay while 20 people talk, p99',
    unit: 'ms',
    value: delay.percentile(99) / 1e6,
    limit: { value: 20 },
  })
  report({ name: 'memory of the engine’s process', unit: 'MB', value: await residentMb(childPid()) })
} finally {
  await hub.close()
  await rm(directory, { recursive: true })
}
process.exit()
