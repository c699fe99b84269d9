import { Worker } from 'node:worker_threads'
import { ToolFailure } from '#domain/tools/index.ts'
import { inBackground } from '../../background.ts'

/** Longest time that a page may take to be read, in ms. */
const TIME_LIMIT_MS = 8_000
const MAX_MEMORY_MB = 256

export interface PageText {
  readonly title: string
  readonly text: string
}

/**
 * The readable part of a page. A page is somebody else's: it is taken apart in a thread of its own, with a limit on time
 * and memory, so that it can neither hold up the server nor fill it.
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
