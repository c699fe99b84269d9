import { createHash } from 'node:crypto'
import type { Organization } from '@vee/contract/entities/organization'
import { findLiveSession } from '#db/queries/sessions.ts'
import { hashOfToken } from '../accounts/index.ts'
import { Refusal } from '../refusal.ts'
import type { Asking, OrganizationsDependencies } from './dependencies.ts'
import { OrganizationNews } from './news.ts'
import { readOrganizations } from './reading.ts'

/** How long somebody waits at most; proxies give up after 30 s and more. */
const LONGEST_MS = 25_000
/** How soon is seen what nobody tells of: what the pool was spent on, and what servers do that share no Redis. */
const LOOK_EVERY_MS = 4_000
/** Tabs of one person in which their teams are open. */
const WAITING_MAX = 8

/** Somebody who has an answer already, and wants the next one when it differs. */
interface Waiting {
  /** the `version` of that answer */
  readonly seen: string
  /** the session that waits; when it ends, so does the waiting */
  readonly token: string | undefined
  readonly gone: AbortSignal
}

interface ListedOrganizations {
  organizations: Organization[]
  /** whose pool the caller spends from; null: nobody's */
  activeOrganizationId: string | null
  /** changes with the answer */
  version: string
}

export interface Listing {
  /** At once, or for whoever waits: as soon as it is another answer, after 25 s at the latest. Refuses with SESSION_EXPIRED. */
  list(asking: Asking, waiting?: Waiting): Promise<ListedOrganizations>
}

export function createListing(dependencies: OrganizationsDependencies): Listing {
  const { database, newsExchange, now } = dependencies
  const news = new OrganizationNews(database, newsExchange)
  const waitingOf = new Map<string, number>()

  const read = async (asking: Asking): Promise<ListedOrganizations> => {
    const answer = await readOrganizations(dependencies, asking)
    const version = createHash('sha256').update(JSON.stringify(answer)).digest('base64url').slice(0, 22)
    return { ...answer, version }
  }

  const refuseEnded = async (token: string | undefined) => {
    if (token !== undefined && (await findLiveSession(database, hashOfToken(token), now()))) return
    throw new Refusal('SESSION_EXPIRED', 'Your session has ended; sign in again.')
  }

  const wait = async (asking: Asking, { seen, token, gone }: Waiting): Promise<ListedOrganizations> => {
    const until = performance.now() + LONGEST_MS
    // It hears before it reads, so that nothing happens in between.
    const watch = news.watch()
    try {
      for (;;) {
        const answer = await read(asking)
        const left = until - performance.now()
        if (answer.version !== seen || gone.aborted || left <= 0) return answer
        watch.mind(answer.organizations.map(({ id }) => id))
        await watch.next(Math.min(left, LOOK_EVERY_MS), gone)
        await refuseEnded(token)
      }
    } finally {
      watch.close()
    }
  }

  return {
    async list(asking, waiting) {
      const { id } = asking.caller
      const count = waitingOf.get(id) ?? 0
      if (waiting === undefined || count >= WAITING_MAX) return read(asking)
      waitingOf.set(id, count + 1)
      try {
        return await wait(asking, waiting)
      } finally {
        const left = (waitingOf.get(id) ?? 1) - 1
        if (left === 0) waitingOf.delete(id)
        else waitingOf.set(id, left)
      }
    },
  }
}
