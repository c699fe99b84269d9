import type { Agent } from '@vee/contract/entities/agent'
import { isOwnAgentId } from '@vee/contract/entities/agent-ids'

/** The name of an agent as people read it; `gone` stands for a member's own that is not there any more. */
export function agentLabel(agents: readonly Agent[], id: string, gone: string): string {
  return agents.find((agent) => agent.id === id)?.label ?? (isOwnAgentId(id) ? gone : id)
}
