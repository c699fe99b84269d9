import { randomUUID } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Attachment } from '@vee/contract/entities/attachment'
import { DEFAULT_AGENT_ID, newConversationId, resolveAgentId } from '@vee/contract/entities/agent-ids'
import type {
  Conversation,
  ConversationMessage,
  ConversationPage,
  ConversationSummary,
  FoundConversation,
} from '@vee/contract/entities/conversation'
import {
  changeConversation,
  type ConversationKey,
  type ConversationRow,
  conversationsLock,
  findConversation,
  markDeleted,
  purgeDeleted,
  restoreDeleted,
} from '#db/queries/conversations/conversations.ts'
import {
  changeSeveral,
  listTags,
  readForTitle,
  replaceTags,
  restoreSeveral,
  setUnread,
  storeModelTitle,
} from '#db/queries/conversations/labels.ts'
import { findReadableProject } from '#db/queries/conversations/projects.ts'
import { storeFork } from '#db/queries/conversations/fork.ts'
import { findBySource, hasImport, markImported } from '#db/queries/conversations/imports.ts'
import { readMessagePage } from '#db/queries/conversations/message-pages.ts'
import {
  markMessageDeleted,
  moveLeaf,
  purgeDeletedMessages,
  restoreDeletedMessage,
} from '#db/queries/conversations/message-tree.ts'
import { importConversation } from '#db/queries/conversations/stored-messages.ts'
import type { Database } from '#db/schema.ts'
import { timeZoneOfCaller, type Caller, memberIdOf } from '../accounts/index.ts'
import { MEMBER_CONTENT_QUOTA, type MemberContentQuota, withinQuota } from '../storage/content-quota.ts'
import { type Counters, databaseCounters } from '../money/rate-limits/counters.ts'
import { notFound } from '../errors/domain-error.ts'
import { countHeavyRead } from '../money/rate-limits/heavy-reads.ts'
import { type Download, renderConversationExport, type ExportOptions } from './export.ts'
import { type IncomingConversation, newConversationOf } from './imported-conversation.ts'
import { withoutNul } from '#lib/without-nul.ts'
import { exportedMessages, keyOfRow, pathMessages, readConversation } from './read-conversation.ts'
import { storedSearchText } from '@vee/contract/text/search-fold'
import { z } from 'zod'
import { inWriteTransaction } from '#db/write-transaction.ts'
import type { CONVERSATION_ACTIONS } from '@vee/contract/http/conversations'
import {
  pageOfConversations,
  type ConversationQuery,
  summariesOf,
  conversationSummaryOf,
  termsOf,
  withExcerpts,
} from './conversation-list.ts'
import { readCursor, writeCursor } from '../lists/cursor.ts'

/** Positions are integers of 32 bits in Postgres. */
const messageCursorSchema = z.tuple([z.int32().positive()])

/** Encodes the position of the oldest message of a page. */
const encodeMessageCursor = (position: number) => writeCursor([position])

/** Throws VALIDATION for anything that `encodeMessageCursor` did not create. */
const decodeMessageCursor = (cursor: string): number =>
  readCursor(messageCursorSchema, cursor, 'This is no cursor of a conversation.')[0]

/** Time in which a deletion can be undone. */
const RESTORE_MS = 10 * 60_000
/** Default number of messages per page, and maximum bytes of their text. */
const PAGE_MESSAGES = 100
const MAX_PAGE_BYTES = 1_000_000

interface ConversationsDependencies {
  readonly database: Database
  /** default: those in the database */
  readonly counters?: Counters
  /** milliseconds since 1970 */
  readonly now: () => number
  readonly quota?: MemberContentQuota
  /** the files of imported messages; default: they are not imported */
  readonly visitorFiles?: {
    importFiles(
      imported: {
        readonly files: readonly Attachment[]
        readonly conversationId: string | undefined
        readonly visitor: Caller | undefined
      },
      caller: Caller,
    ): Promise<readonly string[]>
  }
  /** the sources of imported replies; default: they are not imported */
  readonly sources?: {
    import(
      conversation: { readonly id: string; readonly messages: readonly ConversationMessage[] },
      visitor: Caller | undefined,
      caller: Caller,
    ): Promise<void>
  }
}

/** The changed fields; undefined ones are unchanged. */
interface ConversationChange {
  readonly title?: string | undefined
  readonly archived?: boolean | undefined
  readonly projectId?: string | null | undefined
  readonly pinned?: boolean | undefined
  readonly tags?: readonly string[] | undefined
  readonly unread?: boolean | undefined
}

