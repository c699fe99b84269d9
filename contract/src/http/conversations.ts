import { z } from 'zod'
import { attachment } from '../entities/attachment.ts'
import {
  conversationMessage,
  conversationPage,
  conversationSummary,
  foundConversation,
} from '../entities/conversation.ts'
import {
  MAX_CONVERSATION_TAG_LENGTH,
  MAX_CONVERSATION_TAGS,
  CONVERSATIONS_AT_ONCE,
  MAX_TITLE_LENGTH,
  TITLE_SOURCES,
} from '../entities/conversation-limits.ts'
import { MAX_MESSAGE_LENGTH } from '../entities/message.ts'
import { defineEndpoint, type Endpoint } from './endpoint.ts'
import { opaqueId } from './chat.ts'

/** Maximum number of conversations per import, and of messages per conversation. */
export const MAX_IMPORT_CONVERSATIONS = 100
export const MAX_IMPORT_MESSAGES = 10_000
/** Maximum number of files of unsent messages per import. */
export const MAX_IMPORT_DRAFT_FILES = 500
/** Messages of one page of a conversation. */
export const MAX_PAGE_MESSAGES = 500

const ERRORS = ['UNAUTHORIZED', 'SESSION_EXPIRED', 'FORBIDDEN'] as const

const tagsOfConversation = z
  .array(
    z
      .string()
      .trim()
      .min(1)
      .max(MAX_CONVERSATION_TAG_LENGTH)
      .regex(/^\P{Cc}*$/u, 'no control characters'),
  )
  .max(MAX_CONVERSATION_TAGS)

const params = z.object({ id: opaqueId })

export const listConversations = defineEndpoint({
  method: 'GET',
  path: '/conversations',
  tag: 'conversations',
  summary:
    "List a member's conversations, newest first. `q` searches titles and text of all paths; all of its words must match, and each item has an excerpt with marks",
  access: 'signed-in',
  query: z.object({
    agentId: z.string().max(100).optional(),
    q: z.string().max(200).optional(),
    /** default: all */
    archived: z.enum(['true', 'false']).optional(),
    projectId: z.string().max(200).optional(),
    tag: z.string().max(MAX_CONVERSATION_TAG_LENGTH).optional(),
    /** default: all */
    pinned: z.enum(['true', 'false']).optional(),
    /** only what was changed at this time or later, and before that one */
    from: z.iso.datetime().optional(),
    to: z.iso.datetime().optional(),
    /** the `nextCursor` of the previous page */
    cursor: z.string().max(500).optional(),
    limit: z.coerce.number().int().min(1).max(100).default(20),
  }),
  responses: {
    200: {
      kind: 'json',
      schema: z.object({ items: z.array(foundConversation), nextCursor: z.string().nullable() }),
    },
  },
  errors: [...ERRORS, 'RATE_LIMITED'],
})

export const getConversation = defineEndpoint({
  method: 'GET',
  path: '/conversations/{id}',
  tag: 'conversations',
  summary:
    'Get a conversation with the messages of the path that it shows, oldest first; with `tree=1` those of all paths. With `limit` or `cursor` in pages, the newest messages first: a page has up to `limit` messages and 1 MB of text, and `nextCursor` leads to the older ones',
  access: 'signed-in',
  params,
  query: z.object({
    /** the `nextCursor` of the page with newer messages */
    cursor: z.string().max(500).optional(),
    limit: z.coerce.number().int().min(1).max(MAX_PAGE_MESSAGES).optional(),
    /** 1: the messages of all paths, not in pages */
    tree: z.enum(['0', '1']).optional(),
  }),
  responses: { 200: { kind: 'json', schema: conversationPage } },
  errors: [...ERRORS, 'NOT_FOUND'],
})

export const patchConversation = defineEndpoint({
  method: 'PATCH',
  path: '/conversations/{id}',
  tag: 'conversations',
  summary:
    'Rename, archive, pin or tag a conversation, move it into a project or out of it, or change whether it counts as unread',
  access: 'signed-in',
  params,
  body: {
    kind: 'json',
    schema: z.object({
      title: z
        .string()
        .trim()
        .min(1)
        .max(MAX_TITLE_LENGTH)
        .regex(/^\P{Cc}*$/u, 'no control characters')
        .optional(),
      archived: z.boolean().optional(),
      /** null: out of its project */
      projectId: opaqueId.nullable().optional(),
      pinned: z.boolean().optional(),
      /** replaces the tags; upper and lower case are one */
      tags: tagsOfConversation.optional(),
      unread: z.boolean().optional(),
    }),
  },
  responses: { 200: { kind: 'json', schema: conversationSummary } },
  errors: [...ERRORS, 'NOT_FOUND'],
})

