import { awaitUserLocks } from './lock-user.ts'
import { sql } from 'kysely'
import { sessionsOf, publishChange } from '../../change-events.ts'
import type { Database, Schema } from '../../schema.ts'
import { inWriteTransaction } from '../../write-transaction.ts'
import { conversationsLock } from '../conversations/conversations.ts'

/** Rows per statement. */
const BATCH_SIZE = 500

/**
 * What happens to each table's rows when a member is deleted. Every table must be listed: rows that refer to
 * `users` are deleted with their user, and other rows must not retain personal data.
 */
const ON_DELETION: Record<
  keyof Schema,
  | 'are deleted by cascade'
  | 'hold no personal data'
  | ((transaction: Database, user: DeletedUser) => Promise<unknown>)
> = {
  active_organizations: 'are deleted by cascade',
  // Files without a row go to the bin, and are deleted after a week (`purge-sealed-files.ts`).
  attachments: (transaction, { id }) =>
    transaction.deleteFrom('attachments').where('owner', '=', id).execute(),
  attachment_uploads: (transaction, { id }) =>
    transaction.deleteFrom('attachment_uploads').where('owner', '=', id).execute(),
  // Chunks without an upload go the same way.
  attachment_upload_chunks: 'hold no personal data',
  attachment_uses: (transaction, { id }) =>
    transaction.deleteFrom('attachment_uses').where('owner', '=', id).execute(),
  background_replies: 'are deleted by cascade',
  conversations: 'are deleted by cascade',
  // With their conversations.
  conversation_tags: 'are deleted by cascade',
  conversation_sources: (transaction, { id }) =>
    transaction.deleteFrom('conversation_sources').where('owner', '=', id).execute(),
  counters: (transaction, { id }) =>
    transaction.deleteFrom('counters').where('key', 'like', `%${id}%`).execute(),
  checkouts: 'are deleted by cascade',
  cost_sessions: (transaction, { id }) =>
    transaction.deleteFrom('cost_sessions').where('owner', '=', id).execute(),
  host_audit: (transaction, { id, email }) =>
    Promise.all([
      transaction
        .updateTable('host_audit')
        .set({ actor_id: 'deleted', actor_email: '' })
        .where('actor_id', '=', id)
        .execute(),
      transaction.updateTable('host_audit').set({ target: '' }).where('target', '=', email).execute(),
    ]),
  host_settings: 'hold no personal data',
  imports: 'are deleted by cascade',
  identities: 'are deleted by cascade',
  // The host's accounting is preserved without personal data.
  ledger_entries: (transaction, { id }) =>
    transaction
      .updateTable('ledger_entries')
      .set({ owner: 'deleted', conversation_id: null, reply_id: null })
      .where('owner', '=', id)
      .execute(),
  job_leases: 'hold no personal data',
  // Texts without a row go the same way. What a member added to a team's knowledge remains the team's.
  knowledge_bases: 'are deleted by cascade',
  knowledge_embeddings: 'are deleted by cascade',
  knowledge_vectors: 'are deleted by cascade',
  knowledge_files: (transaction, { id }) =>
    transaction
      .updateTable('knowledge_files')
      .set({ attachment_owner: null })
      .where('attachment_owner', '=', id)
      .execute(),
  meetings: 'are deleted by cascade',
  // The files are useless without their rows, and go the same way.
  meeting_sound: 'are deleted by cascade',
  meeting_texts: 'are deleted by cascade',
  memory_notes: 'are deleted by cascade',
  messages: 'are deleted by cascade',
  // The team's audit log is preserved (it outlives its subjects), without the email address.
  organization_audit: (transaction, { id, email }) =>
    Promise.all([
      transaction
        .updateTable('organization_audit')
        .set({ actor_id: 'deleted', actor_email: '' })
        .where('actor_id', '=', id)
        .execute(),
      transaction.updateTable('organization_audit').set({ target: '' }).where('target', '=', email).execute(),
    ]),
  organization_domains: 'hold no personal data',
  organization_endpoints: 'hold no personal data',
  organization_invites: (transaction, { email }) =>
    transaction.deleteFrom('organization_invites').where('email', '=', email).execute(),
  organization_members: 'are deleted by cascade',
  organizations: 'hold no personal data',
  outside_sign_ins: 'hold no personal data',
  own_agents: 'are deleted by cascade',
  password_resets: 'are deleted by cascade',
  payment_events: 'hold no personal data',
  personas: 'are deleted by cascade',
  projects: 'are deleted by cascade',
  project_items: 'are deleted by cascade',
  prompts: 'are deleted by cascade',
  proven_emails: 'are deleted by cascade',
  replies: (transaction, { id }) => transaction.deleteFrom('replies').where('owner', '=', id).execute(),
  reply_sources: (transaction, { id }) =>
    transaction.deleteFrom('reply_sources').where('owner', '=', id).execute(),
  scim_tokens: 'hold no personal data',
  scim_users: 'are deleted by cascade',
  sessions: (transaction, { id }) => transaction.deleteFrom('sessions').where('user_id', '=', id).execute(),
  shares: 'are deleted by cascade',
  share_links: 'are deleted by cascade',
  spent: (transaction, { id }) => transaction.deleteFrom('spent').where('meter', 'like', `%${id}%`).execute(),
  subscriptions: 'are deleted by cascade',
  users: (transaction, { id }) => transaction.deleteFrom('users').where('id', '=', id).execute(),
}