type BulkAction = (typeof CONVERSATION_ACTIONS)[number]

const BULK_CHANGES: Readonly<
  Record<Exclude<BulkAction, 'restore'>, (now: number) => Parameters<typeof changeSeveral>[2]>
> = {
  archive: () => ({ archived: 1 }),
  unarchive: () => ({ archived: 0 }),
  pin: (now) => ({ pinned_at: now }),
  unpin: () => ({ pinned_at: null }),
  read: () => ({ unread: 0 }),
  delete: (now) => ({ deleted_at: now }),
}

interface ConversationList {
  readonly items: FoundConversation[]
  readonly nextCursor: string | null
}

interface MessagesQuery {
  readonly cursor?: string | undefined
  readonly limit?: number | undefined
  /** true: the messages of all paths, without pages */
  readonly isTree?: boolean
  /** false: another than its owner reads it, or a program; it stays unread. Default: true */
  readonly isOpened?: boolean
}

/** The data of a visitor that a browser stores. */
interface ImportData {
  readonly conversations: readonly IncomingConversation[]
  /** the import that can undo the whole */
  readonly importId?: string | undefined
  /** the X-Session-Id that the caller had as a visitor */
  readonly visitorSessionId?: string | undefined
  /** files of messages that were not sent yet */
  readonly draftFiles?: readonly Attachment[] | undefined
}

interface ImportResult {
  readonly addedMessages: number
  /** names of the files that the caller does not have after the import */
  readonly missingFiles: string[]
}

/**
 * A member's conversations. Throws FORBIDDEN for other callers, and NOT_FOUND for any id that is not the
 * caller's.
 */
export interface Conversations {
  /** Newest first. Throws VALIDATION for a cursor that it did not create. */
  list(query: ConversationQuery, caller: Caller): Promise<ConversationList>
  /**
   * Returns the messages of the shown path or of all paths, or a page of them if the query has a limit or a cursor. Throws VALIDATION for a
   * cursor that it did not create.
   */
  get(id: string, query: MessagesQuery, caller: Caller): Promise<ConversationPage>
  /** Throws NOT_FOUND for a project that the caller may not use. */
  change(id: string, change: ConversationChange, caller: Caller): Promise<ConversationSummary>
  /** Changes several conversations at once; resolves with the number of those that were there. */
  changeSeveral(ids: readonly string[], action: BulkAction, caller: Caller): Promise<number>
  /** Returns the tags of the caller's conversations, the most used first. */
  tags(caller: Caller): Promise<{ readonly tag: string; readonly count: number }[]>
  /** Deletes a conversation; it can be restored for ten minutes. */
  delete(id: string, caller: Caller): Promise<void>
  restore(id: string, caller: Caller): Promise<ConversationSummary>
  /**
   * Shows the path that ends with a message, or with `continues` the newest path through it; null shows none. Throws NOT_FOUND if there
   * is no such message.
   */
  showMessage(
    id: string,
    messageId: string | null,
    caller: Caller,
    options?: { readonly continues?: boolean | undefined },
  ): Promise<ConversationSummary>
  /** Makes a conversation of the path to a message. Throws STORAGE_FULL if there is no room for it. */
  fork(id: string, messageId: string, caller: Caller): Promise<ConversationSummary>
  /** Deletes a message, or also what follows it; it can be restored for ten minutes. */
  deleteMessage(
    id: string,
    messageId: string,
    caller: Caller,
    options?: { readonly following?: boolean },
  ): Promise<void>
  restoreMessage(id: string, messageId: string, caller: Caller): Promise<ConversationSummary>
  export(id: string, options: ExportOptions, caller: Caller): Promise<Download>
  /**
   * Adds messages that do not exist yet, and takes over the visitor's files. Throws STORAGE_FULL if there is no room for the
   * messages; files without room are missing.
   */
  import(data: ImportData, caller: Caller): Promise<ImportResult>
  /** Returns the first question and its reply, as long as there is no other question and the title is of first words. */
  firstExchange(
    id: string,
    caller: Caller,
  ): Promise<readonly { readonly role: string; readonly content: string }[] | undefined>
  /** Stores a title that a model has made; never over one of a person. */
  setModelTitle(id: string, title: string, caller: Caller): Promise<void>
  /** Yields all conversations of a member with the messages of all paths, newest first. */
  all(userId: string): AsyncGenerator<Conversation, void, undefined>
  /** Deletes permanently what can no longer be restored. */
  purge(): Promise<void>
}

