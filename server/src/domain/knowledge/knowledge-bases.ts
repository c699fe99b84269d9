import { randomUUID } from 'node:crypto'
import type { KnowledgeBase, KnowledgeFile, KnowledgeOwnerKind } from '@vee/contract/http/knowledge-bases'
import { documentText, type DocumentText } from '@vee/contract/entities/attachment'
import { knowledgeFileError } from '@vee/contract/http/knowledge-bases'
import type { ShareRight } from '@vee/contract/entities/teams/share-right'
import { lockUser } from '#db/queries/accounts/lock-user.ts'
import { findAttachment } from '#db/queries/attachments.ts'
import {
  countFiles,
  deleteBase,
  findAgentOwner,
  findBase,
  findTeam,
  inKnowledgeOf,
  insertBase,
  type KnowledgeBaseRow,
  type KnowledgeFileRow,
  listBases,
  type ReadableBaseRow,
  renameBase,
  usedByHolder,
} from '#db/queries/knowledge/bases.ts'
import {
  changeFile,
  deleteFile,
  findFile,
  findSameFile,
  insertFile,
  listFiles,
} from '#db/queries/knowledge/files.ts'
import { findReadableProject } from '#db/queries/conversations/projects.ts'
import type { Database } from '#db/schema.ts'
import { withoutNul } from '#lib/without-nul.ts'
import { type Caller, callerKeyOf } from '../accounts/index.ts'
import { DomainError, notFound } from '../errors/domain-error.ts'
import { appendAuditEntry, memberAccessIn } from '../organizations/index.ts'
import { bestPlan, effectivePlan, KNOWLEDGE_PLANS } from '../money/plans/index.ts'

/** Knowledge bases of one owner. */
const MAX_BASES = 100

interface KnowledgeBaseFields {
  readonly name: string
  readonly ownerKind: KnowledgeOwnerKind
  readonly ownerId?: string | undefined
}

type KnowledgeFileSource = { readonly attachmentId: string } | { readonly url: string }

/**
 * Files and addresses of members, of their custom agents, projects and teams, which agents search. Throws FORBIDDEN for callers
 * without an account and for changes with the right to use alone, NOT_FOUND for what the caller may not see.
 */
export interface KnowledgeBases {
  /** Oldest first. */
  list(
    filter: { readonly ownerKind?: KnowledgeOwnerKind | undefined; readonly ownerId?: string | undefined },
    caller: Caller,
  ): Promise<{
    readonly items: KnowledgeBase[]
    readonly limits: {
      readonly files: number
      readonly bytes: number
      readonly usedFiles: number
      readonly usedBytes: number
    }
  }>
  /** Throws STORAGE_FULL at the largest number. */
  create(fields: KnowledgeBaseFields, caller: Caller): Promise<KnowledgeBase>
  rename(id: string, name: string, caller: Caller): Promise<KnowledgeBase>
  delete(id: string, caller: Caller): Promise<void>
  listFiles(id: string, caller: Caller): Promise<KnowledgeFile[]>
  /** Adds a file that is read soon; one that is there already is read again. Throws STORAGE_FULL. */
  addFile(id: string, source: KnowledgeFileSource, caller: Caller): Promise<KnowledgeFile>
  deleteFile(id: string, fileId: string, caller: Caller): Promise<void>
  /** Yields what a member has alone, with the texts, for the export of their account. */
  all(userId: string): AsyncGenerator<ExportedKnowledge, void, undefined>
}

interface ExportedKnowledge extends KnowledgeBase {
  readonly files: readonly (KnowledgeFile & { readonly sections: DocumentText['sections'] })[]
}

interface KnowledgeBasesDependencies {
  readonly database: Database
  /** called after a file or page was added */
  readonly onFile: (kind: 'pages' | 'files') => void
  /** the sealed texts; `remove` never throws */
  readonly texts: {
    read(sealed: { readonly file: string; readonly salt: string }): Promise<Buffer | undefined>
    remove(file: string): Promise<void>
  }
  /** milliseconds since 1970 */
  readonly now: () => number
}

