import type { AgentId } from '@vee/contract/entities/agent-ids'

/** Who has a screen of its own (agent-views.ts). The first page knows this much of them: whether there is one to load. */
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
