import { randomUUID } from 'node:crypto'
import {
  AGENT_FILE_VERSION,
  type AgentFile,
  type CustomAgent,
  customAgentFields,
  type CustomAgentFields,
  type AgentOwner,
} from '@vee/contract/entities/custom-agent'
import type { PlanId } from '@vee/contract/entities/accounts/user'
import {
  changeAgent,
  findAgentOfArchive,
  findReadableAgent,
  inAgentsOf,
  insertAgent,
  listAgentNames,
  listReadableAgents,
  type CustomAgentRow,
  purgeAgents,
  type ReadableAgentRow,
} from '#db/queries/custom-agents.ts'
import type { Database } from '#db/schema.ts'
import { type Caller, memberIdOf } from '../../accounts/index.ts'
import { effectivePlan } from '../../money/plans/index.ts'
import { DomainError } from '../../errors/domain-error.ts'
import { CUSTOM_AGENT_LIMITS } from '@vee/contract/entities/custom-agent-limits'
import type { ShareRight } from '@vee/contract/entities/teams/share-right'
import type { CustomAgentId } from '@vee/contract/entities/agent-ids'
import { withoutNul } from '#lib/without-nul.ts'

const details = customAgentFields.omit({ name: true })

/** Returns the columns for the fields of an agent. */
function columnsOf({ name, ...rest }: CustomAgentFields): Pick<CustomAgentRow, 'name' | 'details'> {
  // JSON writes the character NUL as an escape, after any number of backslashes.
  const json = JSON.stringify(rest, (_, value: unknown) =>
    typeof value === 'string' ? withoutNul(value) : value,
  )
  return { name: withoutNul(name), details: json }
}

/** Returns an agent as seen by the reader of this row. */
function customAgentOf(row: ReadableAgentRow, readerId: string): CustomAgent {
  return {
    ...details.parse(JSON.parse(row.details)),
    // Versions before November 2026 could store a name that consisted of NUL.
    name: row.name || '?',
    id: row.id as CustomAgentId,
    owner: ownerIn(row, readerId),
    right: rightTo(row, readerId),
    createdAt: new Date(row.created_at).toISOString(),
    updatedAt: new Date(row.updated_at).toISOString(),
  }
}

function ownerIn(row: ReadableAgentRow, readerId: string): AgentOwner {
  const { user_id, owner_name, organization_id, organization_name } = row
  if (organization_id !== null)
    return { kind: 'organization', id: organization_id, name: organization_name ?? '' }
  return user_id === readerId ? { kind: 'me' } : { kind: 'member', name: owner_name ?? '' }
}

/** The owner has all rights, colleagues those of the share; in an organization builders may edit. */
function rightTo({ user_id, editing, role }: ReadableAgentRow, readerId: string): ShareRight {
  return user_id === readerId || editing === 1 || role === 'admin' || role === 'builder' ? 'edit' : 'use'
}

interface Named {
  readonly name: string
}

/** Spoken names have no case or width. */
const normalized = (name: string) => name.normalize('NFKC').toLowerCase()
const isTaken = (name: string, others: readonly Named[]) =>
  others.some((other) => normalized(other.name) === normalized(name))

/** Throws VALIDATION if another agent has the name. */
function assertNameFree(name: string, others: readonly Named[]): string {
  if (!isTaken(name, others)) return name
  const message = 'You already have an assistant with this name.'
  throw new DomainError('VALIDATION', message, { details: [{ path: 'name', message }] })
}

/** Returns the name, or the first free one of "Name 2", "Name 3" … */
function freeName(name: string, others: readonly Named[]): string {
  if (!isTaken(name, others)) return name
  for (let number = 2; ; number++) {
    const end = ` ${number}`
    const candidate = name.slice(0, CUSTOM_AGENT_LIMITS.name - end.length).trimEnd() + end
    if (!isTaken(candidate, others)) return candidate
  }
}

/** Time in which a deletion can be undone. */
const RESTORE_MS = 10 * 60_000

/** Maximum number of agents per member. After a downgrade existing ones remain, and none can be added. */
const MAX_AGENTS: Readonly<Record<PlanId, number>> = { free: 10, basic: 30, creator: 100, organization: 100 }

interface CustomAgentsDependencies {
  readonly database: Database
  /** milliseconds since 1970 */
  readonly now: () => number
}

/** The changed fields; undefined ones are unchanged. */
type CustomAgentChange = { readonly [F in keyof CustomAgentFields]?: CustomAgentFields[F] | undefined }