export function createKnowledgeBases({
  database,
  onFile,
  texts,
  now,
}: KnowledgeBasesDependencies): KnowledgeBases {
  const readableBase = async (id: string, caller: Caller, source = database) => {
    const row = await findBase(source, memberOf(caller).id, id)
    if (!row) throw notFound('knowledge')
    return row
  }
  const editableBase = async (id: string, caller: Caller, source = database) => {
    const row = await readableBase(id, caller, source)
    if (rightOf(row, caller.id) === 'edit') return row
    throw new DomainError('FORBIDDEN', 'You may use this knowledge, and not change it.')
  }
  /** Appends what was done to a team's knowledge to its log, in the transaction of the change. */
  const log = async (
    transaction: Database,
    { organization_id }: Pick<ReadableBaseRow, 'organization_id'>,
    caller: Caller,
    action: Parameters<typeof appendAuditEntry>[3],
  ) => {
    if (organization_id === null) return
    const access = await memberAccessIn(transaction, caller, organization_id, 'member')
    await appendAuditEntry(transaction, access, now(), action)
  }
  const presentOne = async (row: ReadableBaseRow, caller: Caller) =>
    present(row, caller.id, (await countFiles(database, [row.id])).get(row.id))

  return {
    async list({ ownerKind, ownerId }, caller) {
      const member = memberOf(caller)
      const rows = await listBases(database, member.id)
      const counts = await countFiles(
        database,
        rows.map(({ id }) => id),
      )
      const items = rows
        .map((row) => present(row, member.id, counts.get(row.id)))
        .filter(
          (base) =>
            (ownerKind === undefined || base.ownerKind === ownerKind) &&
            (ownerId === undefined || base.ownerId === ownerId),
        )
      const used = await usedByHolder(database, { user_id: member.id, organization_id: null })
      return { items, limits: { ...limitsOf(member), usedFiles: used.files, usedBytes: used.bytes } }
    },

    async create({ name, ...owner }, caller) {
      const { role, agent_name, organization_name, project_name, ...holder } = await ownerOf(
        database,
        owner,
        caller,
      )
      const row: KnowledgeBaseRow = {
        id: randomUUID(),
        ...holder,
        name: withoutNul(name),
        created_at: now(),
        updated_at: now(),
      }
      await inKnowledgeOf(database, row, async (transaction) => {
        await assertAccountExists(transaction, caller)
        // The agent may have been deleted, or the member may have left the team.
        await ownerOf(transaction, owner, caller)
        if ((await usedByHolder(transaction, row)).bases >= MAX_BASES)
          throw new DomainError('STORAGE_FULL', `There is room for ${MAX_BASES} of these.`)
        await insertBase(transaction, row)
        await log(transaction, row, caller, { action: 'knowledge.created', target: row.name })
      })
      return present({ ...row, role, agent_name, organization_name, project_name }, caller.id, undefined)
    },

    async rename(id, name, caller) {
      const row = await editableBase(id, caller)
      const newName = withoutNul(name)
      await inKnowledgeOf(database, row, async (transaction) => {
        await renameBase(transaction, id, newName, now())
        const change = { target: newName, before: row.name, after: newName }
        await log(transaction, row, caller, { action: 'knowledge.renamed', ...change })
      })
      return presentOne({ ...row, name: newName, updated_at: now() }, caller)
    },

    async delete(id, caller) {
      const row = await editableBase(id, caller)
      const files = await listFiles(database, id)
      await inKnowledgeOf(database, row, async (transaction) => {
        await deleteBase(transaction, id)
        const change = { target: row.name, before: files.length }
        await log(transaction, row, caller, { action: 'knowledge.deleted', ...change })
      })
      for (const { text_file } of files) if (text_file !== null) await texts.remove(text_file)
    },

    async listFiles(id, caller) {
      await readableBase(id, caller)
      return (await listFiles(database, id)).map(presentFile)
    },

    async addFile(id, source, caller) {
      const base = await editableBase(id, caller)
      const fields = await fieldsOf(database, source, caller)
      const row = await inKnowledgeOf(database, base, async (transaction) => {
        await assertAccountExists(transaction, caller)
        const current = await editableBase(id, caller, transaction)
        const same = await findSameFile(transaction, id, fields)
        const again = { state: 'waiting', due_at: now(), lease_until: null } as const
        if (same) {
          const change = { ...fields, ...again, name: same.name }
          return (await changeFile(transaction, same.id, change)) ?? same
        }
        const { files, bytes } = current.organization_id === null ? limitsOf(caller) : TEAM_LIMITS
        const used = await usedByHolder(transaction, current)
        if (used.files >= files || used.bytes >= bytes) throw full()
        const row = { ...NEW_FILE, ...fields, ...again, id: randomUUID(), knowledge_id: id }
        const added = { ...row, most_bytes: bytes, created_at: now() }
        await insertFile(transaction, added)
        const change = { target: current.name, after: added.name }
        await log(transaction, current, caller, { action: 'knowledge.file-added', ...change })
        return added
      })
      onFile(row.url === null ? 'files' : 'pages')
      return presentFile(row)
    },

    async deleteFile(id, fileId, caller) {
      const base = await editableBase(id, caller)
      const row = await findFile(database, id, fileId)
      if (!row) return
      await inKnowledgeOf(database, base, async (transaction) => {
        await deleteFile(transaction, fileId)
        const change = { target: base.name, before: row.name }
        await log(transaction, base, caller, { action: 'knowledge.file-deleted', ...change })
      })
      if (row.text_file !== null) await texts.remove(row.text_file)
    },

    async *all(userId) {
      for (const row of (await listBases(database, userId)).filter(({ user_id }) => user_id === userId)) {
        const files = await listFiles(database, row.id)
        const exported: ExportedKnowledge['files'][number][] = []
        for (const file of files)
          exported.push({ ...presentFile(file), sections: await sectionsOf(texts, file) })
        yield { ...present(row, userId, undefined), fileCount: files.length, files: exported }
      }
    },
  }
}

