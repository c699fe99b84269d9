import type { Agent } from '@vee/contract/entities/agent'
import { isCustomAgentId } from '@vee/contract/entities/agent-ids'

/** Returns the display name of an agent; `gone` is the label of a deleted custom agent. */
export function agentLabel(agents: readonly Agent[], id: string, gone: string): string {
  return agents.find((agent) => agent.id === id)?.label ?? (isCustomAgentId(id) ? gone : id)
}
