import type { BackgroundOutcome } from '@vee/contract/http/background-replies'
import type { ReplyEvent } from '@vee/contract/stream/reply-event'
import {
  extendReplyLease,
  finishReply,
  releaseReplyLease,
  type BackgroundReplyRow,
} from '#db/queries/conversations/background-replies.ts'
import type { Database } from '#db/schema.ts'
import { inBackground } from '#lib/background.ts'
import type { Accounts, Caller } from '../../accounts/index.ts'
import { DomainError } from '../../errors/domain-error.ts'
import type { StartedReply } from '../replies.ts'

/** A server that does not extend its lease for this time counts as ended, in ms. */
export const REPLY_LEASE_MS = 60_000
/** Interval in which the lease is extended, and the session, the memberships and stop requests are checked, in ms. */
const CHECK_EVERY_MS = 3_000

/** The signal of a reader that reads to the end. */
const NEVER = new AbortController().signal

export interface BackgroundRunDependencies {
  readonly database: Database
  readonly accounts: Pick<Accounts, 'callerOfSession'>
  readonly serverName: string
  /** milliseconds since 1970 */
  readonly now: () => number
}

/** One reply in the background on this server, from its start to its end or to the end of the server. */
export class BackgroundRun {
  readonly #dependencies: BackgroundRunDependencies
  readonly #row: BackgroundReplyRow
  readonly #startedReply: StartedReply
  #stopOutcome: BackgroundOutcome | undefined
  #isLost = false
  #isServerClosing = false
  readonly ended: Promise<void>

  constructor(dependencies: BackgroundRunDependencies, row: BackgroundReplyRow, startedReply: StartedReply) {
    this.#dependencies = dependencies
    this.#row = row
    this.#startedReply = startedReply
    this.ended = this.#run()
  }

  /** Ends the reply; the text so far is stored. */
  stop(outcome: BackgroundOutcome): void {
    this.#stopOutcome ??= outcome
    this.#startedReply.stop()
  }

  /** Called before the server closes: if it interrupts the reply, another one takes it up. */
  prepareClose(): void {
    this.#isServerClosing = true
  }

  async #run(): Promise<void> {
    const timer = setInterval(() => inBackground('reply checked', this.#check()), CHECK_EVERY_MS).unref()
    const last = await this.#readToEnd()
    clearInterval(timer)
    if (this.#isLost) return
    if (this.#isServerClosing && isInterrupted(last)) return this.#release()
    await this.#finish(this.#outcomeOf(last))
  }

  /** Returns the last event; undefined if the reply was rejected. */
  async #readToEnd(): Promise<ReplyEvent | undefined> {
    let last: ReplyEvent | undefined
    for await (const { event } of this.#startedReply.read(0, NEVER)) last = event
    if (last !== undefined) return last
    return this.#startedReply.begun.then(
      () => undefined,
      (error: unknown) => rejectionOf(error),
    )
  }

  #outcomeOf(last: ReplyEvent | undefined): BackgroundOutcome {
    if (this.#stopOutcome) return this.#stopOutcome
    if (isInterrupted(last)) return 'interrupted'
    if (last?.type === 'final_response_metadata') return last.finishReason === 'stopped' ? 'stopped' : 'done'
    return last?.type === 'error' ? outcomeOfError(last.error) : 'failed'
  }

  get #key() {
    return { userId: this.#row.user_id, replyId: this.#row.reply_id }
  }

  async #finish(outcome: BackgroundOutcome): Promise<void> {
    const { database, serverName, now } = this.#dependencies
    const key = { ...this.#key, conversationId: this.#row.conversation_id }
    await finishReply(database, key, { server: serverName, outcome, finishedAt: now() })
  }

  #release(): Promise<void> {
    const { database, serverName } = this.#dependencies
    return releaseReplyLease(database, this.#key, serverName)
  }

  async #check(): Promise<void> {
    const { database, serverName, now } = this.#dependencies
    const row = await extendReplyLease(database, this.#key, {
      server: serverName,
      leaseUntil: now() + REPLY_LEASE_MS,
    })
    if (!row) {
      this.#isLost = true
      return this.#startedReply.stop('interrupted')
    }
    if (row.is_stopping === 1) return this.stop('stopped')
    const outcome = await endOfRights(this.#dependencies.accounts, row)
    if (outcome) this.stop(outcome)
  }
}

/** Returns why a reply may not continue: its session, or a membership that it began with, has ended. */
export async function endOfRights(
  accounts: Pick<Accounts, 'callerOfSession'>,
  row: BackgroundReplyRow,
): Promise<BackgroundOutcome | undefined> {
  try {
    const caller = await accounts.callerOfSession(row.session_hash)
    const current = new Set(organizationIdsOf(caller))
    const begun = JSON.parse(row.organization_ids) as readonly string[]
    return begun.every((id) => current.has(id)) ? undefined : 'membership-ended'
  } catch (error) {
    if (error instanceof DomainError && error.code === 'SESSION_EXPIRED') return 'session-ended'
    throw error
  }
}

export const organizationIdsOf = (caller: Caller): readonly string[] =>
  caller.kind === 'visitor' ? [] : (caller.organizationIds ?? [])

const isInterrupted = (last: ReplyEvent | undefined): boolean =>
  last?.type === 'error'
    ? last.error === 'REPLY_INTERRUPTED'
    : last?.type === 'final_response_metadata' && last.finishReason === 'interrupted'

const rejectionOf = (error: unknown): ReplyEvent => ({
  type: 'error',
  error: error instanceof DomainError ? error.code : 'INTERNAL',
  message: '',
  retryable: false,
})

const OUTCOMES: Readonly<Partial<Record<string, BackgroundOutcome>>> = {
  ALLOWANCE_EXHAUSTED: 'allowance-exhausted',
  COST_LIMIT_EXCEEDED: 'allowance-exhausted',
  SESSION_EXPIRED: 'session-ended',
}

const outcomeOfError = (code: string): BackgroundOutcome => OUTCOMES[code] ?? 'failed'
