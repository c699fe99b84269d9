import { Worker } from 'node:worker_threads'
import { ToolFailure } from '#domain/tools/index.ts'
import { inBackground } from '../../background.ts'

/** Time limit for extracting a page, in ms. */
const TIME_LIMIT_MS = 8_000
const MAX_MEMORY_MB = 256

export interface PageText {
  readonly title: string
  readonly text: string
}

/**
 * Returns the readable part of a page. Pages are untrusted, so they are parsed in a separate thread with
 * limits on time and memory, which cannot block or exhaust the server.
 */
export function readableText(worker: URL, html: string, signal: AbortSignal): Promise<PageText> {
  const thread = new Worker(worker, {
    workerData: { html },
    resourceLimits: { maxOldGenerationSizeMb: MAX_MEMORY_MB },
  })
  const { promise, resolve, reject } = Promise.withResolvers<PageText>()
  const giveUp = () => reject(new ToolFailure('The page took too long to read.'))
  const timer = setTimeout(giveUp, TIME_LIMIT_MS)
  signal.addEventListener('abort', giveUp, { once: true })
  thread.once('message', resolve)
  thread.once('error', () => reject(new ToolFailure('The page could not be read.')))
  return promise.finally(() => {
    clearTimeout(timer)
    signal.removeEventListener('abort', giveUp)
    inBackground('page thread ended', thread.terminate())
  })
}
