import { expressionBuilder, type Selectable, sql } from 'kysely'
import type { Database, Schema } from '../../schema.ts'
import type { ProjectItemsTable, ProjectsTable } from '../../tables/conversations.ts'
import { inWriteTransaction } from '../../write-transaction.ts'
import { readableBases } from '../knowledge/bases.ts'
import { mayReadMeeting } from '../meetings/meetings.ts'
import { deleteSharesOfGone, type ReaderColumns, sharedWith, readerColumns } from '../organizations/shares.ts'

export type ProjectRow = Selectable<ProjectsTable>

/** A project with the columns that decide what the reader may do with it. */
export interface ReadableProjectRow extends ProjectRow, ReaderColumns {
  readonly organization_id: string | null
  readonly conversation_count: number | string
}

/** Something in a project, without what the reader may not see. */
export interface ProjectItemRow {
  readonly kind: 'conversation' | ProjectItemsTable['kind']
  readonly ref: string
  readonly title: string
  /** milliseconds since 1970 */
  readonly added_at: number
}

/** Holds the lock for the projects of a member. */
export const inProjectsOf = <R>(
  database: Database,
  userId: string,
  work: (transaction: Database) => Promise<R>,
): Promise<R> => inWriteTransaction(database, `projects of ${userId}`, work)

const readableProjects = (database: Database, userId: string) =>
  database
    .selectFrom('projects')
    .selectAll('projects')
    .select(() => readerColumns('project', userId))
    .select((select) => [
      select
        .selectFrom('shares')
        .select('shares.organization_id')
        .where('shares.kind', '=', 'project')
        .whereRef('shares.owner_id', '=', 'projects.user_id')
        .whereRef('shares.resource_id', '=', 'projects.id')
        .orderBy('shares.created_at')
        .limit(1)
        .as('organization_id'),
      select
        .selectFrom('conversations')
        .select(sql<number | string>`count(*)`.as('count'))
        .where('conversations.user_id', '=', userId)
        .where('conversations.deleted_at', 'is', null)
        .whereRef('conversations.project_id', '=', 'projects.id')
        .$asScalar()
        .$notNull()
        .as('conversation_count'),
    ])
    .where((where) =>
      where.or([
        where('projects.user_id', '=', userId),
        where.exists(sharedWith('project', userId).select('shares.resource_id')),
      ]),
    )

/** Returns the projects that a member may use, by name. */
export const listReadableProjects = (
  database: Database,
  userId: string,
): Promise<readonly ReadableProjectRow[]> =>
  readableProjects(database, userId)
    .where('projects.deleted_at', 'is', null)
    .orderBy(sql`lower(projects.name)`)
    .orderBy('projects.id')
    .execute()

/** Also returns undefined for a project that the member may not use. */
export const findReadableProject = (
  database: Database,
  {
    userId,
    id,
    isDeleted = false,
  }: { readonly userId: string; readonly id: string; readonly isDeleted?: boolean },
): Promise<ReadableProjectRow | undefined> =>
  readableProjects(database, userId)
    .where('projects.id', '=', id)
    .where('projects.deleted_at', isDeleted ? 'is not' : 'is', null)
    .executeTakeFirst()

/** Returns the project of a member's conversation; most conversations have none, which takes one look at their row. */
export async function findProjectOfConversation(
  database: Database,
  userId: string,
  conversationId: string,
): Promise<ReadableProjectRow | undefined> {
  const conversation = await database
    .selectFrom('conversations')
    .select('project_id')
    .where('user_id', '=', userId)
    .where('id', '=', conversationId)
    .executeTakeFirst()
  const id = conversation?.project_id
  return typeof id === 'string' ? findReadableProject(database, { userId, id }) : undefined
}

/** Returns the member's own project that has this id, or had it where its archive comes from; also a deleted one. */
export const findProjectOfArchive = (
  database: Database,
  userId: string,
  sourceId: string,
): Promise<Pick<ProjectRow, 'id' | 'deleted_at'> | undefined> =>
  database
    .selectFrom('projects')
    .select(['id', 'deleted_at'])
    .where('user_id', '=', userId)
    .where((row) => row.or([row('id', '=', sourceId), row('source_id', '=', sourceId)]))
    .executeTakeFirst()

