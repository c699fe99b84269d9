import { createHash } from 'node:crypto'
import type { Organization, OrganizationMembership } from '@vee/contract/entities/teams/organization'
import { sessionsOf, SHARED_SESSIONS } from '#db/change-events.ts'
import { findLiveSession } from '#db/queries/accounts/sessions.ts'
import { hashOfToken } from '../accounts/index.ts'
import { DomainError } from '../errors/domain-error.ts'
import type { RequestContext, OrganizationsDependencies } from './dependencies.ts'
import { OrganizationChangeEvents } from './change-events.ts'
import { readOrganizations, readMemberships } from './queries.ts'

/** Longest wait of a request in ms. Proxies time out after 30 s or more. */
const MAX_MS = 25_000
/**
 * Polling intervals in ms for changes that no event reports: those of servers that share no Redis and, for
 * `memberships`, what was spent.
 */
const LOOK_EVERY_MS = { organizations: 4_000, memberships: 10_000 }
/** Maximum number of waiting tabs per session, for either response. */
const MAX_WAITING = 16

/** A client that already has a response and waits for a different one. */
interface Waiting {
  /** the `version` of that response */
  readonly seen: string
  /** the session that waits; when it ends, the wait ends too */
  readonly token: string | undefined
  readonly disconnectSignal: AbortSignal
}

type Versioned<Answer> = Answer & {
  /** changes whenever the response changes */
  readonly version: string
}

interface ListedOrganizations {
  organizations: Organization[]
  /** the organization whose pool the caller spends from; null if there is none */
  activeOrganizationId: string | null
}

/**
 * Returns at once, or for a waiting client as soon as the response differs, after 25 s at the latest. Both
 * methods throw SESSION_EXPIRED.
 */
export interface LongPoll {
  list(context: RequestContext, waiting?: Waiting): Promise<Versioned<ListedOrganizations>>
  memberships(context: RequestContext, waiting?: Waiting): Promise<Versioned<OrganizationMembership>>
}

interface Question<Answer> {
  readonly read: (context: RequestContext) => Promise<Answer>
  readonly organizationsIn: (state: Answer) => readonly { readonly id: string }[]
  readonly lookEveryMs: number
}

async function read<Answer>(question: Question<Answer>, context: RequestContext): Promise<Versioned<Answer>> {
  const state = await question.read(context)
  const version = createHash('sha256').update(JSON.stringify(state)).digest('base64url').slice(0, 22)
  return { ...state, version }
}

export function createLongPoll(dependencies: OrganizationsDependencies): LongPoll {
  const { database, changeEventRelay, now } = dependencies
  const changeEvents = new OrganizationChangeEvents(database, changeEventRelay)
  const waitingOf = new Map<string | undefined, number>()

  const assertSessionLive = async (token: string | undefined) => {
    if (token !== undefined && (await findLiveSession(database, hashOfToken(token), now()))) return
    throw new DomainError('SESSION_EXPIRED', 'Your session has ended; sign in again.')
  }

  const wait = async <Answer>(
    question: Question<Answer>,
    context: RequestContext,
    { seen, token, disconnectSignal }: Waiting,
  ): Promise<Versioned<Answer>> => {
    const until = performance.now() + MAX_MS
    const sessions = [sessionsOf(context.caller.id), SHARED_SESSIONS]
    // Subscribes before the first read, so that no change in between is missed.
    const watch = changeEvents.watch()
    try {
      for (;;) {
        const state = await read(question, context)
        const left = until - performance.now()
        if (state.version !== seen || disconnectSignal.aborted || left <= 0) return state
        watch.mind([...sessions, ...question.organizationsIn(state).map(({ id }) => id)])
        await watch.next(Math.min(left, question.lookEveryMs), disconnectSignal)
        await assertSessionLive(token)
      }
    } finally {
      watch.close()
    }
  }

  const answersTo =
    <Answer>(question: Question<Answer>) =>
    async (context: RequestContext, waiting?: Waiting): Promise<Versioned<Answer>> => {
      const count = waitingOf.get(waiting?.token) ?? 0
      if (waiting === undefined || count >= MAX_WAITING) return read(question, context)
      const { token } = waiting
      waitingOf.set(token, count + 1)
      try {
        return await wait(question, context, waiting)
      } finally {
        const left = (waitingOf.get(token) ?? 1) - 1
        if (left === 0) waitingOf.delete(token)
        else waitingOf.set(token, left)
      }
    }

  return {
    list: answersTo({
      read: (context) => readOrganizations(dependencies, context),
      organizationsIn: ({ organizations }) => organizations,
      lookEveryMs: LOOK_EVERY_MS.organizations,
    }),
    memberships: answersTo({
      read: (context) => readMemberships(database, context),
      organizationsIn: ({ seats }) => seats,
      lookEveryMs: LOOK_EVERY_MS.memberships,
    }),
  }
}
