import { randomUUID } from 'node:crypto'
import type { Project, ProjectFields, ProjectItem, ProjectItemKind } from '@vee/contract/entities/project'
import { MAX_PROJECT_ITEMS, MAX_PROJECTS } from '@vee/contract/entities/project-limits'
import { z } from 'zod'
import { inOrganizationTransaction } from '#db/queries/organizations/organizations.ts'
import { storeShare } from '#db/queries/organizations/shares.ts'
import {
  addProjectItem,
  findProjectOfArchive,
  changeProject,
  countProjects,
  takeItemOut,
  findProjectOfConversation,
  findReadableProject,
  inProjectsOf,
  insertProject,
  listItems,
  listReadableProjects,
  mayReadItem,
  moveConversation,
  purgeProjects,
  type ReadableProjectRow,
  takeConversationOut,
} from '#db/queries/conversations/projects.ts'
import type { Database } from '#db/schema.ts'
import { withoutNul } from '#lib/without-nul.ts'
import { type Caller, memberIdOf } from '../accounts/index.ts'
import { DomainError, notFound } from '../errors/domain-error.ts'
import { readCursor, writeCursor } from '../lists/cursor.ts'
import { appendAuditEntry, memberAccessIn } from '../organizations/index.ts'

/** Time in which a deletion can be undone. */
const RESTORE_MS = 10 * 60_000
/** Entries that can be listed: as many as a project has of one member, several times. */
const MAX_OFFSET = 100_000

interface ProjectsDependencies {
  readonly database: Database
  /** milliseconds since 1970 */
  readonly now: () => number
}

/** The changed fields; undefined ones are unchanged. */
type ProjectChange = { readonly [F in keyof ProjectFields]?: ProjectFields[F] | undefined }

interface ProjectItemKey {
  readonly kind: ProjectItemKind
  readonly ref: string
}

/** What a project adds to the replies in its conversations. */
export interface ProjectDefaults {
  readonly id: string
  readonly name: string
  readonly instructions: string
  readonly model: string | null
}

/**
 * Projects of members, and those that colleagues share with them. Throws FORBIDDEN for callers without an account and for a change with the
 * right to use only, and NOT_FOUND for what the caller may not see.
 */
export interface Projects {
  /** By name. */
  list(caller: Caller): Promise<readonly Project[]>
  get(id: string, caller: Caller): Promise<Project>
  /** Throws STORAGE_FULL for too many. With an organization its members get the right to edit it; the undoing of its import deletes it. */
  create(
    fields: ProjectFields & { readonly importId?: string | undefined },
    organizationId: string | undefined,
    caller: Caller,
  ): Promise<Project>
  change(id: string, change: ProjectChange, caller: Caller): Promise<Project>
  /** Deletes a project of the caller; it can be restored for ten minutes. */
  delete(id: string, caller: Caller): Promise<void>
  restore(id: string, caller: Caller): Promise<Project>
  items(
    id: string,
    page: { readonly cursor?: string | undefined; readonly limit: number },
    caller: Caller,
  ): Promise<{ readonly items: ProjectItem[]; readonly nextCursor: string | null }>
  /** `addedAt` in milliseconds since 1970; default: now */
  addItem(id: string, item: ProjectItemKey & { readonly addedAt?: number }, caller: Caller): Promise<void>
  /** A no-op for what is not in it. */
  removeItem(id: string, item: ProjectItemKey, caller: Caller): Promise<void>
  /** Returns the project of a stored conversation, or the one that a new conversation names; undefined without one. */
  defaultsOf(
    conversation: { readonly id: string | undefined; readonly projectId: string | undefined },
    caller: Caller,
  ): Promise<ProjectDefaults | undefined>
  /**
   * Adds a project of an archive, unless the caller has it: under its id there, or from an archive. A deleted one is restored. Throws
   * like `create`.
   */
  restoreArchived(
    project: ArchivedProject,
    caller: Caller,
  ): Promise<{ readonly id: string; readonly isNew: boolean }>
  /** Deletes permanently what can no longer be restored. */
  purge(): Promise<void>
}

