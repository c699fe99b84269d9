import type { KnowledgeHit } from '@vee/contract/http/knowledge'
import { HITS, type SearchPassages } from './use-passage-hits.ts'

/** A conversation that is in this browser only. */
export interface VisitorConversation {
  readonly id: string
  readonly agentId: string
  readonly title: string
  /** changes with its messages */
  readonly stamp: string
  readonly messages: readonly { readonly id: string; readonly content: string; readonly timestamp: string }[]
}

export interface BrowserSearch {
  readonly id: number
  readonly q: string
  readonly limit: number
  readonly conversations: readonly VisitorConversation[]
}

interface BrowserAnswer {
  readonly id: number
  readonly hits: readonly KnowledgeHit[]
}

let worker: Worker | undefined
let lastId = 0

/** Returns the search in a visitor's conversations, which never leave the browser: the index is in a worker of the page. */
export const browserSearch =
  (conversations: () => readonly VisitorConversation[]): SearchPassages =>
  async (q, signal) => {
    const request: BrowserSearch = { id: ++lastId, q, limit: HITS, conversations: conversations() }
    const { hits } = await answerTo(request, signal)
    return { items: hits, unread: 0 }
  }

function answerTo(request: BrowserSearch, signal: AbortSignal): Promise<BrowserAnswer> {
  const started = (worker ??= startWorker())
  const { promise, resolve, reject } = Promise.withResolvers<BrowserAnswer>()
  const ended = new AbortController()
  const options = { signal: ended.signal }
  started.addEventListener(
    'message',
    ({ data }: MessageEvent<BrowserAnswer>) => {
      if (data.id === request.id) resolve(data)
    },
    options,
  )
  started.addEventListener('error', () => reject(new Error('The worker of the index has failed.')), options)
  signal.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')), options)
  started.postMessage(request)
  return promise.finally(() => ended.abort())
}

function startWorker(): Worker {
  const started = new Worker(new URL('./browser-index.worker.ts', import.meta.url), { type: 'module' })
  // The next search starts another one.
  started.addEventListener('error', () => (worker = undefined), { once: true })
  return started
}
