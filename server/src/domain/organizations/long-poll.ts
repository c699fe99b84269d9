import { createHash } from 'node:crypto'
import type { Organization, Standing as OwnStanding } from '@vee/contract/entities/organization'
import { sessionsOf, SHARED_SESSIONS } from '#db/change-events.ts'
import { findLiveSession } from '#db/queries/sessions.ts'
import { hashOfToken } from '../accounts/index.ts'
import { DomainError } from '../domain-error.ts'
import type { Asking, OrganizationsDependencies } from './dependencies.ts'
import { OrganizationChangeEvents } from './change-events.ts'
import { readOrganizations, readStanding } from './queries.ts'

/** How long somebody waits at most; proxies give up after 30 s and more. */
const LONGEST_MS = 25_000
/** How soon is seen what nobody tells of: what servers do that share no Redis, and for those who look, what was spent. */
const LOOK_EVERY_MS = { organizations: 4_000, standing: 10_000 }
/** Tabs of one session that wait, for either answer. */
const WAITING_MAX = 16

/** Somebody who has an answer already, and wants the next one when it differs. */
interface Waiting {
  /** the `version` of that answer */
  readonly seen: string
  /** the session that waits; when it ends, so does the waiting */
  readonly token: string | undefined
  readonly disconnectSignal: AbortSignal
}

type Versioned<Answer> = Answer & {
  /** changes with the answer */
  readonly version: string
}

interface ListedOrganizations {
  organizations: Organization[]
  /** whose pool the caller spends from; null: nobody's */
  activeOrganizationId: string | null
}

/** At once, or for whoever waits: as soon as it is another answer, after 25 s at the latest. Both refuse with SESSION_EXPIRED. */
export interface LongPoll {
  list(asking: Asking, waiting?: Waiting): Promise<Versioned<ListedOrganizations>>
  standing(asking: Asking, waiting?: Waiting): Promise<Versioned<OwnStanding>>
}

interface Question<Answer> {
  readonly read: (asking: Asking) => Promise<Answer>
  readonly organizationsIn: (answer: Answer) => readonly { readonly id: string }[]
  readonly lookEveryMs: number
}

async function read<Answer>(question: Question<Answer>, asking: Asking): Promise<Versioned<Answer>> {
  const answer = await question.read(asking)
  const version = createHash('sha256').update(JSON.stringify(answer)).digest('base64url').slice(0, 22)
  return { ...answer, version }
}

export function createLongPoll(dependencies: OrganizationsDependencies): LongPoll {
  const { database, newsExchange, now } = dependencies
  const news = new OrganizationChangeEvents(database, newsExchange)
  const waitingOf = new Map<string | undefined, number>()

  const assertSessionLive = async (token: string | undefined) => {
    if (token !== undefined && (await findLiveSession(database, hashOfToken(token), now()))) return
    throw new DomainError('SESSION_EXPIRED', 'Your session has ended; sign in again.')
  }

  const wait = async <Answer>(
    question: Question<Answer>,
    asking: Asking,
    { seen, token, disconnectSignal }: Waiting,
  ): Promise<Versioned<Answer>> => {
    const until = performance.now() + LONGEST_MS
    const sessions = [sessionsOf(asking.caller.id), SHARED_SESSIONS]
    // It hears before it reads, so that nothing happens in between.
    const watch = news.watch()
    try {
      for (;;) {
        const answer = await read(question, asking)
        const left = until - performance.now()
        if (answer.version !== seen || disconnectSignal.aborted || left <= 0) return answer
        watch.mind([...sessions, ...question.organizationsIn(answer).map(({ id }) => id)])
        await watch.next(Math.min(left, question.lookEveryMs), disconnectSignal)
        await assertSessionLive(token)
      }
    } finally {
      watch.close()
    }
  }

  const answersTo =
    <Answer>(question: Question<Answer>) =>
    async (asking: Asking, waiting?: Waiting): Promise<Versioned<Answer>> => {
      const count = waitingOf.get(waiting?.token) ?? 0
      if (waiting === undefined || count >= WAITING_MAX) return read(question, asking)
      const { token } = waiting
      waitingOf.set(token, count + 1)
      try {
        return await wait(question, asking, waiting)
      } finally {
        const left = (waitingOf.get(token) ?? 1) - 1
        if (left === 0) waitingOf.delete(token)
        else waitingOf.set(token, left)
      }
    }

  return {
    list: answersTo({
      read: (asking) => readOrganizations(dependencies, asking),
      organizationsIn: ({ organizations }) => organizations,
      lookEveryMs: LOOK_EVERY_MS.organizations,
    }),
    standing: answersTo({
      read: (asking) => readStanding(database, asking),
      organizationsIn: ({ seats }) => seats,
      lookEveryMs: LOOK_EVERY_MS.standing,
    }),
  }
}
