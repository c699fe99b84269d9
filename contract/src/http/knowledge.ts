import { z } from 'zod'
import { sourceKind, sourcePlace } from '../entities/source.ts'
import { defineEndpoint } from './endpoint.ts'

/** What belongs to a person and can be searched. */
export const knowledgeKind = sourceKind.exclude(['web'])
export type KnowledgeKind = z.infer<typeof knowledgeKind>

/** Longest question, in UTF-16 code units. */
export const MAX_KNOWLEDGE_QUERY_LENGTH = 400

/** A passage that answers a question. */
export const knowledgeHit = z.object({
  kind: knowledgeKind,
  /** of the file, meeting, note or conversation */
  id: z.string(),
  title: z.string(),
  excerpt: z.string(),
  /** where words of the question are in the excerpt, in UTF-16 code units */
  marks: z.array(z.tuple([z.int().nonnegative(), z.int().nonnegative()])),
  place: sourcePlace.nullable(),
  /** ISO 8601: when it was said, met, noted or attached */
  at: z.string(),
  /** who said it in a meeting; absent where nobody assigned a name */
  speaker: z.string().optional(),
  /** of the conversation, or the latest one with the file */
  conversationId: z.string().optional(),
  agentId: z.string().optional(),
  meetingId: z.string().optional(),
  /** of a file or page of knowledge */
  knowledgeId: z.string().optional(),
  /** of a page of knowledge */
  url: z.string().optional(),
})
export type KnowledgeHit = z.infer<typeof knowledgeHit>

export const searchKnowledge = defineEndpoint({
  method: 'GET',
  path: '/search',
  tag: 'conversations',
  summary:
    "Search a member's conversations, meetings, notes, files and knowledge, and what is shared with them: passages, the best ones first. `kinds` is a list with commas; `from` and `to` are days or times",
  access: 'signed-in',
  query: z.object({
    q: z.string().trim().min(1).max(MAX_KNOWLEDGE_QUERY_LENGTH),
    kinds: z
      .string()
      .transform((text) => text.split(','))
      .pipe(z.array(knowledgeKind).min(1).max(4))
      .optional(),
    from: z.union([z.iso.date(), z.iso.datetime({ offset: true })]).optional(),
    to: z.union([z.iso.date(), z.iso.datetime({ offset: true })]).optional(),
    /** a part of the name of who said it in a meeting */
    speaker: z.string().trim().min(1).max(200).optional(),
    /** only what belongs to this project; nothing if the caller may not use it */
    projectId: z.string().max(200).optional(),
    /** the `nextCursor` of the previous page */
    cursor: z.string().max(500).optional(),
    limit: z.coerce.number().int().min(1).max(50).default(20),
  }),
  responses: {
    200: {
      kind: 'json',
      schema: z.object({
        items: z.array(knowledgeHit),
        nextCursor: z.string().nullable(),
        /** files, meetings, notes and conversations that are not read yet; a later search finds them too */
        unread: z.int().nonnegative(),
      }),
    },
  },
  errors: ['UNAUTHORIZED', 'SESSION_EXPIRED', 'FORBIDDEN', 'RATE_LIMITED'],
})
