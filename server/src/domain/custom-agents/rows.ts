import { type OwnAgent, ownAgentFields, type OwnAgentFields } from '@vee/contract/entities/own-agent'
import type { AgentOwner } from '@vee/contract/entities/own-agent'
import type { ShareRight } from '@vee/contract/entities/share-right'
import type { OwnAgentId } from '@vee/contract/entities/agent-ids'
import type { OwnAgentRow, ReachableAgentRow } from '#db/queries/own-agents.ts'
import { withoutNul } from '../without-nul.ts'

const details = ownAgentFields.omit({ name: true })

/** The columns that hold what a member says of an agent. */
export function columnsOf({ name, ...rest }: OwnAgentFields): Pick<OwnAgentRow, 'name' | 'details'> {
  // In JSON the character NUL is written as an escape, with any number of backslashes before it.
  const json = JSON.stringify(rest, (_, part: unknown) =>
    typeof part === 'string' ? withoutNul(part) : part,
  )
  return { name: withoutNul(name), details: json }
}

/** An agent as whoever found this row sees it. */
export function ownAgentOf(row: ReachableAgentRow, readerId: string): OwnAgent {
  return {
    ...details.parse(JSON.parse(row.details)),
    // Versions before November 2026 could store a name that was NUL alone.
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

/** The owner may do anything with an agent, colleagues what it is shared for; in an organization those edit who build there. */
function rightTo({ user_id, editing, role }: ReachableAgentRow, readerId: string): ShareRight {
  return user_id === readerId || editing === 1 || role === 'admin' || role === 'builder' ? 'edit' : 'use'
}