export const CONVERSATION_ACTIONS = [
  'archive',
  'unarchive',
  'pin',
  'unpin',
  'read',
  'delete',
  'restore',
] as const

export const changeConversations = defineEndpoint({
  method: 'POST',
  path: '/conversations/bulk',
  tag: 'conversations',
  summary:
    'Archive, pin, mark as read, delete or restore several conversations in one transaction; missing ones are skipped',
  access: 'signed-in',
  body: {
    kind: 'json',
    schema: z.object({
      ids: z.array(opaqueId).min(1).max(CONVERSATIONS_AT_ONCE),
      action: z.enum(CONVERSATION_ACTIONS),
    }),
  },
  responses: { 200: { kind: 'json', schema: z.object({ changed: z.int().nonnegative() }) } },
  errors: ERRORS,
})

export const listConversationTags = defineEndpoint({
  method: 'GET',
  path: '/conversations/tags',
  tag: 'conversations',
  summary: "List the tags of a member's conversations, the most used first",
  access: 'signed-in',
  responses: {
    200: {
      kind: 'json',
      schema: z.object({ items: z.array(z.object({ tag: z.string(), count: z.int().positive() })) }),
    },
  },
  errors: ERRORS,
})

export const deleteConversation = defineEndpoint({
  method: 'DELETE',
  path: '/conversations/{id}',
  tag: 'conversations',
  summary: 'Delete; can be undone for ten minutes',
  access: 'signed-in',
  params,
  responses: { 204: { kind: 'empty' } },
  errors: [...ERRORS, 'NOT_FOUND'],
})

export const restoreConversation = defineEndpoint({
  method: 'POST',
  path: '/conversations/{id}/restore',
  tag: 'conversations',
  summary: 'Undo the deletion, within ten minutes',
  access: 'signed-in',
  params,
  responses: { 200: { kind: 'json', schema: conversationSummary } },
  errors: [...ERRORS, 'NOT_FOUND'],
})

export const exportConversation = defineEndpoint({
  method: 'GET',
  path: '/conversations/{id}/export',
  tag: 'conversations',
  summary: 'Download a conversation',
  access: 'signed-in',
  params,
  query: z.object({ format: z.enum(['markdown', 'json']).default('markdown') }),
  responses: { 200: { kind: 'bytes', contentTypes: ['text/markdown', 'application/json'] } },
  errors: [...ERRORS, 'NOT_FOUND', 'RATE_LIMITED'],
})

export const putShownVersion = defineEndpoint({
  method: 'PUT',
  path: '/conversations/{id}/versions/{replyId}',
  tag: 'conversations',
  summary:
    'Show this version of a reply, with the newest path through it. The same as `PUT /conversations/{id}/leaf` with `continues`',
  access: 'signed-in',
  params: params.extend({ replyId: opaqueId }),
  responses: { 204: { kind: 'empty' } },
  errors: [...ERRORS, 'NOT_FOUND'],
})

export const putLeaf = defineEndpoint({
  method: 'PUT',
  path: '/conversations/{id}/leaf',
  tag: 'conversations',
  summary:
    'Show the path that ends with this message, and ask the next question after it; null shows none. Nothing is deleted',
  access: 'signed-in',
  params,
  body: {
    kind: 'json',
    schema: z.object({
      messageId: opaqueId.nullable(),
      /** true: the path continues to the newest message after it */
      continues: z.boolean().optional(),
    }),
  },
  responses: { 200: { kind: 'json', schema: conversationSummary } },
  errors: [...ERRORS, 'NOT_FOUND'],
})

export const forkConversation = defineEndpoint({
  method: 'POST',
  path: '/conversations/{id}/fork',
  tag: 'conversations',
  summary: 'Make a conversation of its own from the path to this message',
  access: 'signed-in',
  params,
  body: { kind: 'json', schema: z.object({ messageId: opaqueId }) },
  responses: { 201: { kind: 'json', schema: conversationSummary } },
  errors: [...ERRORS, 'NOT_FOUND', 'STORAGE_FULL'],
})