/**
 * Custom agents: members' own, those that colleagues share with them, and those of their organizations. Other
 * callers have none, and get FORBIDDEN when they create one. Throws NOT_FOUND for an agent that the caller
 * cannot access, and FORBIDDEN for a change with read access only. Names of a member's agents are unique
 * (VALIDATION), because agents are called by name.
 */
export interface CustomAgents {
  /** Oldest first; empty for callers without an account. */
  list(caller: Caller): Promise<readonly CustomAgent[]>
  /** Returns undefined for an agent that the caller may not use. */
  find(id: string, caller: Caller): Promise<CustomAgent | undefined>
  get(id: string, caller: Caller): Promise<CustomAgent>
  /** Throws AGENTS_FULL at the limit of the caller's plan. */
  create(fields: CustomAgentFields, caller: Caller): Promise<CustomAgent>
  change(id: string, change: CustomAgentChange, caller: Caller): Promise<CustomAgent>
  /** Deletes an agent; it can be restored for ten minutes. */
  delete(id: string, caller: Caller): Promise<void>
  /** Throws like `create`. */
  restore(id: string, caller: Caller): Promise<CustomAgent>
  /** Returns a file that `import` of any Vee server reads. */
  export(id: string, caller: Caller): Promise<AgentFile>
  /**
   * Adds the agent of a file, under another name if that is taken, and without tools: its author is unknown,
   * and the caller should read it first. Throws like `create`.
   */
  import(file: AgentFile, caller: Caller): Promise<CustomAgent>
  /**
   * Adds an agent of an archive as `import` does, unless the caller has it: under its id there, or from an archive. A deleted one is
   * restored. Throws like `create`.
   */
  restoreArchived(agent: ArchivedAgent, caller: Caller): Promise<RestoredAgent>
  /** Deletes permanently what can no longer be restored. */
  purge(): Promise<void>
}

/** An agent with its id and times where its archive comes from. */
interface ArchivedAgent {
  readonly id: string
  readonly fields: CustomAgentFields
  /** milliseconds since 1970 */
  readonly createdAt: number
  readonly updatedAt: number
}

interface RestoredAgent {
  readonly id: string
  readonly isNew: boolean
}

export function createCustomAgents({ database, now }: CustomAgentsDependencies): CustomAgents {
  const { readableAgent, editableAgent } = agentAccess(database)
  const add = adding(database, now)

  return {
    async list(caller) {
      if (caller.kind !== 'member') return []
      return (await listReadableAgents(database, caller.id)).map((row) => customAgentOf(row, caller.id))
    },

    async find(id, caller) {
      if (caller.kind !== 'member') return undefined
      const row = await findReadableAgent(database, { userId: caller.id, id, isDeleted: false })
      return row && customAgentOf(row, caller.id)
    },

    get: async (id, caller) => (await readableAgent(id, caller)).agent,

    create: (fields, caller) => add(fields, caller, assertNameFree),

    async change(id, change, caller) {
      const { row } = await editableAgent(id, caller)
      return inAgentsOf(database, row.user_id ?? row.organization_id ?? caller.id, async (transaction) => {
        const { agent: before, row } = await editableAgent(id, caller, transaction)
        const changed = {
          ...before,
          ...given(change),
          updatedAt: new Date(now()).toISOString(),
          // Text of a colleague runs with the owner's tools only after the owner enabled them again.
          ...(before.owner.kind === 'member' && { usesTools: false }),
        }
        if (row.user_id !== null && changed.name !== before.name) {
          const names = await listAgentNames(transaction, row.user_id)
          assertNameFree(
            changed.name,
            names.filter((other) => other.id !== id),
          )
        }
        await changeAgent(transaction, id, {
          ...columnsOf(customAgentFields.parse(changed)),
          updated_at: Date.parse(changed.updatedAt),
        })
        return changed
      })
    },

    async delete(id, caller) {
      assertMayDelete(await editableAgent(id, caller))
      await changeAgent(database, id, { deleted_at: now() })
    },

    async restore(id, caller) {
      await purgeAgents(database, now() - RESTORE_MS)
      return inAgentsOf(database, memberId(caller), async (transaction) => {
        const { agent } = assertMayDelete(await editableAgent(id, caller, transaction, true))
        if (agent.owner.kind === 'me') {
          const others = await listAgentNames(transaction, caller.id)
          assertAgentRoom(others.length, caller)
          assertNameFree(agent.name, others)
        }
        await changeAgent(transaction, id, { deleted_at: null })
        return agent
      })
    },

    async export(id, caller) {
      const agent = customAgentFields.parse((await readableAgent(id, caller)).agent)
      return { format: 'vee-agent', version: AGENT_FILE_VERSION, agent }
    },

    import: ({ agent }, caller) => add({ ...agent, usesTools: false }, caller, freeName),

    restoreArchived: ({ id, fields, createdAt, updatedAt }, caller) =>
      inAgentsOf(database, memberId(caller), async (transaction) => {
        const same = await findAgentOfArchive(transaction, caller.id, id)
        if (same && same.deleted_at === null) return { id: same.id, isNew: false }
        const others = await listAgentNames(transaction, caller.id)
        assertAgentRoom(others.length, caller)
        if (same) {
          await changeAgent(transaction, same.id, { deleted_at: null })
          return { id: same.id, isNew: true }
        }
        const row = newRow({ ...fields, usesTools: false, name: freeName(fields.name, others) }, caller.id)
        await insertAgent(transaction, {
          ...row,
          created_at: createdAt,
          updated_at: updatedAt,
          source_id: id,
        })
        return { id: row.id, isNew: true }
      }),

    purge: () => purgeAgents(database, now() - RESTORE_MS),
  }
}

