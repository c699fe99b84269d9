import { MICRO_USD_PER_USD } from '#providers/llm/prices.ts'
import { DEFAULT_AGENT_ID } from '@vee/contract/entities/agent-ids'
import { randomUUID } from 'node:crypto'
import type { BackgroundOutcome, BackgroundReply } from '@vee/contract/http/background-replies'
import { DAY_MS } from '@vee/contract/time/durations'
import { z } from 'zod'
import {
  beginningsOfReplies,
  costsOfReplies,
  countRunning,
  deleteFinishedReplies,
  findBackgroundReply,
  finishReply,
  insertBackgroundReply,
  markReported,
  requestStop,
  selectBackgroundReplies,
  selectOrphans,
  serversWithReplies,
  takeOverReply,
  type BackgroundReplyRow,
} from '#db/queries/conversations/background-replies.ts'
import { dropTruncatedReply, isReplyComplete } from '#db/queries/conversations/stored-replies.ts'
import type { Database } from '#db/schema.ts'
import { reportBackgroundFailure } from '#lib/background.ts'
import { hashOfToken, inTimeZone, memberIdOf, type Accounts, type Caller } from '../../accounts/index.ts'
import type { AgentCatalogue } from '../../agents/catalogue/index.ts'
import { DomainError } from '../../errors/domain-error.ts'
import { readCursor, writeCursor } from '../../lists/cursor.ts'
import type { Ledger } from '../../money/ledger/index.ts'
import type { Replies, StartedReply } from '../replies.ts'
import type { Question } from './reply-run.ts'
import { BackgroundRun, endOfRights, organizationIdsOf, REPLY_LEASE_MS } from './background-run.ts'

/** Running at the same time for one member. */
const MAX_RUNNING = 3
/** A reply that so many servers began ends as interrupted: it may be what ends them. */
const MAX_ATTEMPTS = 3
const FINISHED_REPLY_RETENTION_MS = 30 * DAY_MS
/** of the question, in UTF-16 code units */
const EXCERPT_LENGTH = 200
/** of the reply, in characters */
const TEXT_LENGTH = 1_000

export interface BackgroundRepliesDependencies {
  readonly database: Database
  readonly replies: Pick<Replies, 'startHere' | 'stop'>
  readonly agents: Pick<AgentCatalogue, 'staysInBrowser'>
  readonly accounts: Pick<Accounts, 'callerOfSession'>
  readonly ledger: Pick<Ledger, 'revoke'>
  readonly serverIdentity: { readonly name: string; readonly hasEnded: (name: string) => boolean }
  /** milliseconds since 1970 */
  readonly now: () => number
}

interface BackgroundReplyQuery {
  readonly state?: 'running' | 'finished' | undefined
  readonly cursor?: string | undefined
  readonly limit: number
}

/** Replies that are written without their callers, over restarts, on any server, and reported once. */
export interface BackgroundReplies {
  /**
   * Starts a reply, and resolves once it has begun. Throws FORBIDDEN without a personal account, RATE_LIMITED if too many
   * run, and like any reply.
   */
  start(question: Question, caller: Caller, token: string | undefined): Promise<{ readonly replyId: string }>
  /** Lists those of the caller, the newest first. Throws FORBIDDEN without a personal account. */
  list(
    caller: Caller,
    query: BackgroundReplyQuery,
  ): Promise<{ readonly items: BackgroundReply[]; readonly nextCursor?: string }>
  /** Stops one on whichever server runs it. Returns false if the caller has none with this id. */
  stop(replyId: string, caller: Caller): Promise<boolean>
  /** Claims the report of the end. Returns whether the caller is the first who reports it. Throws NOT_FOUND for a reply of another. */
  claimReport(replyId: string, caller: Caller): Promise<{ readonly isFirst: boolean }>
  /** Takes up replies whose server has ended. */
  takeUp(): Promise<void>
  purge(): Promise<void>
  /** Called before the replies are closed: interrupted ones are taken up by another server, or the next one. */
  prepareClose(): void
  /** Resolves when no reply runs here. */
  close(): Promise<void>
}

export function createBackgroundReplies(dependencies: BackgroundRepliesDependencies): BackgroundReplies {
  return new DatabaseBackgroundReplies(dependencies)
}

const NEEDS_ACCOUNT =
  'A reply in the background is kept in your conversation, which takes a personal account.'

class DatabaseBackgroundReplies implements BackgroundReplies {
  readonly #dependencies: BackgroundRepliesDependencies
  readonly #runs = new Map<string, BackgroundRun>()
  #isClosing = false