interface DeletedUser {
  readonly id: string
  readonly email: string
}

/** Deletes a user and their data atomically; `also` runs in the same transaction. */
export async function deleteUser(
  database: Database,
  user: DeletedUser,
  also?: (transaction: Database) => Promise<void>,
): Promise<void> {
  await inWriteTransaction(database, conversationsLock(user.id), async (transaction) => {
    await awaitUserLocks(transaction, user.id)
    for (const remove of Object.values(ON_DELETION)) {
      if (typeof remove === 'function') await remove(transaction, user)
    }
    await also?.(transaction)
  })
  publishChange(database, sessionsOf(user.id))
}

/** Returns whether the payment provider will charge the user again. */
export async function hasChargingSubscription(database: Database, userId: string): Promise<boolean> {
  const row = await database
    .selectFrom('subscriptions')
    .select('id')
    .where('user_id', '=', userId)
    .where('status', 'in', ['active', 'past_due'])
    .executeTakeFirst()
  return row !== undefined
}

type Row = Readonly<Record<string, unknown>>

/** The tables in an export, with the column of the owner. */
const EXPORTED = {
  ledger_entries: 'owner',
  meetings: 'user_id',
  meeting_texts: 'user_id',
  memory_notes: 'user_id',
  own_agents: 'user_id',
  personas: 'user_id',
  organization_members: 'user_id',
  scim_users: 'user_id',
  prompts: 'user_id',
  shares: 'owner_id',
  share_links: 'user_id',
  imports: 'user_id',
  background_replies: 'user_id',
} as const satisfies Partial<Record<keyof Schema, string>>

/** Yields the rows of a user in batches of a few hundred. */
export async function* rowsOf(
  database: Database,
  table: keyof typeof EXPORTED,
  userId: string,
): AsyncGenerator<Row, void, undefined> {
  for (let offset = 0; ; offset += BATCH_SIZE) {
    // The names are from the list above.
    const { rows } = await sql<Row>`
      select * from ${sql.table(table)} where ${sql.ref(EXPORTED[table])} = ${userId}
      order by ${sql.ref(ORDER[table])} limit ${BATCH_SIZE} offset ${offset}`.execute(database)
    yield* rows
    if (rows.length < BATCH_SIZE) return
  }
}

const ORDER = {
  ledger_entries: 'id',
  meetings: 'id',
  meeting_texts: 'id',
  memory_notes: 'id',
  own_agents: 'id',
  personas: 'conversation_id',
  organization_members: 'organization_id',
  scim_users: 'organization_id',
  prompts: 'id',
  shares: 'resource_id',
  share_links: 'id',
  imports: 'id',
  background_replies: 'reply_id',
} as const satisfies Record<keyof typeof EXPORTED, string>
