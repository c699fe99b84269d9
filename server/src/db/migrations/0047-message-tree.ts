import { sql } from 'kysely'
import { storedSearchText } from '@vee/contract/text/search-fold'
import type { Database } from '../schema.ts'
import type { Migration } from './migration.ts'

/** Replies with versions that are split at once. */
const BATCH = 200

/**
 * Makes a tree of each conversation: a message follows the one before it, and the versions of a reply, which were stored in
 * its details, become its siblings.
 */
export const messageTree: Migration = {
  name: '0047-message-tree',
  async up(schema, database) {
    const messages = schema.alterTable('messages')
    await messages.addColumn('parent_id', 'text').execute()
    await messages.addColumn('on_path', 'integer', (column) => column.notNull().defaultTo(1)).execute()
    await messages.addColumn('deleted_at', 'bigint').execute()
    await messages.addColumn('deleted_with', 'text').execute()
    await schema.alterTable('conversations').addColumn('leaf_id', 'text').execute()
    await sql`
      update messages set parent_id = (
        select earlier.id from messages as earlier
        where earlier.user_id = messages.user_id and earlier.conversation_id = messages.conversation_id
          and earlier.position < messages.position
        order by earlier.position desc limit 1)`.execute(database)
    await sql`
      update conversations set leaf_id = (
        select messages.id from messages
        where messages.user_id = conversations.user_id and messages.conversation_id = conversations.id
        order by messages.position desc limit 1)`.execute(database)
    await splitVersions(database)
    const index = (name: string, columns: readonly string[]) =>
      schema
        .createIndex(name)
        .on('messages')
        .columns([...columns])
        .execute()
    await index('messages_paths', ['user_id', 'conversation_id', 'on_path', 'position'])
    await index('messages_children', ['user_id', 'conversation_id', 'parent_id'])
    await index('messages_by_deletion', ['deleted_at'])
  },
}

interface ReplyRow {
  readonly user_id: string
  readonly conversation_id: string
  readonly position: number
  readonly parent_id: string | null
  readonly agent_id: string | null
  readonly created_at: number | string
  readonly details: string
}

interface ReplyVersion {
  readonly id: string
  readonly content: string
  readonly timestamp: string
}

async function splitVersions(database: Database): Promise<void> {
  let after = { user_id: '', conversation_id: '', position: 0 }
  for (;;) {
    const { rows } = await sql<ReplyRow>`
      select user_id, conversation_id, position, parent_id, agent_id, created_at, details from messages
      where details like '%"alternatives":%'
        and (user_id, conversation_id, position) > (${after.user_id}, ${after.conversation_id}, ${after.position})
      order by user_id, conversation_id, position limit ${BATCH}`.execute(database)
    for (const row of rows) await splitReply(database, row)
    const last = rows.at(-1)
    if (!last) return
    after = last
  }
}

async function splitReply(database: Database, row: ReplyRow): Promise<void> {
  const { user_id: userId, conversation_id: id, position } = row
  const {
    alternatives = [],
    version: _,
    ...details
  } = JSON.parse(row.details) as {
    readonly alternatives?: readonly ReplyVersion[]
    readonly version?: number
  }
  await sql`update messages set details = ${JSON.stringify(details)}
    where user_id = ${userId} and conversation_id = ${id} and position = ${position}`.execute(database)
  const { rows: stored } = await sql<{ id: string }>`
    select id from messages where user_id = ${userId} and conversation_id = ${id}`.execute(database)
  const ids = new Set(stored.map((message) => message.id))
  const { rows: conversations } = await sql<{ last_position: number }>`
    select last_position from conversations where user_id = ${userId} and id = ${id}`.execute(database)
  let last = conversations[0]?.last_position ?? position
  for (const { id: versionId, content, timestamp, ...rest } of alternatives) {
    const time = Date.parse(timestamp)
    const freeId = ids.has(versionId) ? `${versionId}.${last}` : versionId
    ids.add(freeId)
    last += 1
    await sql`
      insert into messages (user_id, conversation_id, position, id, role, content, search_text, agent_id, created_at,
        details, parent_id, on_path)
      values (${userId}, ${id}, ${last}, ${freeId}, 'assistant', ${content}, ${storedSearchText(content)}, ${row.agent_id},
        ${Number.isNaN(time) ? row.created_at : time}, ${JSON.stringify(rest)}, ${row.parent_id}, 0)`.execute(
      database,
    )
  }
  await sql`
    update conversations set last_position = ${last}, bytes = coalesce((
      select sum(octet_length(content) + octet_length(details)) from messages
      where user_id = ${userId} and conversation_id = ${id}
    ), 0) where user_id = ${userId} and id = ${id}`.execute(database)
}
