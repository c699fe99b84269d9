import type { AgentId } from '@vee/contract/entities/agent-ids'

/**
 * Agents with their own screen (agent-views.ts). The initial bundle contains only this list, to decide
 * whether to load one.
 */
const OWN_SCREENS: ReadonlySet<AgentId> = new Set<AgentId>([
  'coding_assistant',
  'system_designer',
  'coding_interviewer',
  'tutor_agent',
  'lc_audit_aide',
  'diary_agent',
  'meeting_summarizer',
])

export const hasOwnScreen = (agentId: AgentId): boolean => OWN_SCREENS.has(agentId)
