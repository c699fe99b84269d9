import { z } from 'zod'
import { actionItem, minutes, transcriptLine } from '../entities/meeting.ts'
import { secretKind } from '../text/find-secrets.ts'
import { opaqueId } from './chat.ts'
import { defineEndpoint, type Endpoint } from './endpoint.ts'

/** Links of one member that still open, at most. */
export const MAX_LINKS = 200
export const MAX_LINK_DAYS = 365
const MAX_LINK_TITLE_LENGTH = 200
/** Messages, or lines of a transcript, of one page of what a link shows. */
export const SHARED_PAGE_ITEMS = 200

const errors = ['UNAUTHORIZED', 'SESSION_EXPIRED', 'FORBIDDEN', 'NOT_FOUND'] as const

/**
 * What a link leaves out. `names`: of the owner, of custom assistants, and of people in a meeting, also in its texts; `files`:
 * names of attached and cited files; `costs`: prices and models; `reasoning`: of models.
 */
const hidden = z.enum(['names', 'files', 'costs', 'reasoning'])
export type HiddenPart = z.infer<typeof hidden>

const fields = {
  title: z
    .string()
    .trim()
    .min(1)
    .max(MAX_LINK_TITLE_LENGTH)
    .regex(/^\P{Cc}*$/u, 'no control characters'),
  /** from now; null: the link does not end */
  expiresInDays: z.int().min(1).max(MAX_LINK_DAYS).nullable(),
  /** true: shows what is there when it is opened; false: what was there when the link was made */
  follows: z.boolean(),
  hides: z.array(hidden).max(4),
  /** whether a reader may continue a copy */
  allowsCopy: z.boolean(),
}

export const shareLink = z.object({
  id: z.string(),
  kind: z.enum(['conversation', 'meeting']),
  /** id of the conversation or meeting */
  ref: z.string(),
  title: z.string(),
  expiresAt: z.string().nullable(),
  follows: z.boolean(),
  hides: z.array(hidden),
  allowsCopy: z.boolean(),
  /** how often it was opened, by anyone but bots that load no page */
  views: z.int().nonnegative(),
  lastViewedAt: z.string().nullable(),
  createdAt: z.string(),
})
export type ShareLink = z.infer<typeof shareLink>

/** Something in the shared text that people rarely mean to publish. */
const warning = z.object({ kind: secretKind, count: z.int().positive() })
export type SecretWarning = z.infer<typeof warning>

const newLink = shareLink.extend({
  /** shown once: the server stores a hash of it */
  token: z.string(),
  url: z.string(),
  warnings: z.array(warning),
})
export type NewShareLink = z.infer<typeof newLink>

const callsAt = (tag: string, path: '/conversations' | '/meetings', thing: string) => ({
  list: defineEndpoint({
    method: 'GET',
    path: `${path}/{id}/links`,
    tag,
    summary: `List the links to ${thing}, newest first, with what its text contains that is rarely meant to be published`,
    access: 'signed-in',
    params: z.object({ id: opaqueId.max(200) }),
    responses: {
      200: {
        kind: 'json',
        schema: z.object({ items: z.array(shareLink), warnings: z.array(warning) }),
      },
    },
    errors,
  }),
  make: defineEndpoint({
    method: 'POST',
    path: `${path}/{id}/links`,
    tag,
    summary: `Make a link with which anyone can read ${thing}`,
    access: 'signed-in',
    params: z.object({ id: opaqueId.max(200) }),
    body: {
      kind: 'json',
      schema: z.object({
        title: fields.title.optional(),
        expiresInDays: fields.expiresInDays.default(7),
        follows: fields.follows.default(false),
        hides: fields.hides.default(['names', 'costs', 'reasoning']),
        allowsCopy: fields.allowsCopy.default(false),
      }),
    },
    responses: { 201: { kind: 'json', schema: newLink } },
    errors: [...errors, 'STORAGE_FULL'],
  }),
})

