import { MICRO_USD_PER_USD } from '#providers/llm/prices.ts'
import { randomUUID } from 'node:crypto'
import { DAY_MS, MINUTE_MS } from '@vee/contract/time/durations'
import { findUser } from '#db/queries/accounts/users.ts'
import {
  claimMember,
  deleteOtherVectors,
  deleteVectors,
  dueMembers,
  eachVectors,
  extendLease,
  forgetIdleMembers,
  insertVectors,
  noteSearch,
  releaseMember,
} from '#db/queries/knowledge/vectors.ts'
import type { Database } from '#db/schema.ts'
import { inBackground } from '#lib/background.ts'
import { type Embedder, EMBEDDING_BATCH, type EmbeddingPurpose } from '#providers/embedding/embedding.ts'
import { ProviderFailure } from '#providers/failure.ts'
import { type Caller, presentUser } from '../accounts/index.ts'
import { DomainError } from '../errors/domain-error.ts'
import type { Ledger } from '../money/ledger/index.ts'
import type { IndexUpdater } from './index-updater.ts'
import type { KnowledgeIndex } from './knowledge-index.ts'
import { quantized, type VectorBatch } from './passage-vectors.ts'
import { openVectors, sealVectors, type VectorSeal, withoutDigests } from './sealed-vectors.ts'

/** How long a search waits for the vector of its question, in ms; without it, words decide. */
const QUESTION_TIMEOUT_MS = 1_500
/** A server that does not finish a batch in this time has died, in ms. */
const LEASE_MS = 5 * MINUTE_MS
/** Passages of one run; the rest is embedded by the next one. */
const MAX_PASSAGES_PER_RUN = 5_000
/** Passages in one row at most, and the number below which rows are joined once nothing is left to embed. */
const MAX_ROW_PASSAGES = 256
const SMALL_ROW = 64
/** After a failure of the endpoint, or while an allowance is used up, in ms. */
const RETRY_AFTER_MS = 10 * MINUTE_MS
/** Searches of a member within this time start embedding once, in ms. */
const EMBED_INTERVAL_MS = 30_000
/** Members who have not searched for so long have no vectors, in ms. */
const IDLE_MS = 30 * DAY_MS
/** Members of one run of the job. */
const MAX_MEMBERS = 3
/** Vectors of passages and questions, at the endpoint that the host has chosen. */
export interface KnowledgeVectors {
  /** Returns the vector of a question, and lets the passages be embedded that are not; undefined: words alone decide. */
  vectorOf(question: string, caller: Caller): Promise<readonly number[] | undefined>
  /** Embeds what is due for some members, and forgets what is gone. Several servers may do this at once. */
  embedDue(signal: AbortSignal): Promise<void>
  /** Ends embedding, and waits for what is being stored. */
  stop(): Promise<void>
}

/** A model on this server may have to be fetched first; until then words decide. */
const isReady = (embedder: Embedder | undefined) =>
  embedder !== undefined && embedder.download?.preparation() === undefined

interface StoredBatch {
  /** of its row */
  readonly id: string
  readonly batch: VectorBatch
}

interface KnowledgeVectorsDependencies {
  readonly database: Database
  readonly index: KnowledgeIndex
  readonly updater: IndexUpdater
  /** returns the one that the host has chosen; undefined: none */
  readonly currentEmbedder: () => Embedder | undefined
  readonly ledger: Pick<Ledger, 'reserve'>
  readonly seal: VectorSeal
  /** called with a failure of the endpoint; contains no text */
  readonly onFailure: (failure: unknown) => void
  /** milliseconds since 1970 */
  readonly now: () => number
}

export const createKnowledgeVectors = (dependencies: KnowledgeVectorsDependencies): KnowledgeVectors =>
  new MemberVectors(dependencies)

class MemberVectors implements KnowledgeVectors {
  readonly #dependencies: KnowledgeVectorsDependencies
  /** when searches of members were last recorded, in ms since 1970 */
  readonly #noted = new Map<string, number>()
  readonly #stopped = new AbortController()
  readonly #running = new Set<Promise<void>>()

  constructor(dependencies: KnowledgeVectorsDependencies) {
    this.#dependencies = dependencies
  }

