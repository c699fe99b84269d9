import { participantsOf } from '#db/queries/conversations/participants.ts'
import { resolveAgentId } from '@vee/contract/entities/agent-ids'
import type { ConversationSummary, FoundConversation } from '@vee/contract/entities/conversation'
import { foldForSearch } from '@vee/contract/text/search-fold'
import { z } from 'zod'
import { type ConversationRow, selectConversationRows } from '#db/queries/conversations/conversations.ts'
import { findMatchingMessage } from '#db/queries/conversations/excerpts.ts'
import { tagsOfConversations } from '#db/queries/conversations/labels.ts'
import type { Database } from '#db/schema.ts'
import { withoutNul } from '#lib/without-nul.ts'
import { readCursor, writeCursor } from '../lists/cursor.ts'
import { excerptOf } from './excerpt.ts'

/** Maximum number of search terms; more find nothing else and cost more. */
const MAX_TERMS = 8

/** Which conversations a list has. */
export interface ConversationQuery {
  readonly agentId?: string | undefined
  readonly q?: string | undefined
  readonly archived?: boolean | undefined
  readonly projectId?: string | undefined
  readonly tag?: string | undefined
  readonly pinned?: boolean | undefined
  /** times of the last question or reply, ISO 8601: from this one on, and before that one */
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly cursor?: string | undefined
  readonly limit: number
}

/** The last entry of a page: the next one starts after it. */
interface ConversationListPosition {
  /** milliseconds since 1970 */
  readonly updatedAt: number
  readonly id: string
}

const id = z
  .string()
  .min(1)
  .max(200)
  .refine((text) => !text.includes('\0'))
const cursorSchema = z.tuple([z.int().nonnegative(), id])

const encodeConversationCursor = ({ updatedAt, id }: ConversationListPosition) => writeCursor([updatedAt, id])

/** Throws VALIDATION for anything that `encodeConversationCursor` did not create. */
function decodeConversationCursor(cursor: string): ConversationListPosition {
  const [updatedAt, id] = readCursor(cursorSchema, cursor, 'This is no cursor of a list.')
  return { updatedAt, id }
}

export const termsOf = (q: string | undefined): readonly string[] =>
  withoutNul(q ?? '')
    .split(/\s+/)
    .filter((term) => term !== '')
    .slice(0, MAX_TERMS)

/** Returns the rows of a page, newest first. Throws VALIDATION for a cursor that it did not create. */
export async function pageOfConversations(
  database: Database,
  userId: string,
  { agentId, q, tag, from, to, cursor, limit, archived, projectId, pinned }: ConversationQuery,
): Promise<{ readonly rows: readonly ConversationRow[]; readonly nextCursor: string | null }> {
  const rows = await selectConversationRows(database, {
    userId,
    agentId: agentId && (resolveAgentId(agentId) ?? withoutNul(agentId)),
    archived,
    projectId: projectId && withoutNul(projectId),
    pinned,
    tagKey: tag === undefined ? undefined : foldForSearch(withoutNul(tag).trim()),
    from: from === undefined ? undefined : Date.parse(from),
    to: to === undefined ? undefined : Date.parse(to),
    terms: termsOf(q),
    after: cursor === undefined ? undefined : decodeConversationCursor(cursor),
    limit: limit + 1,
  })
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  const hasMore = rows.length > limit && last !== undefined
  return {
    rows: shown,
    nextCursor: hasMore ? encodeConversationCursor({ updatedAt: last.updated_at, id: last.id }) : null,
  }
}

/** Returns conversations as lists show them. */
export async function summariesOf(
  database: Database,
  rows: readonly ConversationRow[],
): Promise<ConversationSummary[]> {
  const [first] = rows
  if (!first) return []
  const ids = rows.map((row) => row.id)
  const tags = await tagsOfConversations(database, first.user_id, ids)
  return rows.map((row) => ({
    id: row.id,
    agentId: row.agent_id,
    participants: participantsOf(row),
    title: row.title,
    titleSource: row.title_source,
    createdAt: new Date(row.created_at).toISOString(),
    updatedAt: new Date(row.updated_at).toISOString(),
    messageCount: row.message_count,
    archived: row.archived === 1,
    projectId: row.project_id,
    pinned: row.pinned_at !== null,
    tags: tags.get(row.id) ?? [],
    unread: row.unread === 1,
    leafId: row.leaf_id,
  }))
}

export async function conversationSummaryOf(
  database: Database,
  row: ConversationRow,
): Promise<ConversationSummary> {
  const [summary] = await summariesOf(database, [row])
  if (!summary) throw new Error('a row has no summary')
  return summary
}

/** Returns conversations that were found with the words around the newest match of each. */
export async function withExcerpts(
  database: Database,
  userId: string,
  summaries: readonly ConversationSummary[],
  terms: readonly string[],
): Promise<FoundConversation[]> {
  const items: FoundConversation[] = []
  for (const summary of summaries) {
    const message = await findMatchingMessage(database, userId, summary.id, terms)
    items.push({
      ...summary,
      messageId: message?.id ?? null,
      ...(message ? excerptOf(message.content, terms) : { excerpt: '', marks: [] }),
    })
  }
  return items
}
