import { hearOfOrganizations } from '#db/queries/organizations.ts'
import type { Database } from '#db/schema.ts'

type Heard = (organizationId: string) => void

/** What servers side by side tell each other of organizations. What is lost on the way is seen a little later. */
export interface NewsExchange {
  tell(organizationId: string): void
  listen(heard: Heard): void
}

/** One server, with nobody beside it. */
const alone: NewsExchange = { tell: () => undefined, listen: () => undefined }

/** Which organizations were changed, here and on the servers beside this one. */
export class OrganizationNews {
  readonly #watches = new Set<Watch>()

  constructor(database: Database, exchange: NewsExchange = alone) {
    hearOfOrganizations(database, (id) => {
      this.#tell(id)
      exchange.tell(id)
    })
    exchange.listen((id) => this.#tell(id))
  }

  /** Hears from now on, until it is closed. */
  watch(): Watch {
    const watch = new Watch(() => this.#watches.delete(watch))
    this.#watches.add(watch)
    return watch
  }

  #tell(organizationId: string): void {
    for (const watch of this.#watches) watch.hear(organizationId)
  }
}

class Watch {
  readonly close: () => void
  #ids: ReadonlySet<string> | undefined
  #isNews = false
  #wake: (() => void) | undefined

  constructor(close: () => void) {
    this.close = close
  }

  /** Only news of these counts from now on; until then, news of any. */
  mind(organizationIds: readonly string[]): void {
    this.#ids = new Set(organizationIds)
  }

  hear(organizationId: string): void {
    if (this.#ids && !this.#ids.has(organizationId)) return
    this.#isNews = true
    this.#wake?.()
  }

  /** Resolves with news since the last time, after `longestMs` without any, or when `gone` aborts. */
  async next(longestMs: number, gone: AbortSignal): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#wake = resolve
    const timer = setTimeout(resolve, longestMs)
    gone.addEventListener('abort', () => resolve(), { once: true })
    if (!this.#isNews && !gone.aborted) await promise
    this.#isNews = false
    clearTimeout(timer)
  }
}
