// No zod here: these are part of the web client's initial bundle.

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
export type BuiltInAgentId = (typeof AGENT_IDS)[number]
/** The id of a custom agent. */
export type CustomAgentId = `own_${string}`
export type AgentId = BuiltInAgentId | CustomAgentId

export const DEFAULT_AGENT_ID: BuiltInAgentId = 'v_agent'

/** Aliases of agent ids. */
export const AGENT_ALIASES: Readonly<Record<string, BuiltInAgentId>> = {
  general: 'v_agent',
  'general-ai': 'v_agent',
}

/** Panel ids that look like agent ids: never listed, never accepted as agentId. */
export const PLACEHOLDER_IDS = [
  'private-dashboard-placeholder',
  'rate-limit-exceeded',
  'public-welcome-placeholder',
  'no-public-agents-placeholder',
  'system-error',
] as const

/**
 * Returns true if an id has the form of a custom agent's id. Whether that agent exists, only the server can
 * decide.
 */
export const isCustomAgentId = (id: string): id is CustomAgentId => /^own_[0-9a-f]{32}$/.test(id)

/** Resolves an id or alias to an agent id; undefined for placeholders and malformed ids. */
export function resolveAgentId(idOrAlias: string): AgentId | undefined {
  if (Object.hasOwn(AGENT_ALIASES, idOrAlias)) return AGENT_ALIASES[idOrAlias]
  return isCustomAgentId(idOrAlias) ? idOrAlias : AGENT_IDS.find((id) => id === idOrAlias)
}

/** Returns `conv-{agent}-{time}-{random}`: time in ms since 1970, random as given by the caller. */
export function newConversationId(agent: AgentId, random: string, now: number): string {
  return `conv-${agent}-${now}-${random}`
}
