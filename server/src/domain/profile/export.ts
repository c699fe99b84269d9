import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Conversation } from '@vee/contract/entities/conversation'
import type { User } from '@vee/contract/entities/accounts/user'
import { rowsOf } from '#db/queries/accounts/user-data-erasure.ts'
import type { Database } from '#db/schema.ts'

/** What is exported as clients see it. */
interface ExportedLists {
  readonly conversations: AsyncIterable<Conversation>
  readonly knowledge: AsyncIterable<unknown>
}

/** Emits one JSON object piece by piece, so that only one conversation is in memory at a time. */
export async function* streamAccountExport(
  database: Database,
  user: User,
  { conversations, knowledge }: ExportedLists,
  exportedAt: string,
): AsyncGenerator<string, void, undefined> {
  yield `{\n"exportedAt": ${JSON.stringify(exportedAt)},\n"profile": ${JSON.stringify(user)}`
  yield* list('conversations', conversations)
  yield* list('meetings', plainly(rowsOf(database, 'meetings', user.id)))
  yield* list('usage', plainly(rowsOf(database, 'ledger_entries', user.id)))
  yield* list('personas', plainly(rowsOf(database, 'personas', user.id)))
  yield* list('agents', plainly(rowsOf(database, 'own_agents', user.id)))
  yield* list('memoryNotes', plainly(rowsOf(database, 'memory_notes', user.id)))
  yield* list('knowledge', knowledge)
  yield* list('organizations', plainly(rowsOf(database, 'organization_members', user.id)))
  yield* list('prompts', plainly(rowsOf(database, 'prompts', user.id)))
  yield* list('shares', plainly(rowsOf(database, 'shares', user.id)))
  yield* list('links', plainly(rowsOf(database, 'share_links', user.id)))
  yield* list('imports', plainly(rowsOf(database, 'imports', user.id)))
  yield* list('backgroundReplies', plainly(rowsOf(database, 'background_replies', user.id)))
  yield* list('toldByDirectories', plainly(rowsOf(database, 'scim_users', user.id)))
  yield '\n}\n'
}

async function* list(name: string, items: AsyncIterable<unknown>) {
  yield `,\n${JSON.stringify(name)}: [`
  let separator = '\n'
  for await (const item of items) {
    yield separator + JSON.stringify(item)
    separator = ',\n'
    await nextTurn()
  }
  yield ']'
}

/**
 * Returns rows with the contract's names and time formats, without their owner, which is already in the
 * profile.
 */
async function* plainly(rows: AsyncIterable<Readonly<Record<string, unknown>>>) {
  for await (const row of rows) {
    const fields = Object.entries(row).filter(([name]) => !HIDDEN.has(name))
    yield Object.fromEntries(fields.map(([name, value]) => [camelCase(name), timeOf(name, value)]))
  }
}

/** Columns that are not exported: owners, and internals of the server. */
const HIDDEN: ReadonlySet<string> = new Set([
  'owner',
  'user_id',
  'owner_id',
  'server',
  'lease_until',
  // How a reply in the background runs, with a copy of its conversation.
  'request',
  'session_hash',
  'is_stopping',
  // What opens a link, and a copy of what is in the export already.
  'token_hash',
  'snapshot',
])

const camelCase = (name: string) => name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())

const timeOf = (name: string, value: unknown) =>
  name.endsWith('_at') && typeof value === 'number' ? new Date(value).toISOString() : value
