import type { KnowledgeHit, KnowledgeKind } from '@vee/contract/http/knowledge'
import { startOfDay, shiftDay } from '@vee/contract/time/time-zone'
import { z } from 'zod'
import {
  agentsOfConversations,
  ownersWithKnowledge,
  readFileEntry,
} from '#db/queries/knowledge/searchable.ts'
import { listProjectDocuments } from '#db/queries/conversations/projects.ts'
import type { Database } from '#db/schema.ts'
import { type Caller, timeZoneOfCaller } from '../accounts/index.ts'
import { DomainError } from '../errors/domain-error.ts'
import { readCursor, writeCursor } from '../lists/cursor.ts'
import { countHeavyRead } from '../money/rate-limits/heavy-reads.ts'
import type { Counters } from '../money/rate-limits/counters.ts'
import type { IndexUpdater } from './index-updater.ts'
import type { KnowledgeIndex } from './knowledge-index.ts'
import type { KnowledgeVectors } from './knowledge-vectors.ts'
import type { PassageHit } from '@vee/contract/passages/passage-index'

/** Time in which a search reads what is not in the index yet, in ms; the rest is read afterwards. */
const READING_MS = 1_500
/** Pages of results: later ones are of no use. */
const MAX_OFFSET = 500

interface KnowledgeQuestion {
  readonly q: string
  readonly kinds?: readonly KnowledgeKind[] | undefined
  /** days in the caller's zone, or times; both inclusive */
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly speaker?: string | undefined
  /** the agent that asks, which answers from its own knowledge; default: the knowledge of all agents */
  readonly agentId?: string | null | undefined
  /** the project in which an agent asks; null: in none. Default: the knowledge of all projects */
  readonly inProject?: string | null | undefined
  /** only files and pages of knowledge bases */
  readonly isOnlyKnowledge?: boolean | undefined
  /** the conversation in which it is asked, which is left out */
  readonly exceptConversation?: string | undefined
  /** only what belongs to this project */
  readonly projectId?: string | undefined
  readonly cursor?: string | undefined
  readonly limit: number
}

interface KnowledgePage {
  readonly items: KnowledgeHit[]
  readonly nextCursor: string | null
  readonly unread: number
}

/** Finds passages in everything that a member may see. */
export interface Knowledge {
  /** Throws FORBIDDEN for callers without an account, VALIDATION for a wrong cursor, and RATE_LIMITED. */
  search(question: KnowledgeQuestion, caller: Caller): Promise<KnowledgePage>
  /** Returns the passages themselves, the best ones first; empty for callers without an account. */
  passages(question: KnowledgeQuestion, caller: Caller): Promise<readonly PassageHit[]>
  /** Returns which knowledge bases with texts the caller may search: those of the agent, of the project, and those for all agents. */
  knowledgeFor(
    asker: { readonly agentId: string; readonly projectId: string | null },
    caller: Caller,
  ): Promise<{ readonly ofAgent: boolean; readonly ofProject: boolean; readonly ofAll: boolean }>
}

interface KnowledgeDependencies {
  readonly database: Database
  readonly index: KnowledgeIndex
  readonly updater: IndexUpdater
  readonly vectors: Pick<KnowledgeVectors, 'vectorOf'>
  readonly counters: Counters
  /** milliseconds since 1970 */
  readonly now: () => number
}

const cursorSchema = z.tuple([z.int().min(1).max(MAX_OFFSET)])

export function createKnowledge({
  database,
  index,
  updater,
  vectors,
  counters,
  now,
}: KnowledgeDependencies): Knowledge {
  async function find(question: KnowledgeQuestion, caller: Caller) {
    const { q, kinds, from, to, speaker, agentId, inProject, isOnlyKnowledge, exceptConversation } = question
    const { projectId, cursor, limit } = question
    const [offset] =
      cursor === undefined ? [0] : readCursor(cursorSchema, cursor, 'This is no cursor of this search.')
    await countHeavyRead(counters, 'search', caller.id, now)
    const unread = await updater.update(caller.id, READING_MS)
    const vector = await vectors.vectorOf(q, caller)
    const zone = timeZoneOfCaller(caller)
    const { hits, hasMore } = await index.search(caller.id, {
      q,
      kinds,
      speaker,
      agentId,
      inProject,
      isOnlyKnowledge,
      exceptConversation,
      only: projectId === undefined ? undefined : await listProjectDocuments(database, caller.id, projectId),
      vector,
      from: from === undefined ? undefined : isDay(from) ? startOfDay(zone, from) : Date.parse(from),
      to: to === undefined ? undefined : isDay(to) ? startOfDay(zone, shiftDay(to, 1)) - 1 : Date.parse(to),
      offset,
      limit,
    })
    const next = offset + limit
    return { hits, unread, nextCursor: hasMore && next <= MAX_OFFSET ? writeCursor([next]) : null }
  }

  return {
    async search(question, caller) {
      if (caller.kind !== 'member')
        throw new DomainError('FORBIDDEN', 'Sign in to search what the server stores for you.')
      const { hits, unread, nextCursor } = await find(question, caller)
      const items = await present(hits, caller)
      return { items, nextCursor, unread }
    },

    async passages(question, caller) {
      if (caller.kind !== 'member') return []
      return (await find(question, caller)).hits
    },

    async knowledgeFor({ agentId, projectId }, caller) {
      if (caller.kind !== 'member') return { ofAgent: false, ofProject: false, ofAll: false }
      const owners = await ownersWithKnowledge(database, caller.id)
      return {
        ofAgent: owners.some(({ agent_id }) => agent_id === agentId),
        ofProject: projectId !== null && owners.some(({ project_id }) => project_id === projectId),
        ofAll: owners.some(({ agent_id, project_id }) => agent_id === null && project_id === null),
      }
    },
  }

  async function present(hits: readonly PassageHit[], caller: Caller): Promise<KnowledgeHit[]> {
    const files = new Map<string, string>()
    for (const { kind, id, knowledge } of hits) {
      const file =
        kind === 'file' && !knowledge && !files.has(id)
          ? await readFileEntry(database, caller.id, id)
          : undefined
      if (file) files.set(id, file.conversation_id)
    }
    const conversationOf = ({ kind, id }: PassageHit) => (kind === 'conversation' ? id : files.get(id))
    const conversationIds = [...new Set(hits.flatMap((hit) => conversationOf(hit) ?? []))]
    const agents = await agentsOfConversations(database, caller.id, conversationIds)
    return hits.map((hit) => {
      const { kind, id, title, excerpt, marks, place, at, speaker } = hit
      const conversationId = conversationOf(hit)
      const agentId = conversationId === undefined ? undefined : agents.get(conversationId)
      return {
        kind,
        id,
        title,
        excerpt,
        marks: marks.map(([start, end]) => [start, end]),
        place,
        at: new Date(at).toISOString(),
        ...(speaker !== undefined && { speaker }),
        ...(conversationId !== undefined && { conversationId }),
        ...(agentId !== undefined && { agentId }),
        ...(kind === 'meeting' && { meetingId: id }),
        ...(hit.knowledge && { knowledgeId: hit.knowledge.id }),
        ...(typeof hit.knowledge?.url === 'string' && { url: hit.knowledge.url }),
      }
    })
  }
}

const isDay = (time: string) => !time.includes('T')