  constructor(dependencies: BackgroundRepliesDependencies) {
    this.#dependencies = dependencies
  }

  async start({ ownKeys, ...question }: Question, caller: Caller, token = '') {
    const { database, replies, now } = this.#dependencies
    const userId = memberIdOf(caller, NEEDS_ACCOUNT)
    const replyId = question.replyId ?? randomUUID()
    if (await findBackgroundReply(database, { userId, replyId })) return { replyId }
    await this.#assertPossible(question, userId)
    const startedReply = replies.startHere({ ...question, replyId, ownKeys }, caller)
    await startedReply.begun
    const start = await firstEvent(startedReply)
    if (start?.type !== 'start')
      throw new DomainError('REPLY_INTERRUPTED', 'This reply could not be started.')
    const row: BackgroundReplyRow = {
      user_id: userId,
      reply_id: replyId,
      conversation_id: start.conversationId,
      agent_id: start.agentId,
      question: (question.messages.at(-1)?.content ?? '').slice(0, EXCERPT_LENGTH),
      request: JSON.stringify({
        question: { ...question, replyId, conversationId: start.conversationId },
        timeZone: caller.timeZone,
      }),
      session_hash: hashOfToken(token),
      organization_ids: JSON.stringify(organizationIdsOf(caller)),
      has_own_keys: ownKeys && Object.keys(ownKeys).length > 0 ? 1 : 0,
      outcome: null,
      is_stopping: 0,
      started_at: now(),
      finished_at: null,
      reported_at: null,
      server: this.#dependencies.serverIdentity.name,
      lease_until: now() + REPLY_LEASE_MS,
      attempts: 1,
    }
    await insertBackgroundReply(database, row)
    this.#follow(row, startedReply)
    return { replyId }
  }

  async list(caller: Caller, { state, cursor, limit }: BackgroundReplyQuery) {
    const { database } = this.#dependencies
    const userId = memberIdOf(caller, NEEDS_ACCOUNT)
    const rows = await selectBackgroundReplies(database, userId, {
      isRunning: state === undefined ? undefined : state === 'running',
      before: cursor === undefined ? undefined : positionOf(cursor),
      limit: limit + 1,
    })
    const page = rows.slice(0, limit)
    const ids = page.map(({ reply_id }) => reply_id)
    const [costs, texts] = await Promise.all([
      costsOfReplies(database, userId, ids),
      beginningsOfReplies(database, userId, ids, TEXT_LENGTH),
    ])
    const last = page.at(-1)
    return {
      items: page.map((row) =>
        presentReply(row, costs.get(row.reply_id) ?? 0, texts.get(row.reply_id) ?? ''),
      ),
      ...(rows.length > limit && last && { nextCursor: writeCursor([last.started_at, last.reply_id]) }),
    }
  }

  async stop(replyId: string, caller: Caller): Promise<boolean> {
    if (caller.kind !== 'member') return false
    const { database } = this.#dependencies
    const key = { userId: caller.id, replyId }
    if (!(await findBackgroundReply(database, key))) return false
    if (await requestStop(database, key)) this.#runs.get(idOf(key))?.stop('stopped')
    return true
  }

  async claimReport(replyId: string, caller: Caller) {
    const { database, now } = this.#dependencies
    const key = { userId: memberIdOf(caller, NEEDS_ACCOUNT), replyId }
    if (!(await findBackgroundReply(database, key)))
      throw new DomainError('NOT_FOUND', 'This reply does not exist.')
    return { isFirst: await markReported(database, key, now()) }
  }

