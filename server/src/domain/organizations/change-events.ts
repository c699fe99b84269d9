import { subscribeToChanges } from '#db/change-events.ts'
import type { Database } from '#db/schema.ts'

type Heard = (topic: string) => void

/** What servers side by side tell each other of organizations and sessions. What is lost on the way is seen a little later. */
export interface ChangeEventRelay {
  tell(topic: string): void
  listen(heard: Heard): void
}

/** One server, with nobody beside it. */
const alone: ChangeEventRelay = { tell: () => undefined, listen: () => undefined }

/** Which organizations and sessions were changed, here and on the servers beside this one. */
export class OrganizationChangeEvents {
  readonly #watches = new Set<Watch>()

  constructor(database: Database, exchange: ChangeEventRelay = alone) {
    subscribeToChanges(database, (topic) => {
      this.#tell(topic)
      exchange.tell(topic)
    })
    exchange.listen((topic) => this.#tell(topic))
  }

  /** Hears from now on, until it is closed. */
  watch(): Watch {
    const watch = new Watch(() => this.#watches.delete(watch))
    this.#watches.add(watch)
    return watch
  }

  #tell(topic: string): void {
    for (const watch of this.#watches) watch.hear(topic)
  }
}

class Watch {
  readonly close: () => void
  #topics: ReadonlySet<string> | undefined
  #isNews = false
  #wake: (() => void) | undefined

  constructor(close: () => void) {
    this.close = close
  }

  /** Only news of these counts from now on; until then, news of any. */
  mind(topics: readonly string[]): void {
    this.#topics = new Set(topics)
  }

  hear(topic: string): void {
    if (this.#topics && !this.#topics.has(topic)) return
    this.#isNews = true
    this.#wake?.()
  }

  /** Resolves with news since the last time, after `longestMs` without any, or when `disconnectSignal` aborts. */
  async next(longestMs: number, disconnectSignal: AbortSignal): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#wake = resolve
    const timer = setTimeout(resolve, longestMs)
    disconnectSignal.addEventListener('abort', () => resolve(), { once: true })
    if (!this.#isNews && !disconnectSignal.aborted) await promise
    this.#isNews = false
    clearTimeout(timer)
  }
}