/** A project with its id and times where its archive comes from. */
interface ArchivedProject extends ProjectFields {
  readonly id: string
  /** milliseconds since 1970 */
  readonly createdAt: number
  readonly updatedAt: number
}

const cursorSchema = z.tuple([z.int().min(1).max(MAX_OFFSET)])

export function createProjects({ database, now }: ProjectsDependencies): Projects {
  const readableProject = async (
    id: string,
    caller: Caller,
    isDeleted = false,
  ): Promise<ReadableProjectRow> => {
    const row = await findReadableProject(database, {
      userId: memberId(caller),
      id: withoutNul(id),
      isDeleted,
    })
    if (!row) throw notFound('project')
    return row
  }
  const ownProject = async (id: string, caller: Caller, isDeleted = false): Promise<ReadableProjectRow> => {
    const row = await readableProject(id, caller, isDeleted)
    if (row.user_id === caller.id) return row
    throw new DomainError('FORBIDDEN', 'Only its owner deletes a project that is shared.')
  }

  return {
    async list(caller) {
      const rows = await listReadableProjects(database, memberId(caller))
      return rows.map((row) => projectOf(row, caller.id))
    },

    get: async (id, caller) => projectOf(await readableProject(id, caller), caller.id),

    async create({ importId, ...fields }, organizationId, caller) {
      const userId = memberId(caller)
      const row = {
        ...newRow(fields, userId),
        import_id: importId === undefined ? null : withoutNul(importId),
        created_at: now(),
        updated_at: now(),
        source_id: null,
      }
      const { id } = row
      const insert = (transaction: Database) => insertWithRoom(transaction, row)
      if (organizationId === undefined) await inProjectsOf(database, userId, insert)
      else
        await inOrganizationTransaction(database, organizationId, async (transaction) => {
          const access = await memberAccessIn(transaction, caller, organizationId, 'member')
          if (access.me.role === 'viewer')
            throw new DomainError(
              'FORBIDDEN',
              'Viewers use what an organization shares and share nothing there.',
            )
          await insert(transaction)
          await storeShare(transaction, {
            kind: 'project',
            owner_id: userId,
            resource_id: id,
            organization_id: organizationId,
            allows: 'edit',
            created_at: now(),
          })
          await appendAuditEntry(transaction, access, now(), {
            action: 'share.begun',
            target: `project ${id}`,
            before: null,
            after: 'edit',
          })
        })
      return projectOf(await readableProject(id, caller), caller.id)
    },

    async change(id, change, caller) {
      const row = await readableProject(id, caller)
      if (projectOf(row, caller.id).right !== 'edit')
        throw new DomainError('FORBIDDEN', 'You may use this project, and not change it.')
      await changeProject(database, row.id, { ...columnsOf(change), updated_at: now() })
      return projectOf(await readableProject(id, caller), caller.id)
    },

    async delete(id, caller) {
      await changeProject(database, (await ownProject(id, caller)).id, { deleted_at: now() })
    },

    async restore(id, caller) {
      await purgeProjects(database, now() - RESTORE_MS)
      const row = await ownProject(id, caller, true)
      await changeProject(database, row.id, { deleted_at: null })
      return projectOf(await readableProject(id, caller), caller.id)
    },

    async items(id, { cursor, limit }, caller) {
      const { id: projectId } = await readableProject(id, caller)
      const offset =
        cursor === undefined ? 0 : readCursor(cursorSchema, cursor, 'This is no cursor of a project.')[0]
      const rows = await listItems(database, { projectId, readerId: caller.id, offset, limit: limit + 1 })
      return {
        items: rows.slice(0, limit).map(({ kind, ref, title, added_at }) => ({
          kind,
          ref,
          title,
          at: new Date(added_at).toISOString(),
        })),
        nextCursor: rows.length > limit ? writeCursor([offset + limit]) : null,
      }
    },

    async addItem(id, { kind, ref, addedAt = now() }, caller) {
      const { id: projectId } = await readableProject(id, caller)
      if (kind === 'conversation') {
        const isMoved = await moveConversation(
          database,
          { userId: caller.id, id: withoutNul(ref) },
          projectId,
        )
        if (!isMoved) throw notFound('conversation')
        return
      }
      if (!(await mayReadItem(database, caller.id, kind, withoutNul(ref))))
        throw new DomainError('NOT_FOUND', `There is no such ${kind}.`)
      const row = { project_id: projectId, user_id: caller.id, kind, ref: withoutNul(ref), added_at: addedAt }
      if (!(await addProjectItem(database, row, MAX_PROJECT_ITEMS)))
        throw new DomainError('STORAGE_FULL', `A project has room for ${MAX_PROJECT_ITEMS} things.`)
    },

    async removeItem(id, { kind, ref }, caller) {
      const { id: projectId } = await readableProject(id, caller)
      const key = { userId: caller.id, id: withoutNul(ref) }
      if (kind === 'conversation') return takeConversationOut(database, key, projectId)
      await takeItemOut(database, { project_id: projectId, user_id: caller.id, kind, ref: key.id })
    },

    async defaultsOf({ id, projectId }, caller) {
      if (caller.kind !== 'member') return undefined
      const stored = id === undefined ? undefined : await findProjectOfConversation(database, caller.id, id)
      const row =
        stored ??
        (projectId === undefined
          ? undefined
          : await findReadableProject(database, { userId: caller.id, id: projectId }))
      return row && { id: row.id, name: row.name, instructions: row.instructions, model: row.model }
    },

    restoreArchived: ({ id: sourceId, createdAt, updatedAt, ...fields }, caller) =>
      inProjectsOf(database, memberId(caller), async (transaction) => {
        const same = await findProjectOfArchive(transaction, caller.id, sourceId)
        if (same && same.deleted_at === null) return { id: same.id, isNew: false }
        if (same) {
          await changeProject(transaction, same.id, { deleted_at: null })
          return { id: same.id, isNew: true }
        }
        const row = newRow(fields, caller.id)
        await insertWithRoom(transaction, {
          ...row,
          import_id: null,
          created_at: createdAt,
          updated_at: updatedAt,
          source_id: sourceId,
        })
        return { id: row.id, isNew: true }
      }),

    purge: () => purgeProjects(database, now() - RESTORE_MS),
  }
}

