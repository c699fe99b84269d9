// No zod here: the web client's first page reads these.

export const AGENT_IDS = [
  'nerf_agent',
  'v_agent',
  'coding_assistant',
  'system_designer',
  'meeting_summarizer',
  'diary_agent',
  'coding_interviewer',
  'tutor_agent',
  'lc_audit_aide',
] as const
export type AgentId = (typeof AGENT_IDS)[number]

export const DEFAULT_AGENT_ID: AgentId = 'v_agent'

/** Other names under which an agent may be asked for. */
export const AGENT_ALIASES: Readonly<Record<string, AgentId>> = {
  general: 'v_agent',
  'general-ai': 'v_agent',
}

/** Panel ids that look like agents and are none: never listed, never accepted as agentId. */
export const PLACEHOLDER_IDS = [
  'private-dashboard-placeholder',
  'rate-limit-exceeded',
  'public-welcome-placeholder',
  'no-public-agents-placeholder',
  'system-error',
] as const

/** The agent an id or alias stands for; undefined for placeholders and unknown ids. */
export function resolveAgentId(idOrAlias: string): AgentId | undefined {
  if (Object.hasOwn(AGENT_ALIASES, idOrAlias)) return AGENT_ALIASES[idOrAlias]
  return AGENT_IDS.find((id) => id === idOrAlias)
}

/** `conv-{agent}-{time}-{random}`: time in milliseconds since 1970, random as given by the caller. */
export function newConversationId(agent: AgentId, random: string, now: number): string {
  return `conv-${agent}-${now}-${random}`
}
