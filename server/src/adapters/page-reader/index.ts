import { ToolFailure, type ReadPage } from '#domain/tools/index.ts'
import { createPageFetcher, type PageFetcherOptions } from './fetch-page.ts'
import { Worker } from 'node:worker_threads'
import { inBackground } from '#lib/background.ts'

/** Time limit for extracting a page, in ms. */
const TIME_LIMIT_MS = 8_000
const MAX_MEMORY_MB = 256

interface PageText {
  readonly title: string
  readonly text: string
  /** whether the page is little more than a form to sign in */
  readonly isSignIn: boolean
}

/**
 * Returns the readable part of a page. Pages are untrusted, so they are parsed in a separate thread with
 * limits on time and memory, which cannot block or exhaust the server.
 */
function readableText(worker: URL, html: string, signal: AbortSignal): Promise<PageText> {
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

/** Creates the page reader. `worker` is the program that extracts the text. */
export function createPageReader(worker: URL, options: PageFetcherOptions = {}): ReadPage {
  const fetchPage = createPageFetcher(options)
  return async (address, signal) => {
    const { url, mediaType, body } = await fetchPage(address, signal)
    const isHtml = mediaType.includes('html')
    const { title, text, isSignIn } = isHtml
      ? await readableText(worker, body, signal)
      : { title: url, text: body.trim(), isSignIn: false }
    if (isSignIn) throw new ToolFailure('This page asks to sign in, so it cannot be read.')
    if (text === '') throw new ToolFailure('There is no text on this page.')
    return { url, title, text }
  }
}