/** Empty if there is no text, or it cannot be read. */
async function sectionsOf(
  texts: KnowledgeBasesDependencies['texts'],
  { text_file: file, text_salt: salt }: KnowledgeFileRow,
): Promise<DocumentText['sections']> {
  const content = file === null || salt === null ? undefined : await texts.read({ file, salt })
  return content ? documentText.parse(JSON.parse(content.toString('utf8'))).sections : []
}

const NEW_FILE = {
  error: null,
  error_message: null,
  text_file: null,
  text_salt: null,
  text_bytes: 0,
  section_count: null,
  version: 0,
  read_at: null,
} as const

const TEAM_LIMITS = KNOWLEDGE_PLANS.organization

/** Returns the limits of the caller's plan, or of the best plan of the organizations whose pool they may use. */
function limitsOf(caller: Caller) {
  const { user, seatPlanId } = memberOf(caller)
  return KNOWLEDGE_PLANS[bestPlan([effectivePlan(user), seatPlanId ?? 'free']) ?? 'free']
}

const full = () =>
  new DomainError('STORAGE_FULL', 'There is no more room for knowledge. Delete files, or change the plan.')

function memberOf(caller: Caller): Extract<Caller, { readonly kind: 'passphrase' | 'member' }> {
  if (caller.kind === 'member') return caller
  throw new DomainError('FORBIDDEN', 'Sign in to a personal account to have knowledge.')
}

async function assertAccountExists(transaction: Database, caller: Caller): Promise<void> {
  if (await lockUser(transaction, caller.id)) return
  throw new DomainError('SESSION_EXPIRED', 'This account was deleted.')
}

const mayBuild = (role: ReadableBaseRow['role']) => role === 'admin' || role === 'builder'

/** Members manage their own, their agents' and what they gave to projects, admins and builders their team's. */
const rightOf = ({ user_id, role }: ReadableBaseRow, readerId: string): ShareRight =>
  user_id === readerId || mayBuild(role) ? 'edit' : 'use'

/** Returns the columns of an owner. Throws NOT_FOUND, and FORBIDDEN for a member of a team who may not change its knowledge. */
async function ownerOf(
  database: Database,
  { ownerKind, ownerId = '' }: Pick<KnowledgeBaseFields, 'ownerKind' | 'ownerId'>,
  caller: Caller,
): Promise<
  Pick<
    ReadableBaseRow,
    | 'user_id'
    | 'organization_id'
    | 'agent_id'
    | 'project_id'
    | 'agent_name'
    | 'organization_name'
    | 'project_name'
    | 'role'
  >