export function createConversations({
  database,
  now,
  counters = databaseCounters(database),
  quota = MEMBER_CONTENT_QUOTA,
  visitorFiles = { importFiles: async () => [] },
  sources = { import: async () => undefined },
}: ConversationsDependencies): Conversations {
  /** Returns null for a project that the caller may not use. */
  const usableProject = async (projectId: string | null | undefined, caller: Caller) => {
    if (projectId === undefined || projectId === null) return null
    const project = { userId: memberId(caller), id: withoutNul(projectId) }
    return (await findReadableProject(database, project))?.id ?? null
  }
  const find = async (key: ConversationKey) => assertFound(await findConversation(database, key))
  const pageOfMessages = async (
    row: ConversationRow,
    { cursor, limit = PAGE_MESSAGES }: MessagesQuery,
  ): Promise<ConversationPage> => {
    const key = keyOfRow(row)
    const before = cursor === undefined ? undefined : decodeMessageCursor(cursor)
    const { rows, hasOlder } = await readMessagePage(database, key, {
      before,
      limit,
      maxBytes: MAX_PAGE_BYTES,
    })
    const first = rows[0]
    return {
      ...(await conversationSummaryOf(database, row)),
      messages: [...(await pathMessages(database, key, rows))],
      nextCursor: first && hasOlder ? encodeMessageCursor(first.position) : null,
    }
  }

  return {
    async list(query, caller) {
      if (termsOf(query.q).length > 0) await countHeavyRead(counters, 'search', memberId(caller), now)
      const terms = termsOf(query.q)
      const { rows, nextCursor } = await pageOfConversations(database, memberId(caller), query)
      const summaries = await summariesOf(database, rows)
      const items =
        terms.length === 0 ? summaries : await withExcerpts(database, memberId(caller), summaries, terms)
      return { items, nextCursor }
    },

    async get(id, query, caller) {
      const row = await find(keyOf(id, caller))
      const isPaged = query.cursor !== undefined || query.limit !== undefined
      const { isTree = false, cursor, isOpened = !isTree && cursor === undefined } = query
      // Programs that read all of it have not shown it to a person.
      if (isOpened && row.unread === 1) await setUnread(database, keyOfRow(row), false)
      if (isPaged && !isTree) return pageOfMessages(row, query)
      return readConversation(database, keyOfRow(row), await conversationSummaryOf(database, row), { isTree })
    },

    async change(id, change, caller) {
      const key = keyOf(id, caller)
      if (change.projectId && (await usableProject(change.projectId, caller)) === null)
        throw notFound('project')
      await inWriteTransaction(database, conversationsLock(key.userId), async (transaction) => {
        const columns = columnsOf(change, now())
        if (Object.keys(columns).length > 0)
          assertChanged(await changeConversation(transaction, key, columns))
        else assertFound(await findConversation(transaction, key))
        if (change.tags) await replaceTags(transaction, key, change.tags.map(withoutNul))
      })
      return conversationSummaryOf(database, await find(key))
    },

    async changeSeveral(ids, action, caller) {
      const keys = { userId: memberId(caller), ids }
      if (action === 'restore') return restoreSeveral(database, keys, now() - RESTORE_MS)
      return changeSeveral(database, keys, BULK_CHANGES[action](now()))
    },

    tags: async (caller) => [...(await listTags(database, memberId(caller)))],

    async delete(id, caller) {
      assertChanged(await markDeleted(database, keyOf(id, caller), now()))
    },

    async restore(id, caller) {
      const key = keyOf(id, caller)
      assertChanged(await restoreDeleted(database, key, now() - RESTORE_MS))
      return conversationSummaryOf(database, await find(key))
    },

    async showMessage(id, messageId, caller, { continues = false } = {}) {
      const key = keyOf(id, caller)
      assertMessage(await moveLeaf(database, key, messageId, { continues }))
      return conversationSummaryOf(database, await find(key))
    },

    async fork(id, messageId, caller) {
      const from = keyOf(id, caller)
      const row = await find(from)
      const newId = newConversationId(
        resolveAgentId(row.agent_id) ?? DEFAULT_AGENT_ID,
        randomUUID().slice(0, 8),
        now(),
      )
      const fork = { from, messageId, newId, now: now() }
      assertMessage(await withinQuota(storeFork(database, fork, quota)))
      return conversationSummaryOf(database, await find({ ...from, id: newId }))
    },

    async deleteMessage(id, messageId, caller, { following = false } = {}) {
      const deletion = { following, now: now() }
      assertMessage(await markMessageDeleted(database, keyOf(id, caller), messageId, deletion))
    },

    async restoreMessage(id, messageId, caller) {
      const key = keyOf(id, caller)
      assertMessage(await restoreDeletedMessage(database, key, messageId, now() - RESTORE_MS))
      return conversationSummaryOf(database, await find(key))
    },

    async export(id, options, caller) {
      await countHeavyRead(counters, 'conversation export', memberId(caller), now)
      const row = await find(keyOf(id, caller))
      return renderConversationExport(
        await conversationSummaryOf(database, row),
        exportedMessages(database, keyOfRow(row)),
        {
          ...options,
          timeZone: timeZoneOfCaller(caller),
        },
      )
    },

    async import({ conversations, importId, visitorSessionId, draftFiles = [] }, caller) {
      const userId = memberId(caller)
      if (importId !== undefined && !(await hasImport(database, userId, importId))) throw notFound('import')
      const visitor: Caller | undefined =
        visitorSessionId === undefined
          ? undefined
          : { kind: 'visitor', id: `session:${visitorSessionId}`, ip: caller.ip }
      const missing = new Set<string>()
      const importFiles = async (files: readonly Attachment[], conversationId?: string) => {
        if (files.length === 0) return
        const names = await visitorFiles.importFiles({ files, conversationId, visitor }, caller)
        for (const name of names) missing.add(name)
      }
      await importFiles(draftFiles)
      let added = 0
      for (const imported of conversations) {
        const { messages, sourceId } = imported
        const storedId = sourceId && (await findBySource(database, userId, withoutNul(sourceId)))
        const id = storedId || imported.id
        const conversation = newConversationOf(imported, {
          key: { userId, id },
          projectId: await usableProject(imported.projectId, caller),
          now: now(),
        })
        const addedHere = await withinQuota(importConversation(database, conversation, quota))
        added += addedHere
        if (addedHere > 0 && (importId !== undefined || sourceId !== undefined))
          await markImported(database, conversation.key, {
            importId,
            sourceId: sourceId && withoutNul(sourceId),
          })
        await importFiles(messages.flatMap(filesOf), id)
        await sources.import({ id, messages }, visitor, caller)
      }
      return { addedMessages: added, missingFiles: [...missing] }
    },

    firstExchange: (id, caller) => readForTitle(database, keyOf(id, caller)),

    async setModelTitle(id, title, caller) {
      const text = withoutNul(title)
      await storeModelTitle(database, keyOf(id, caller), text, storedSearchText(text))
    },

    async *all(userId) {
      let cursor: string | undefined
      do {
        const { rows, nextCursor } = await pageOfConversations(database, userId, { cursor, limit: 50 })
        for (const row of rows) {
          yield await readConversation(database, keyOfRow(row), await conversationSummaryOf(database, row), {
            isTree: true,
          })
          // Each may have megabytes.
          await nextTurn()
        }
        cursor = nextCursor ?? undefined
      } while (cursor !== undefined)
    },

    async purge() {
      await purgeDeletedMessages(database, now() - RESTORE_MS)
      await purgeDeleted(database, now() - RESTORE_MS)
    },
  }
}

