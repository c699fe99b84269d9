import { constants, setPriority } from 'node:os'
import { inBackground } from '#lib/background.ts'
import { onnxRuntime } from '#lib/project-files.ts'
import { createTextEmbedder } from '#providers/embedding/local/embed-text.ts'
import type { EmbeddedText, EmbedJob } from '#providers/embedding/local/jobs.ts'
import type { EngineAnswer } from '#providers/local-models/engine-host.ts'

/**
 * A separate entry point: `engine-host.ts` starts it as a process and sends it one text at a time. Whatever the server does for
 * people comes first: voice turns do not wait for passages.
 */
setPriority(constants.priority.PRIORITY_LOW)
const embed = createTextEmbedder(onnxRuntime())

async function answerTo(job: EmbedJob): Promise<EngineAnswer<EmbeddedText>> {
  try {
    return { ok: true, result: await embed(job) }
  } catch (error) {
    return { ok: false, message: error instanceof Error ? error.message : 'The engine failed.' }
  }
}

process.on('message', (job: EmbedJob) => {
  inBackground(
    'text embedded in a process',
    answerTo(job).then((answer) => process.send?.(answer)),
  )
})
// The server that sent the jobs is gone.
process.on('disconnect', () => process.exit())
