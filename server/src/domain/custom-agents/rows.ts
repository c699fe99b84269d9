import { type OwnAgent, ownAgentFields, type OwnAgentFields } from '@vee/contract/entities/own-agent'
import type { AgentOwner } from '@vee/contract/entities/own-agent'
import type { ShareRight } from '@vee/contract/entities/share-right'
import type { OwnAgentId } from '@vee/contract/entities/agent-ids'
import type { OwnAgentRow, ReachableAgentRow } from '#db/queries/own-agents.ts'
import { withoutNul } from '../without-nul.ts'

const details = ownAgentFields.omit({ name: true })

/** Returns the columns for the fields of an agent. */
export function columnsOf({ name, ...rest }: OwnAgentFields): Pick<OwnAgentRow, 'name' | 'details'> {
  // JSON writes the character NUL as an escape, after any number of backslashes.
  const json = JSON.stringify(rest, (_, part: unknown) =>
    typeof part === 'string' ? withoutNul(part) : part,
  )
  return { name: withoutNul(name), details: json }
}

/** Returns an agent as seen by the reader of this row. */
export function ownAgentOf(row: ReachableAgentRow, readerId: string): OwnAgent {
  return {
    ...details.parse(JSON.parse(row.details)),
    // Versions before November 2026 could store a name that consisted of NUL.
    name: row.name || '?',
    id: row.id as OwnAgentId,
    owner: ownerIn(row, readerId),
    right: rightTo(row, readerId),
    createdAt: new Date(row.created_at).toISOString(),
    updatedAt: new Date(row.updated_at).toISOString(),
  }
}

function ownerIn(row: ReachableAgentRow, readerId: string): AgentOwner {
  const { user_id, owner_name, organization_id, organization_name } = row
  if (organization_id !== null)
    return { kind: 'organization', id: organization_id, name: organization_name ?? '' }
  return user_id === readerId ? { kind: 'me' } : { kind: 'member', name: owner_name ?? '' }
}

/** The owner has all rights, colleagues those of the share; in an organization builders may edit. */
function rightTo({ user_id, editing, role }: ReachableAgentRow, readerId: string): ShareRight {
  return user_id === readerId || editing === 1 || role === 'admin' || role === 'builder' ? 'edit' : 'use'
}
