import { subscribeToChanges } from '#db/change-events.ts'
import type { Database } from '#db/schema.ts'

type OnChange = (topic: string) => void

/**
 * Publishes changes of organizations, sessions and the host's endpoints between servers. If a message is lost, the change is
 * noticed a little later by polling.
 */
export interface ChangeEventRelay {
  emit(topic: string): void
  /** Adds a listener. */
  listen(onChange: OnChange): void
}

/** A relay for a single server: it publishes nothing and receives nothing. */
const alone: ChangeEventRelay = { emit: () => undefined, listen: () => undefined }

/** Notifies listeners of changed organizations and sessions, on this server and on the others. */
export class OrganizationChangeEvents {
  readonly #watches = new Set<Watch>()

  constructor(database: Database, relay: ChangeEventRelay = alone) {
    subscribeToChanges(database, (topic) => {
      this.#emit(topic)
      relay.emit(topic)
    })
    relay.listen((topic) => this.#emit(topic))
  }

  /** Subscribes to changes from this call on, until the watch is closed. */
  watch(): Watch {
    const watch = new Watch(() => this.#watches.delete(watch))
    this.#watches.add(watch)
    return watch
  }

  #emit(topic: string): void {
    for (const watch of this.#watches) watch.notify(topic)
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

  /** Limits the watch to these topics from now on. Until the first call, it reports every topic. */
  mind(topics: readonly string[]): void {
    this.#topics = new Set(topics)
  }

  notify(topic: string): void {
    if (this.#topics && !this.#topics.has(topic)) return
    this.#isNews = true
    this.#wake?.()
  }

  /**
   * Resolves when there was a change since the last call, after `maxMs` without one, or when
   * `disconnectSignal` aborts.
   */
  async next(maxMs: number, disconnectSignal: AbortSignal): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#wake = resolve
    const timer = setTimeout(resolve, maxMs)
    disconnectSignal.addEventListener('abort', () => resolve(), { once: true })
    if (!this.#isNews && !disconnectSignal.aborted) await promise
    this.#isNews = false
    clearTimeout(timer)
  }
}