const messageParams = params.extend({ messageId: opaqueId })

export const deleteMessage = defineEndpoint({
  method: 'DELETE',
  path: '/conversations/{id}/messages/{messageId}',
  tag: 'conversations',
  summary:
    'Delete a message, or with `following=true` everything after it too; can be undone for ten minutes. If the shown path ends with it, another one is shown',
  access: 'signed-in',
  params: messageParams,
  query: z.object({ following: z.enum(['true', 'false']).default('false') }),
  responses: { 204: { kind: 'empty' } },
  errors: [...ERRORS, 'NOT_FOUND'],
})

export const restoreMessage = defineEndpoint({
  method: 'POST',
  path: '/conversations/{id}/messages/{messageId}/restore',
  tag: 'conversations',
  summary: 'Undo the deletion of a message and of what was deleted with it, within ten minutes',
  access: 'signed-in',
  params: messageParams,
  responses: { 200: { kind: 'json', schema: conversationSummary } },
  errors: [...ERRORS, 'NOT_FOUND'],
})

/** A conversation of an import. What is said of the conversation as a whole holds for a new one: one that exists stays as it is. */
export const conversationToImport = z.object({
  id: opaqueId,
  agentId: z.string().min(1).max(100),
  /** its id in another program: a second import finds it again under any `id` */
  sourceId: z.string().min(1).max(300).optional(),
  /** default: the beginning of the first question */
  title: z.string().max(1_000).optional(),
  titleSource: z.enum(TITLE_SOURCES).optional(),
  archived: z.boolean().optional(),
  pinned: z.boolean().optional(),
  unread: z.boolean().optional(),
  tags: tagsOfConversation.optional(),
  /** its project; none if the caller may not use that one */
  projectId: opaqueId.nullable().optional(),
  /** default: the times of its first and of its last message */
  createdAt: z.iso.datetime().optional(),
  updatedAt: z.iso.datetime().optional(),
  /** the last message of the path to show, null for none; default: the last one of the list */
  leafId: opaqueId.nullable().optional(),
  messages: z
    .array(
      conversationMessage.extend({
        role: z.enum(['user', 'assistant', 'tool']),
        id: opaqueId,
        content: z.string().max(MAX_MESSAGE_LENGTH),
        timestamp: z.iso.datetime(),
      }),
    )
    .min(1)
    .max(MAX_IMPORT_MESSAGES),
})
export type ConversationToImport = z.infer<typeof conversationToImport>

export const importConversations = defineEndpoint({
  method: 'POST',
  path: '/conversations/import',
  tag: 'conversations',
  summary:
    'Import conversations, with the tree of their messages, titles, tags, pins and projects; without `parentId` each message follows the one before it. Existing conversation and message ids are skipped. With `visitorSessionId` the files that this visitor attached become files of the caller, within the limits of their plan',
  access: 'signed-in',
  body: {
    kind: 'json',
    schema: z.object({
      conversations: z.array(conversationToImport).max(MAX_IMPORT_CONVERSATIONS),
      /** the id of POST /imports, which can undo the whole */
      importId: opaqueId.optional(),
      /** the X-Session-Id that the caller had as a visitor */
      visitorSessionId: opaqueId.optional(),
      /** the visitor's files of messages that were not sent yet */
      draftFiles: z.array(attachment).max(MAX_IMPORT_DRAFT_FILES).optional(),
    }),
  },
  responses: {
    200: {
      kind: 'json',
      schema: z.object({
        addedMessages: z.int().nonnegative(),
        /** names of the files in the import that the caller does not have after it */
        missingFiles: z.array(z.string()),
      }),
    },
  },
  errors: ERRORS,
})

/** All endpoints of conversations, in the order of the documentation. */
export const CONVERSATION_CALLS: readonly Endpoint[] = [
  listConversations,
  importConversations,
  changeConversations,
  listConversationTags,
  getConversation,
  patchConversation,
  deleteConversation,
  restoreConversation,
  putLeaf,
  putShownVersion,
  forkConversation,
  deleteMessage,
  restoreMessage,
  exportConversation,
]