interface AgentWithRow {
  readonly agent: CustomAgent
  readonly row: CustomAgentRow
}

type FindAgent = (id: string, caller: Caller, from?: Database, isDeleted?: boolean) => Promise<AgentWithRow>

/** Returns functions that find an agent for use or for a change, or throw. */
function agentAccess(database: Database): {
  readonly readableAgent: FindAgent
  readonly editableAgent: FindAgent
} {
  const readableAgent: FindAgent = async (id, caller, source = database, isDeleted = false) => {
    const row = await findReadableAgent(source, { userId: memberId(caller), id, isDeleted })
    if (!row) throw new DomainError('NOT_FOUND', 'Assistant not agentWithRow.')
    return { agent: customAgentOf(row, caller.id), row }
  }
  return {
    readableAgent,
    async editableAgent(...request) {
      const agentWithRow = await readableAgent(...request)
      if (agentWithRow.agent.right === 'edit') return agentWithRow
      throw new DomainError('FORBIDDEN', 'You may use this assistant, and not change it.')
    },
  }
}

/** Sharing does not change the owner of an agent. */
function assertMayDelete(agentWithRow: AgentWithRow): AgentWithRow {
  if (agentWithRow.agent.owner.kind !== 'member') return agentWithRow
  throw new DomainError('FORBIDDEN', 'Only its owner deletes an assistant that is shared.')
}

const newRow = (fields: CustomAgentFields, userId: string) => ({
  id: `own_${randomUUID().replaceAll('-', '')}`,
  user_id: userId,
  organization_id: null,
  ...columnsOf(fields),
  deleted_at: null,
})

/** Adds an agent to the caller's; `nameFor` returns its name among the others, or throws. */
function adding(database: Database, now: () => number) {
  return async (
    fields: CustomAgentFields,
    caller: Caller,
    nameFor: typeof assertNameFree,
  ): Promise<CustomAgent> =>
    inAgentsOf(database, memberId(caller), async (transaction) => {
      const others = await listAgentNames(transaction, caller.id)
      assertAgentRoom(others.length, caller)
      const nowMs = now()
      const row = {
        ...newRow({ ...fields, name: nameFor(fields.name, others) }, caller.id),
        created_at: nowMs,
        updated_at: nowMs,
        source_id: null,
      }
      await insertAgent(transaction, row)
      return customAgentOf(
        { ...row, role: null, organization_name: null, owner_name: null, editing: null },
        caller.id,
      )
    })
}

/** Fields with undefined are not part of a change. */
const given = (change: CustomAgentChange) =>
  Object.fromEntries(
    Object.entries(change).filter(([, value]) => value !== undefined),
  ) as Partial<CustomAgentFields>

function assertAgentRoom(count: number, caller: Caller): void {
  if (caller.kind !== 'member') return
  const most = Math.max(MAX_AGENTS[effectivePlan(caller.user)], MAX_AGENTS[caller.seatPlanId ?? 'free'])
  if (count < most) return
  throw new DomainError('AGENTS_FULL', `Your plan has room for ${most} assistants of your own.`, {
    details: { most },
  })
}

const memberId = (caller: Caller): string =>
  memberIdOf(caller, 'Sign in to a personal account to have assistants of your own.')