export const conversationLinks = callsAt('conversations', '/conversations', 'a conversation')
export const meetingLinks = callsAt('meetings', '/meetings', 'a meeting')

export const listLinks = defineEndpoint({
  method: 'GET',
  path: '/links',
  tag: 'links',
  summary: 'List all links of the caller that still open, newest first',
  access: 'signed-in',
  responses: { 200: { kind: 'json', schema: z.object({ items: z.array(shareLink) }) } },
  errors: ['UNAUTHORIZED', 'SESSION_EXPIRED', 'FORBIDDEN'],
})

export const changeLink = defineEndpoint({
  method: 'PATCH',
  path: '/links/{id}',
  tag: 'links',
  summary: 'Change the name, the end, or what a link hides and allows',
  access: 'signed-in',
  params: z.object({ id: opaqueId.max(200) }),
  body: {
    kind: 'json',
    schema: z
      .object({
        title: fields.title,
        expiresInDays: fields.expiresInDays,
        hides: fields.hides,
        allowsCopy: fields.allowsCopy,
      })
      .partial(),
  },
  responses: { 200: { kind: 'json', schema: shareLink } },
  errors,
})

export const revokeLink = defineEndpoint({
  method: 'DELETE',
  path: '/links/{id}',
  tag: 'links',
  summary: 'Revoke a link; nobody can read with it anymore',
  access: 'signed-in',
  params: z.object({ id: opaqueId.max(200) }),
  responses: { 204: { kind: 'empty' } },
  errors,
})

const sharedSource = z.object({
  number: z.int().positive(),
  title: z.string(),
  url: z.string().nullable(),
  site: z.string().nullable(),
})

const sharedMessage = z.object({
  id: z.string(),
  role: z.enum(['user', 'assistant']),
  content: z.string(),
  /** the assistant of the conversation, or the one that wrote this reply */
  agentId: z.string(),
  timestamp: z.string(),
  /** names of attached files */
  files: z.array(z.string()),
  sources: z.array(sharedSource),
  model: z.string().optional(),
  costUsd: z.number().nonnegative().optional(),
})
export type SharedMessage = z.infer<typeof sharedMessage>

const sharedMeeting = z.object({
  meetingDate: z.string(),
  participants: z.array(z.string()),
  summary: z.string(),
  minutes: minutes.nullable(),
  actionItems: z.array(actionItem),
  /** the transcript if it has no lines */
  transcript: z.string(),
  /** of this page */
  transcriptLines: z.array(transcriptLine),
})
export type SharedMeeting = z.infer<typeof sharedMeeting>

const shared = z.object({
  title: z.string(),
  kind: z.enum(['conversation', 'meeting']),
  /** the name of the owner, unless the link hides names */
  sharedBy: z.string().nullable(),
  createdAt: z.string(),
  allowsCopy: z.boolean(),
  /** names of the custom assistants in the messages, by their id; empty if the link hides names */
  agentNames: z.record(z.string(), z.string()),
  /** oldest first; of a conversation */
  messages: z.array(sharedMessage).optional(),
  /** of a meeting */
  meeting: sharedMeeting.optional(),
  nextCursor: z.string().nullable(),
})
export type SharedItem = z.infer<typeof shared>

export const getShared = defineEndpoint({
  method: 'GET',
  path: '/shared/{token}',
  tag: 'links',
  summary:
    'Read what a link shares, without an account. Unknown, ended, revoked and deleted ones are the same 404',
  access: 'public',
  params: z.object({ token: z.string().max(200) }),
  query: z.object({
    /** the `nextCursor` of the previous page */
    cursor: z.string().max(20).regex(/^\d+$/).optional(),
  }),
  responses: { 200: { kind: 'json', schema: shared } },
  errors: ['NOT_FOUND', 'RATE_LIMITED'],
})

export const LINK_CALLS: readonly Endpoint[] = [
  conversationLinks.list,
  conversationLinks.make,
  meetingLinks.list,
  meetingLinks.make,
  listLinks,
  changeLink,
  revokeLink,
  getShared,
]