> {
  const { id: userId } = memberOf(caller)
  const noOwner = { user_id: null, organization_id: null, agent_id: null, project_id: null, role: null }
  const unnamed = { ...noOwner, agent_name: null, organization_name: null, project_name: null }
  if (ownerKind === 'user') {
    if (ownerId !== '' && ownerId !== userId) throw new DomainError('NOT_FOUND', 'This is not your account.')
    return { ...unnamed, user_id: userId }
  }
  if (ownerKind === 'organization') {
    const team = await findTeam(database, userId, ownerId)
    if (!team) throw new DomainError('NOT_FOUND', 'Team not found.')
    if (!mayBuild(team.role))
      throw new DomainError('FORBIDDEN', "Admins and builders change the team's knowledge.")
    return { ...unnamed, organization_id: ownerId, organization_name: team.name, role: team.role }
  }
  if (ownerKind === 'project') {
    const project = await findReadableProject(database, { userId, id: ownerId })
    if (!project) throw notFound('project')
    if (project.user_id !== userId && project.editing !== 1)
      throw new DomainError('FORBIDDEN', 'You may use this project, and not change it.')
    return { ...unnamed, user_id: userId, project_id: ownerId, project_name: project.name }
  }
  const agent = await findAgentOwner(database, userId, ownerId)
  if (!agent || (agent.user_id !== userId && !mayBuild(agent.role)))
    throw new DomainError('NOT_FOUND', 'Only the owner of a custom assistant gives it knowledge.')
  const { name: agent_name, ...columns } = agent
  return { ...unnamed, ...columns, agent_id: ownerId, agent_name }
}

/** Returns the columns of what a file is read from. */
async function fieldsOf(database: Database, source: KnowledgeFileSource, caller: Caller) {
  if ('url' in source) {
    const url = new URL(source.url)
    url.hash = ''
    return { url: url.href, name: url.href.slice(0, 300), attachment_owner: null, attachment_id: null }
  }
  const attachment = await findAttachment(database, callerKeyOf(caller), source.attachmentId)
  if (!attachment) throw new DomainError('NOT_FOUND', 'This file does not exist.')
  const { id, owner, name } = attachment
  return { url: null, name: name || id, attachment_owner: owner, attachment_id: id }
}

function ownerKindOf({ project_id, agent_id, organization_id }: KnowledgeBaseRow): KnowledgeOwnerKind {
  if (project_id !== null) return 'project'
  if (agent_id !== null) return 'agent'
  return organization_id === null ? 'user' : 'organization'
}

function present(
  row: ReadableBaseRow,
  readerId: string,
  counts: { readonly files: number; readonly bytes: number } | undefined,
): KnowledgeBase {
  return {
    id: row.id,
    name: row.name,
    ownerKind: ownerKindOf(row),
    ownerId: row.project_id ?? row.agent_id ?? row.organization_id ?? row.user_id ?? '',
    ownerName: row.project_name ?? row.agent_name ?? row.organization_name ?? '',
    right: rightOf(row, readerId),
    fileCount: counts?.files ?? 0,
    bytes: counts?.bytes ?? 0,
    createdAt: new Date(row.created_at).toISOString(),
    updatedAt: new Date(row.updated_at).toISOString(),
  }
}

function presentFile(row: KnowledgeFileRow): KnowledgeFile {
  const total = row.section_count ?? 0
  return {
    id: row.id,
    knowledgeId: row.knowledge_id,
    name: row.name,
    url: row.url,
    state: row.state,
    progress: total > 0 ? { done: row.state === 'ready' ? total : 0, total } : null,
    error: errorOf(row),
    bytes: row.text_bytes,
    createdAt: new Date(row.created_at).toISOString(),
    readAt: row.read_at === null ? null : new Date(row.read_at).toISOString(),
    nextReadAt: row.url === null || row.due_at === null ? null : new Date(row.due_at).toISOString(),
  }
}

function errorOf({ error, error_message }: KnowledgeFileRow): KnowledgeFile['error'] {
  const { data } = knowledgeFileError.safeParse(error)
  return data ? { code: data, message: error_message ?? '' } : null
}
