import { type OwnAgent, ownAgentFields, type OwnAgentFields } from '@vee/contract/entities/own-agent'
import type { AgentOwner, AgentRight } from '@vee/contract/entities/own-agent'
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
export function ownAgentOf(row: ReachableAgentRow): OwnAgent {
  return {
    ...details.parse(JSON.parse(row.details)),
    name: row.name,
    id: row.id as OwnAgentId,
    owner: ownerIn(row),
    right: rightTo(row),
    createdAt: new Date(row.created_at).toISOString(),
    updatedAt: new Date(row.updated_at).toISOString(),
  }
}

function ownerIn({ organization_id, organization_name }: ReachableAgentRow): AgentOwner {
  if (organization_id === null) return { kind: 'me' }
  return { kind: 'organization', id: organization_id, name: organization_name ?? '' }
}

/** The owner may do anything with an agent; in an organization those may who build there, and viewers talk to it. */
const rightTo = ({ organization_id, role }: ReachableAgentRow): AgentRight =>
  organization_id === null || role === 'admin' || role === 'builder' ? 'edit' : 'use'
