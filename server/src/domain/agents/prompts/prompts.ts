import { randomUUID } from 'node:crypto'
import { MAX_PROMPTS } from '@vee/contract/entities/teams/prompt-limits'
import { sampling, type Sampling } from '@vee/contract/entities/sampling'
import type { SavedPrompt } from '@vee/contract/http/teams/prompts'
import { findMember, findOrganization, listOrganizationIds } from '#db/queries/organizations/organizations.ts'
import {
  changePrompt,
  deletePrompt,
  findPrompt,
  insertPrompt,
  listPrompts,
  type PromptRow,
} from '#db/queries/prompts.ts'
import type { Database } from '#db/schema.ts'
import { type Caller, invalid } from '../../accounts/index.ts'
import { memberAccessIn } from '../../organizations/index.ts'
import { DomainError, notFound } from '../../errors/domain-error.ts'
import { withoutNul } from '#lib/without-nul.ts'

interface PromptsDependencies {
  readonly database: Database
  /** milliseconds since 1970 */
  readonly now: () => number
}

interface PromptChange {
  readonly title?: string | undefined
  readonly text?: string | undefined
  readonly sampling?: Sampling | undefined
}

/**
 * Saved prompts of users and of their organizations. Throws FORBIDDEN for callers without an account of their
 * own, and NOT_FOUND for prompts that the caller may not see.
 */
export interface Prompts {
  list(caller: Caller): Promise<SavedPrompt[]>
  /** Throws FORBIDDEN for viewers of the organization, and VALIDATION if the maximum number is reached. */
  create(
    prompt: {
      readonly title: string
      readonly text: string
      readonly sampling: Sampling
      readonly organizationId: string | null
    },
    caller: Caller,
  ): Promise<SavedPrompt>
  /** Throws FORBIDDEN unless the caller is its author or an admin of its organization. */
  update(id: string, change: PromptChange, caller: Caller): Promise<SavedPrompt>
  /** Throws the same errors as `update`. */
  remove(id: string, caller: Caller): Promise<void>
}

export function createPrompts({ database, now }: PromptsDependencies): Prompts {
  const present = (row: PromptRow, caller: Caller) => presentPrompt(database, row, caller)
  return {
    async list(caller) {
      assertMember(caller)
      const rows = await listPrompts(database, caller.id, await listOrganizationIds(database, caller.id))
      return Promise.all(rows.map((row) => present(row, caller)))
    },

    async create({ title, text, sampling: parameters, organizationId }, caller) {
      assertMember(caller)
      if (organizationId !== null) {
        const { me } = await memberAccessIn(database, caller, organizationId, 'member')
        if (me.role === 'viewer') {
          throw new DomainError('FORBIDDEN', 'Viewers use the prompts of an organization and write none.')
        }
      }
      const row: PromptRow = {
        id: randomUUID(),
        user_id: caller.id,
        organization_id: organizationId,
        title: withoutNul(title),
        text: withoutNul(text),
        sampling: JSON.stringify(parameters),
        created_at: now(),
        updated_at: now(),
        source_id: null,
      }
      if (!(await insertPrompt(database, row, MAX_PROMPTS))) {
        throw invalid('title', `Keep at most ${MAX_PROMPTS} prompts; remove some first.`)
      }
      return present(row, caller)
    },

    async update(id, { title, text, sampling: parameters }, caller) {
      const row = await editable(database, id, caller)
      const change = {
        title: title === undefined ? row.title : withoutNul(title),
        text: text === undefined ? row.text : withoutNul(text),
        sampling: parameters === undefined ? row.sampling : JSON.stringify(parameters),
        updated_at: now(),
      }
      await changePrompt(database, id, change)
      return present({ ...row, ...change }, caller)
    },

    async remove(id, caller) {
      await editable(database, id, caller)
      await deletePrompt(database, id)
    },
  }
}

function assertMember(caller: Caller): void {
  if (caller.kind === 'member') return
  throw new DomainError('FORBIDDEN', 'Sign in to a personal account to save prompts.')
}

/** Throws NOT_FOUND if the caller may not see the prompt, and FORBIDDEN if the caller may only use it. */
async function editable(database: Database, id: string, caller: Caller): Promise<PromptRow> {
  assertMember(caller)
  const row = /^[\w-]{1,100}$/.test(id) ? await findPrompt(database, id) : undefined
  const rights = row && (await rightsOf(database, row, caller))
  if (!row || !rights) throw notFound('prompt')
  if (!rights.mayEdit) {
    throw new DomainError('FORBIDDEN', 'Only its author and admins of the organization change a prompt.')
  }
  return row
}

/**
 * Returns the caller's rights to a prompt; undefined if the caller may not see it. Former members of an
 * organization have no rights to its prompts.
 */
async function rightsOf(
  database: Database,
  { user_id, organization_id }: PromptRow,
  { id }: Caller,
): Promise<{ readonly mayEdit: boolean } | undefined> {
  if (organization_id === null) return user_id === id ? { mayEdit: true } : undefined
  const membership = await findMember(database, organization_id, id)
  return (
    membership && { mayEdit: membership.role === 'admin' || (user_id === id && membership.role !== 'viewer') }
  )
}

async function presentPrompt(database: Database, row: PromptRow, caller: Caller): Promise<SavedPrompt> {
  const { id, title, text, sampling: stored, organization_id, updated_at } = row
  const organization =
    organization_id === null ? undefined : await findOrganization(database, organization_id)
  return {
    id,
    title,
    text,
    sampling: sampling.parse(JSON.parse(stored ?? '{}')),
    organization: organization ? { id: organization.id, name: organization.name } : null,
    mayEdit: (await rightsOf(database, row, caller))?.mayEdit ?? false,
    updatedAt: new Date(updated_at).toISOString(),
  }
}