const newRow = ({ name, instructions, agentId, model }: ProjectFields, userId: string) => ({
  id: `proj_${randomUUID().replaceAll('-', '')}`,
  user_id: userId,
  name: withoutNul(name),
  instructions: withoutNul(instructions),
  agent_id: agentId && withoutNul(agentId),
  model: model && withoutNul(model),
  deleted_at: null,
})

async function insertWithRoom(
  transaction: Database,
  row: Parameters<typeof insertProject>[1],
): Promise<void> {
  if ((await countProjects(transaction, row.user_id)) >= MAX_PROJECTS)
    throw new DomainError('STORAGE_FULL', `There is room for ${MAX_PROJECTS} projects.`)
  await insertProject(transaction, row)
}

const columnsOf = ({ name, instructions, agentId, model }: ProjectChange) => ({
  ...(name !== undefined && { name: withoutNul(name) }),
  ...(instructions !== undefined && { instructions: withoutNul(instructions) }),
  ...(agentId !== undefined && { agent_id: agentId && withoutNul(agentId) }),
  ...(model !== undefined && { model: model && withoutNul(model) }),
})

function projectOf(row: ReadableProjectRow, readerId: string): Project {
  const isOwn = row.user_id === readerId
  return {
    id: row.id,
    name: row.name,
    instructions: row.instructions,
    agentId: row.agent_id,
    model: row.model,
    ownerName: isOwn ? null : (row.owner_name ?? ''),
    right: isOwn || row.editing === 1 ? 'edit' : 'use',
    organizationId: row.organization_id,
    conversationCount: Number(row.conversation_count),
    createdAt: new Date(row.created_at).toISOString(),
    updatedAt: new Date(row.updated_at).toISOString(),
  }
}

const memberId = (caller: Caller): string =>
  memberIdOf(caller, 'Sign in to a personal account to have projects.')
