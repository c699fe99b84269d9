import { Worker } from 'node:worker_threads'
import type { TokenCounter } from '#domain/replies/index.ts'
import { plainModelName } from '#providers/llm/prices.ts'
import type { TokenAnswer, TokenQuestion } from '../workers/tokenizer.worker.ts'

/** Matches the models whose tokenizer is o200k_base. Anthropic and others publish none. */
const O200K = /^(?:chatgpt-4o|gpt-4o|gpt-4\.[15]|gpt-[5-9]|gpt-oss|o\d)/

/** Maximum time that a reply waits for a count, in ms. */
const TIME_LIMIT_MS = 60
/** Maximum total length of the texts, in UTF-16 code units: more than a client sends. */
const MAX_CHARACTERS = 500_000
/** Maximum number of queued requests; more would only delay the thread further. */
const MAX_QUESTIONS = 8

/**
 * Counts tokens in a thread, which is started by the first request: its tables take 0.2 s and 80 MB. Callers
 * without a result in time, such as the first one, use an estimate. `worker` is the thread's program.
 */
export function createTokenCounter(
  worker: URL,
  timeLimitMs = TIME_LIMIT_MS,
): TokenCounter & { close(): Promise<void> } {
  const waiting = new Map<number, (counts: readonly number[] | undefined) => void>()
  let thread: Worker | undefined
  let lastId = 0
  /** number of pending requests in the thread, including those that timed out */
  let pending = 0

  const settle = (id: number, counts?: readonly number[]) => {
    waiting.get(id)?.(counts)
    waiting.delete(id)
  }
  const begin = (): Worker => {
    const begun = new Worker(worker)
    // The thread must not keep the process running.
    begun.unref()
    begun.on('message', ({ id, counts }: TokenAnswer) => {
      pending -= 1
      settle(id, counts)
    })
    begun.once('error', () => {
      thread = undefined
      pending = 0
      for (const id of waiting.keys()) settle(id)
    })
    return begun
  }
  return {
    knows: (model) => O200K.test(plainModelName(model)),
    async count(texts) {
      const characters = texts.reduce((sum, { length }) => sum + length, 0)
      if (characters > MAX_CHARACTERS || pending >= MAX_QUESTIONS) return undefined
      const question: TokenQuestion = { id: ++lastId, texts }
      const { promise, resolve } = Promise.withResolvers<readonly number[] | undefined>()
      waiting.set(question.id, resolve)
      thread ??= begin()
      thread.postMessage(question)
      pending += 1
      const timer = setTimeout(settle, timeLimitMs, question.id)
      return promise.finally(() => clearTimeout(timer))
    },
    async close() {
      await thread?.terminate()
    },
  }
}