/** Returns the files of a message and of all versions of a reply. */
const filesOf = ({
  attachments = [],
  pictures = [],
  alternatives = [],
}: ConversationMessage): readonly Attachment[] => [
  ...attachments,
  ...pictures,
  ...alternatives.flatMap((version) => version.pictures ?? []),
]

const keyOf = (id: string, caller: Caller): ConversationKey => ({ userId: memberId(caller), id })

const memberId = (caller: Caller): string =>
  memberIdOf(caller, 'Storing conversations on the server requires a personal account.')

function assertFound<R>(row: R | undefined): R {
  if (row === undefined) throw notFound('conversation')
  return row
}

function assertMessage(isThere: boolean): void {
  if (!isThere) throw notFound('conversation or message')
}

const columnsOf = (
  { title, archived, projectId, pinned, unread }: ConversationChange,
  now: number,
): Parameters<typeof changeConversation>[2] => ({
  ...(title !== undefined && { title: title.toWellFormed(), title_source: 'person' }),
  ...(archived !== undefined && { archived: archived ? 1 : 0 }),
  ...(projectId !== undefined && { project_id: projectId }),
  ...(pinned !== undefined && { pinned_at: pinned ? now : null }),
  ...(unread !== undefined && { unread: unread ? 1 : 0 }),
})

const assertChanged = (isThere: boolean) => assertFound(isThere || undefined)