  async takeUp(): Promise<void> {
    const { database, serverIdentity, now } = this.#dependencies
    if (this.#isClosing) return
    const servers = await serversWithReplies(database)
    const goneServers = servers.filter(
      (name) => name !== '' && name !== serverIdentity.name && serverIdentity.hasEnded(name),
    )
    for (const orphan of await selectOrphans(database, { goneServers, now: now() })) {
      const lease = { server: serverIdentity.name, leaseUntil: now() + REPLY_LEASE_MS }
      if (this.#runs.has(idOf({ userId: orphan.user_id, replyId: orphan.reply_id }))) continue
      if (!(await takeOverReply(database, orphan, lease))) continue
      await this.#resume({ ...orphan, server: serverIdentity.name, attempts: orphan.attempts + 1 }).catch(
        (error: unknown) => reportBackgroundFailure('reply taken up', error),
      )
    }
  }

  async purge(): Promise<void> {
    await deleteFinishedReplies(
      this.#dependencies.database,
      this.#dependencies.now() - FINISHED_REPLY_RETENTION_MS,
    )
  }

  prepareClose(): void {
    this.#isClosing = true
    for (const run of this.#runs.values()) run.prepareClose()
  }

  async close(): Promise<void> {
    await Promise.allSettled([...this.#runs.values()].map(({ ended }) => ended))
  }

  async #assertPossible({ agentId = DEFAULT_AGENT_ID }: Question, userId: string): Promise<void> {
    const { database, agents } = this.#dependencies
    if (agents.staysInBrowser(agentId))
      throw new DomainError('FORBIDDEN', 'Conversations with this assistant stay in your browser.')
    if ((await countRunning(database, userId)) >= MAX_RUNNING)
      throw new DomainError('RATE_LIMITED', `At most ${MAX_RUNNING} replies run in the background at once.`, {
        retryAfterSeconds: 30,
      })
  }

  /** Runs a reply of a server that ended again, as its caller, unless it is complete or may not continue. */
  async #resume(row: BackgroundReplyRow): Promise<void> {
    const { database, accounts, ledger, replies } = this.#dependencies
    const key = { userId: row.user_id, id: row.conversation_id }
    if (await isReplyComplete(database, key, row.reply_id)) return this.#finish(row, 'done')
    const outcome = await this.#endBefore(row)
    if (outcome) return this.#finish(row, outcome)
    await dropTruncatedReply(database, key, row.reply_id)
    const stored = JSON.parse(row.request) as {
      readonly question: Question & { readonly replyId: string }
      readonly timeZone?: string
    }
    const caller = inTimeZone(await accounts.callerOfSession(row.session_hash), stored.timeZone)
    await ledger.revoke(caller, row.reply_id)
    this.#follow(row, replies.startHere(stored.question, caller))
  }

  async #endBefore(row: BackgroundReplyRow): Promise<BackgroundOutcome | undefined> {
    if (row.is_stopping === 1) return 'stopped'
    if (row.attempts > MAX_ATTEMPTS || row.has_own_keys === 1) return 'interrupted'
    return endOfRights(this.#dependencies.accounts, row)
  }

  async #finish(row: BackgroundReplyRow, outcome: BackgroundOutcome): Promise<void> {
    const { database, serverIdentity, now } = this.#dependencies
    const key = { userId: row.user_id, replyId: row.reply_id, conversationId: row.conversation_id }
    await finishReply(database, key, { server: serverIdentity.name, outcome, finishedAt: now() })
  }

  #follow(row: BackgroundReplyRow, startedReply: StartedReply): void {
    const { database, accounts, serverIdentity, now } = this.#dependencies
    const id = idOf({ userId: row.user_id, replyId: row.reply_id })
    const run = new BackgroundRun(
      { database, accounts, serverName: serverIdentity.name, now },
      row,
      startedReply,
    )
    this.#runs.set(id, run)
    if (this.#isClosing) run.prepareClose()
    const forget = () => {
      if (this.#runs.get(id) === run) this.#runs.delete(id)
    }
    run.ended.then(forget, (error: unknown) => {
      forget()
      reportBackgroundFailure('reply in the background', error)
    })
  }
}

async function firstEvent(startedReply: StartedReply) {
  for await (const { event } of startedReply.read(0, new AbortController().signal)) return event
  return undefined
}

/** A reply id contains no space. */
const idOf = ({ userId, replyId }: { readonly userId: string; readonly replyId: string }) =>
  `${userId} ${replyId}`

const cursorSchema = z.tuple([z.int().nonnegative(), z.string().max(200)])

function positionOf(cursor: string) {
  const [startedAt, replyId] = readCursor(cursorSchema, cursor, 'This is no cursor of a list.')
  return { startedAt, replyId }
}

const presentReply = (row: BackgroundReplyRow, costMicroUsd: number, text: string): BackgroundReply => ({
  replyId: row.reply_id,
  conversationId: row.conversation_id,
  agentId: row.agent_id,
  question: row.question,
  text: row.outcome === null ? '' : text,
  state: row.outcome === null ? 'running' : 'finished',
  outcome: row.outcome,
  startedAt: new Date(row.started_at).toISOString(),
  finishedAt: dateOf(row.finished_at),
  costUsd: costMicroUsd / MICRO_USD_PER_USD,
  reportedAt: dateOf(row.reported_at),
})

const dateOf = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString())