  async vectorOf(question: string, caller: Caller): Promise<readonly number[] | undefined> {
    const embedder = this.#dependencies.currentEmbedder()
    if (!embedder) return undefined
    const hasVectors = await this.#load(caller.id, embedder)
    await this.#note(caller)
    if (!hasVectors || !isReady(embedder)) return undefined
    const purpose = { embedder, purpose: 'query' } as const
    try {
      return (await this.#embed([question], purpose, caller, AbortSignal.timeout(QUESTION_TIMEOUT_MS)))[0]
    } catch (error) {
      this.#assertExpected(error)
      return undefined
    }
  }

  async embedDue(signal: AbortSignal): Promise<void> {
    const { database, now, currentEmbedder } = this.#dependencies
    if (!isReady(currentEmbedder())) return
    await forgetIdleMembers(database, now() - IDLE_MS)
    for (const userId of await dueMembers(database, now(), MAX_MEMBERS)) {
      if (signal.aborted) return
      const row = await findUser(database, userId)
      if (!row) continue
      const user = presentUser(row, now())
      await this.#embedFor({ kind: 'member', id: userId, ip: '', user, tokenProvider: 'local' }, signal)
    }
  }

  async stop(): Promise<void> {
    this.#stopped.abort()
    await Promise.allSettled(this.#running)
  }

  /** Records that a member searches, and embeds their passages in the background. */
  async #note(caller: Caller): Promise<void> {
    const { database, now } = this.#dependencies
    const last = this.#noted.get(caller.id)
    if (last !== undefined && now() - last < EMBED_INTERVAL_MS) return
    if (this.#noted.size > 10_000) this.#noted.clear()
    this.#noted.set(caller.id, now())
    await noteSearch(database, caller.id, now(), now())
    const work = this.#embedFor(caller, this.#stopped.signal)
    this.#running.add(work)
    inBackground(
      'passages embedded',
      work.finally(() => this.#running.delete(work)),
    )
  }

  async #embedFor(caller: Caller, signal: AbortSignal): Promise<void> {
    const { database, now, currentEmbedder } = this.#dependencies
    const embedder = currentEmbedder()
    if (!embedder || !isReady(embedder)) return
    if (!(await claimMember(database, caller.id, now(), now() + LEASE_MS))) return
    let dueAt = now() + RETRY_AFTER_MS
    try {
      if (await this.#embedMissing(caller, embedder, signal)) {
        await this.#forgetGone(caller.id, embedder)
        dueAt = now() + DAY_MS
      } else dueAt = now()
    } catch (error) {
      // What was interrupted goes on with the next run.
      if (signal.aborted) dueAt = now()
      else this.#assertExpected(error)
    } finally {
      await releaseMember(database, caller.id, dueAt)
    }
  }

  /** Returns whether nothing is left. */
  async #embedMissing(caller: Caller, embedder: Embedder, signal: AbortSignal): Promise<boolean> {
    const { database, index, updater, now } = this.#dependencies
    await updater.updateFully(caller.id)
    await this.#load(caller.id, embedder)
    await deleteOtherVectors(database, caller.id, embedder.id)
    const batchSize = embedder.batchSize ?? EMBEDDING_BATCH
    for (let count = 0; count < MAX_PASSAGES_PER_RUN; count += batchSize) {
      if (signal.aborted) return false
      const passages = await index.passagesWithoutVector(caller.id, batchSize)
      if (passages.length === 0) return true
      await extendLease(database, caller.id, now() + LEASE_MS)
      const texts = passages.map(({ text }) => text)
      await this.#embed(texts, { embedder, purpose: 'passage' }, caller, signal, async (vectors) => {
        const batch = { digests: passages.map(({ digest }) => digest), ...quantized(vectors) }
        await this.#store(caller.id, embedder, [batch])
        await index.addVectors(caller.id, embedder.id, batch)
      })
    }
    return false
  }

  /** Loads stored vectors into the index, unless it has them. Returns whether there are any. */
  async #load(userId: string, embedder: Embedder): Promise<boolean> {
    const { database, index, seal } = this.#dependencies
    if ((await index.vectorModel(userId)) === embedder.id) return true
    const unreadable: string[] = []
    let hasVectors = false
    for await (const row of eachVectors(database, userId, embedder.id)) {
      const batch = openVectors(seal, row.vectors)
      hasVectors ||= batch !== undefined
      // Sealed with another key: they are made again.
      if (batch) await index.addVectors(userId, embedder.id, batch)
      else unreadable.push(row.id)
    }
    await deleteVectors(database, unreadable)
    return hasVectors
  }

  /** Deletes vectors of passages that are gone. */
  async #forgetGone(userId: string, embedder: Embedder): Promise<void> {
    const { database, index, updater, seal } = this.#dependencies
    await updater.updateFully(userId)
    // The thread may have made room for another member meanwhile.
    if ((await index.vectorModel(userId)) !== embedder.id) return
    const digests = new Set(await index.retainVectors(userId))
    const small: StoredBatch[] = []
    for await (const row of eachVectors(database, userId, embedder.id)) {
      const batch = openVectors(seal, row.vectors)
      const kept = batch && withoutDigests(batch, (digest) => !digests.has(digest))
      if (kept?.digests.length === row.passage_count) {
        if (row.passage_count < SMALL_ROW) small.push({ id: row.id, batch: kept })
        continue
      }
      if (kept && kept.digests.length > 0) await this.#store(userId, embedder, [kept])
      await deleteVectors(database, [row.id])
    }
    await this.#joinRows(userId, embedder, small)
  }

  /** Stores several rows as one: what is embedded is stored in the pieces in which it was paid. */
  async #joinRows(userId: string, embedder: Embedder, rows: readonly StoredBatch[]): Promise<void> {
    let joined: StoredBatch[] = []
    const flush = async () => {
      if (joined.length > 1) {
        await this.#store(
          userId,
          embedder,
          joined.map(({ batch }) => batch),
        )
        await deleteVectors(
          this.#dependencies.database,
          joined.map(({ id }) => id),
        )
      }
      joined = []
    }
    for (const row of rows) {
      const count = joined.reduce((sum, { batch }) => sum + batch.digests.length, 0)
      if (count + row.batch.digests.length > MAX_ROW_PASSAGES) await flush()
      joined.push(row)
    }
    await flush()
  }

  async #store(userId: string, embedder: Embedder, batches: readonly VectorBatch[]): Promise<void> {
    const { database, seal, now } = this.#dependencies
    for (const { vectors, count } of sealVectors(seal, batches))
      await insertVectors(database, {
        id: randomUUID(),
        user_id: userId,
        model: embedder.id,
        passage_count: count,
        vectors,
        created_at: now(),
      })
  }

  async #embed(
    texts: readonly string[],
    { embedder, purpose }: { readonly embedder: Embedder; readonly purpose: EmbeddingPurpose },
    caller: Caller,
    signal: AbortSignal,
    /** stores the vectors before they are charged: a server that is killed then embeds and charges them once */
    storeVectors: (vectors: readonly (readonly number[])[]) => Promise<void> = async () => {},
  ): Promise<readonly (readonly number[])[]> {
    const { ledger } = this.#dependencies
    const unitsOf = (tokens: number) => ({
      kind: 'embed' as const,
      tokens,
      price: {
        microUsd: Math.round((tokens * embedder.priceUsd * MICRO_USD_PER_USD) / 1_000_000),
        isEstimated: false,
      },
    })
    const length = texts.reduce((sum, text) => sum + text.length, 0)
    const reservation = await ledger.reserve({
      caller,
      provider: 'embedding',
      model: embedder.model,
      expected: unitsOf(Math.ceil(length / 3)),
    })
    try {
      const { vectors, tokens } = await embedder.embed(texts, purpose, signal)
      await storeVectors(vectors)
      await reservation.settle(unitsOf(tokens))
      return vectors
    } finally {
      // Nothing came of it: it is not charged. A settled reservation stays as it is.
      await reservation.settle(undefined)
    }
  }

  /** Failures of the endpoint and used-up allowances leave words alone; everything else is a bug. */
  #assertExpected(error: unknown): void {
    if (error instanceof ProviderFailure) this.#dependencies.onFailure(error)
    else if (!(error instanceof DomainError)) throw error
  }
}