export async function countProjects(database: Database, userId: string): Promise<number> {
  const { count } = await database
    .selectFrom('projects')
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .where('user_id', '=', userId)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function insertProject(database: Database, row: ProjectRow): Promise<void> {
  await database.insertInto('projects').values(row).execute()
}

export async function changeProject(
  database: Database,
  id: string,
  change: Partial<Omit<ProjectRow, 'id' | 'user_id' | 'created_at'>>,
): Promise<void> {
  await database.updateTable('projects').set(change).where('id', '=', id).execute()
}

/** Purges projects that were deleted at the given time or before; what belonged to them belongs to none. */
export async function purgeProjects(database: Database, deletedUntil: number): Promise<void> {
  const gone = await database
    .selectFrom('projects')
    .select('id')
    .where('deleted_at', '<=', deletedUntil)
    .execute()
  for (const { id } of gone) {
    await database
      .updateTable('conversations')
      .set({ project_id: null })
      .where('project_id', '=', id)
      .execute()
    await database.deleteFrom('projects').where('id', '=', id).execute()
  }
  if (gone.length > 0) await deleteSharesOfGone(database, 'project')
}

/** Moves a conversation into a project or out of any. Returns false if there is no such conversation. */
export async function moveConversation(
  database: Database,
  { userId, id }: { readonly userId: string; readonly id: string },
  projectId: string | null,
): Promise<boolean> {
  const { numUpdatedRows } = await database
    .updateTable('conversations')
    .set({ project_id: projectId })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Takes a conversation out of a project, if it is in this one. */
export async function takeConversationOut(
  database: Database,
  { userId, id }: { readonly userId: string; readonly id: string },
  projectId: string,
): Promise<void> {
  await database
    .updateTable('conversations')
    .set({ project_id: null })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('project_id', '=', projectId)
    .execute()
}

/** Adds something that a member may see. A no-op if it is there. Returns false if the member has too many in this project. */
export function addProjectItem(database: Database, row: ProjectItemsTable, most: number): Promise<boolean> {
  return inProjectsOf(database, row.user_id, async (transaction) => {
    const { count } = await transaction
      .selectFrom('project_items')
      .select(({ fn }) => fn.countAll<number | string>().as('count'))
      .where('project_id', '=', row.project_id)
      .where('user_id', '=', row.user_id)
      .executeTakeFirstOrThrow()
    if (Number(count) >= most) return false
    await transaction
      .insertInto('project_items')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    return true
  })
}

export async function takeItemOut(
  database: Database,
  { project_id, user_id, kind, ref }: Omit<ProjectItemsTable, 'added_at'>,
): Promise<void> {
  await database
    .deleteFrom('project_items')
    .where('project_id', '=', project_id)
    .where('user_id', '=', user_id)
    .where('kind', '=', kind)
    .where('ref', '=', ref)
    .execute()
}

interface ItemsPage {
  readonly projectId: string
  readonly readerId: string
  readonly offset: number
  readonly limit: number
}

/** Returns the reader's conversations in a project, and what anyone has put there that the reader may see, the newest first. */
export async function listItems(
  database: Database,
  { projectId, readerId, offset, limit }: ItemsPage,
): Promise<readonly ProjectItemRow[]> {
  return itemsOf(database, projectId, readerId)
    .orderBy('added_at', 'desc')
    .orderBy('kind')
    .orderBy('ref')
    .offset(offset)
    .limit(limit)
    .execute()
}

/** Returns what of a project a member may see, as `kind id`; empty for a project that the member may not use. */
export async function listProjectDocuments(
  database: Database,
  readerId: string,
  projectId: string,
): Promise<ReadonlySet<string>> {
  if (!(await findReadableProject(database, { userId: readerId, id: projectId }))) return new Set()
  const [rows, files] = await Promise.all([
    itemsOf(database, projectId, readerId).execute(),
    readableBases(database, readerId)
      .innerJoin('knowledge_files', 'knowledge_files.knowledge_id', 'knowledge_bases.id')
      .where('knowledge_bases.project_id', '=', projectId)
      .select('knowledge_files.id')
      .execute(),
  ])
  return new Set([...rows.map(({ kind, ref }) => `${kind} ${ref}`), ...files.map(({ id }) => `file ${id}`)])
}

/** Returns whether a member may see a meeting, a file or a prompt. */
export async function mayReadItem(
  database: Database,
  readerId: string,
  kind: ProjectItemsTable['kind'],
  ref: string,
): Promise<boolean> {
  const things = { meeting: meetings, file: files, prompt: prompts }[kind](database, readerId)
  const row = await database
    .selectFrom(things.as('things'))
    .select('ref')
    .where('ref', '=', ref)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

const meetings = (database: Database, readerId: string) =>
  database
    .selectFrom('meetings')
    .select(['meetings.id as ref', 'meetings.title as title'])
    .where((where) => mayReadMeeting(where, readerId))
    .where('meetings.deleted_at', 'is', null)

const files = (database: Database, readerId: string) =>
  database
    .selectFrom('attachments')
    .select(['attachments.id as ref', 'attachments.name as title'])
    .where('attachments.owner', '=', readerId)

const prompts = (database: Database, readerId: string) =>
  database
    .selectFrom('prompts')
    .select(['prompts.id as ref', 'prompts.title as title'])
    .where((where) =>
      where.or([
        where('prompts.user_id', '=', readerId),
        where.exists(
          expressionBuilder<Schema>()
            .selectFrom('organization_members')
            .select('organization_members.user_id')
            .where('organization_members.user_id', '=', readerId)
            .where('organization_members.organization_id', '=', sql.ref<string>('prompts.organization_id')),
        ),
      ]),
    )

function itemsOf(database: Database, projectId: string, readerId: string) {
  const conversations = database
    .selectFrom('conversations')
    .select([
      sql<ProjectItemRow['kind']>`'conversation'`.as('kind'),
      'conversations.id as ref',
      'conversations.title as title',
      'conversations.updated_at as added_at',
    ])
    .where('conversations.user_id', '=', readerId)
    .where('conversations.project_id', '=', projectId)
    .where('conversations.deleted_at', 'is', null)
  const joined = (kind: ProjectItemsTable['kind'], things: ReturnType<typeof meetings>) =>
    database
      .selectFrom('project_items')
      .innerJoin(things.as('things'), 'things.ref', 'project_items.ref')
      .select([
        sql<ProjectItemRow['kind']>`${sql.lit(kind)}`.as('kind'),
        'project_items.ref as ref',
        'things.title as title',
      ])
      .select(({ fn }) => fn.max('project_items.added_at').as('added_at'))
      .where('project_items.project_id', '=', projectId)
      .where('project_items.kind', '=', kind)
      .groupBy(['project_items.ref', 'things.title'])
  return database
    .selectFrom(
      conversations
        .unionAll(joined('meeting', meetings(database, readerId)))
        .unionAll(joined('file', files(database, readerId) as never))
        .unionAll(joined('prompt', prompts(database, readerId) as never))
        .as('items'),
    )
    .selectAll()
}
