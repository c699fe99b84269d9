import { Worker } from 'node:worker_threads'
import type { TokenCounter } from '#domain/replies/index.ts'
import { plainModelName } from '#providers/prices.ts'
import type { TokenAnswer, TokenQuestion } from '../token-worker.ts'

/** The models that o200k_base is the tokenizer of. Anthropic and others publish none. */
const O200K = /^(?:chatgpt-4o|gpt-4o|gpt-4\.[15]|gpt-[5-9]|gpt-oss|o\d)/

/** A reply does not wait longer than this for a count, in ms. */
const TIME_LIMIT_MS = 60
/** Of all texts together, in UTF-16 code units: more than a client sends. */
const MOST_CHARACTERS = 500_000
/** Questions that the thread holds; it is behind by then, and one more would only keep its words. */
const MOST_QUESTIONS = 8

/**
 * Counts in a thread, which begins when somebody first needs a count: its tables take 0.2 s and 80 MB. Whoever does not
 * get an answer in time, as the first one, goes on with an estimate. `worker` is the thread's program.
 */
export function createTokenCounter(
  worker: URL,
  timeLimitMs = TIME_LIMIT_MS,
): TokenCounter & { close(): Promise<void> } {
  const waiting = new Map<number, (counts: readonly number[] | undefined) => void>()
  let thread: Worker | undefined
  let lastId = 0
  /** with the thread, whether somebody still waits or not */
  let asked = 0

  const answer = (id: number, counts?: readonly number[]) => {
    waiting.get(id)?.(counts)
    waiting.delete(id)
  }
  const begin = (): Worker => {
    const begun = new Worker(worker)
    // Nobody's server stays up for it.
    begun.unref()
    begun.on('message', ({ id, counts }: TokenAnswer) => {
      asked -= 1
      answer(id, counts)
    })
    begun.once('error', () => {
      thread = undefined
      asked = 0
      for (const id of waiting.keys()) answer(id)
    })
    return begun
  }
  return {
    knows: (model) => O200K.test(plainModelName(model)),
    async count(texts) {
      const characters = texts.reduce((sum, { length }) => sum + length, 0)
      if (characters > MOST_CHARACTERS || asked >= MOST_QUESTIONS) return undefined
      const question: TokenQuestion = { id: ++lastId, texts }
      const { promise, resolve } = Promise.withResolvers<readonly number[] | undefined>()
      waiting.set(question.id, resolve)
      thread ??= begin()
      thread.postMessage(question)
      asked += 1
      const timer = setTimeout(answer, timeLimitMs, question.id)
      return promise.finally(() => clearTimeout(timer))
    },
    async close() {
      await thread?.terminate()
    },
  }
}
