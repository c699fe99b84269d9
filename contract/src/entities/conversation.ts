import { z } from 'zod'
import { attachment } from './attachment.ts'
import { PICTURES_PER_REPLY } from './attachment-limits.ts'
import { finishReason } from '../stream/reply-event.ts'
import { TITLE_SOURCES, MAX_VERSIONS } from './conversation-limits.ts'
import { keptMessage } from './message.ts'
import { MAX_SEARCH_SUGGESTIONS_LENGTH, source, SOURCES_PER_REPLY } from './source.ts'

/** A conversation in a list. */
export const conversationSummary = z.object({
  id: z.string(),
  /** the active agent, which answers next */
  agentId: z.string(),
  /** ids of the agents that took part, in the order in which they came; absent on servers before 2026-11-29 */
  participants: z.array(z.string()).optional(),
  title: z.string(),
  /** the first words of the first question, a model's summary of the first reply, or what the owner has typed */
  titleSource: z.enum(TITLE_SOURCES),
  createdAt: z.string(),
  /** time of the last question or reply; renaming and archiving do not change it */
  updatedAt: z.string(),
  /** of the path that is shown */
  messageCount: z.int().nonnegative(),
  archived: z.boolean(),
  projectId: z.string().nullable(),
  pinned: z.boolean(),
  /** in alphabetical order */
  tags: z.array(z.string()),
  /** a reply has ended without a reader, and the conversation was not opened since */
  unread: z.boolean(),
  /** the last message of the path that is shown; null if it shows none */
  leafId: z.string().nullable(),
})
export type ConversationSummary = z.infer<typeof conversationSummary>

/** A conversation in a list that was searched: with the words around the match that is the newest of it. */
export const foundConversation = conversationSummary.extend({
  /** empty if only the title matches; absent without `q` */
  excerpt: z.string().optional(),
  /** the message of the excerpt, on any path; null if only the title matches */
  messageId: z.string().nullable().optional(),
  /** the matching words in the excerpt: start and end, in UTF-16 code units */
  marks: z.array(z.tuple([z.int().nonnegative(), z.int().nonnegative()])).optional(),
})
export type FoundConversation = z.infer<typeof foundConversation>

const storedMessage = keptMessage.extend({
  /**
   * how the reply ended; a stopped, interrupted or failed one (`error`) contains the text up to that point
   */
  finishReason: finishReason.optional(),
  provider: z.string().optional(),
  costUsd: z.number().nonnegative().optional(),
  /** pictures that tools returned for the reply; their other results are not stored */
  pictures: z.array(attachment).max(PICTURES_PER_REPLY).optional(),
  /** true if a tool brought text from outside for the reply: the replies after it may obey that text */
  hasOutsideText: z.boolean().optional(),
  /** what was read for the reply or is cited in it, by number; replies of the server always have it */
  sources: z.array(source).max(SOURCES_PER_REPLY).optional(),
  /** HTML of the vendor's search that must be shown with the reply, sandboxed */
  searchSuggestions: z.string().max(MAX_SEARCH_SUGGESTIONS_LENGTH).optional(),
})

/** A version of a reply that is not the shown one, without what follows it. */
export const replyAlternative = storedMessage.pick({
  id: true,
  content: true,
  timestamp: true,
  isError: true,
  finishReason: true,
  model: true,
  provider: true,
  usage: true,
  costUsd: true,
  tool_calls: true,
  pictures: true,
  hasOutsideText: true,
  sources: true,
  searchSuggestions: true,
  speakers: true,
})
export type ReplyAlternative = z.infer<typeof replyAlternative>

/** A message as stored on the server. */
export const conversationMessage = storedMessage.extend({
  /** the message that it follows; null for a first message. Imported messages without it follow each other */
  parentId: z.string().max(200).nullable().optional(),
  /**
   * ids of all messages that follow the same message, this one included, in the order in which they were written; absent where there are
   * no others
   */
  siblings: z.array(z.string()).optional(),
  /** the other replies to the same question, in the order in which they were generated; `siblings` names them too */
  alternatives: z
    .array(replyAlternative)
    .max(MAX_VERSIONS - 1)
    .optional(),
  /** number of this version among all versions of the reply, from 1; default: the last one */
  version: z.int().min(1).max(MAX_VERSIONS).optional(),
})
export type ConversationMessage = z.infer<typeof conversationMessage>

export const conversation = conversationSummary.extend({
  /** of the shown path, or of all paths where the whole tree was asked for, each after its parent */
  messages: z.array(conversationMessage),
})
export type Conversation = z.infer<typeof conversation>

/** A conversation with all of its messages or one page of them. */
export const conversationPage = conversation.extend({
  /** of the page with older messages, null on the oldest page; only where pages were asked for */
  nextCursor: z.string().nullable().optional(),
})
export type ConversationPage = z.infer<typeof conversationPage>
