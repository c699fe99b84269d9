/** Timeout for the user's consent, in ms. */
const CONSENT_TIMEOUT_MS = 120_000
/** How long a consent given for the session is cached, in ms. */
const REMEMBERED_MS = 12 * 3_600_000
const MAX_REMEMBERED = 10_000

export type Decision = 'allow' | 'deny'

interface Question {
  /** the user whose consent is required; answers of other callers are ignored */
  readonly owner: string
  readonly replyId: string
  readonly callId: string
  readonly tool: string
}

interface Waiting {
  readonly tool: string
  readonly decide: (decision: Decision) => void
}

/** Requests the caller's consent for tools, and caches consents given for the session. */
export class Consents {
  readonly #now: () => number
  readonly #waiting = new Map<string, Waiting>()
  /** owner and tool → expiry, in the order of the requests */
  readonly #remembered = new Map<string, number>()

  constructor(now: () => number) {
    this.#now = now
  }

  isGiven(owner: string, tool: string): boolean {
    return (this.#remembered.get(`${owner} ${tool}`) ?? 0) > this.#now()
  }

  /** Waits for the decision. Returns a denial after the timeout or when the reply is aborted. */
  async ask(question: Question, abortSignal: AbortSignal): Promise<Decision> {
    const key = keyOf(question)
    const { promise, resolve } = Promise.withResolvers<Decision>()
    const giveUp = () => resolve('deny')
    const timer = setTimeout(giveUp, CONSENT_TIMEOUT_MS).unref()
    abortSignal.addEventListener('abort', giveUp, { once: true })
    if (abortSignal.aborted) giveUp()
    this.#waiting.set(key, { tool: question.tool, decide: resolve })
    try {
      return await promise
    } finally {
      clearTimeout(timer)
      abortSignal.removeEventListener('abort', giveUp)
      this.#waiting.delete(key)
    }
  }

  /** Returns false if no request waits for this decision. */
  answer(question: Omit<Question, 'tool'>, decision: Decision, forSession: boolean): boolean {
    const waiting = this.#waiting.get(keyOf(question))
    if (!waiting) return false
    if (decision === 'allow' && forSession) this.#remember(`${question.owner} ${waiting.tool}`)
    waiting.decide(decision)
    return true
  }

  #remember(key: string): void {
    this.#remembered.delete(key)
    this.#remembered.set(key, this.#now() + REMEMBERED_MS)
    if (this.#remembered.size > MAX_REMEMBERED) {
      this.#remembered.delete(this.#remembered.keys().next().value ?? '')
    }
  }
}

const keyOf = ({ owner, replyId, callId }: Omit<Question, 'tool'>) => `${owner} ${replyId} ${callId}`
