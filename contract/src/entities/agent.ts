import { z } from 'zod'

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
export const agentId = z.enum(AGENT_IDS)

export const DEFAULT_AGENT_ID: AgentId = 'v_agent'

/** Other names under which an agent may be asked for. */
export const AGENT_ALIASES: Readonly<Record<string, AgentId>> = { general: 'v_agent', 'general-ai': 'v_agent' }

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

export const accessTier = z.enum(['public', 'member', 'premium'])
export type AccessTier = z.infer<typeof accessTier>

export const agentCapabilities = z.object({
  canGenerateDiagrams: z.boolean(),
  usesCompactRenderer: z.boolean(),
  acceptsVoiceInput: z.boolean(),
  /** messages of history that are sent at most */
  maxChatHistory: z.int().positive(),
  showEphemeralChatLog: z.boolean(),
  handlesOwnInput: z.boolean(),
})

/** An agent as the catalogue lists it, with texts in the language that was asked for. */
export const agent = z.object({
  id: agentId,
  label: z.string(),
  description: z.string(),
  longDescription: z.string().optional(),
  category: z.string(),
  systemPromptKey: z.string(),
  capabilities: agentCapabilities,
  examplePrompts: z.array(z.string()),
  tags: z.array(z.string()),
  inputPlaceholder: z.string(),
  isPublic: z.boolean(),
  accessTier,
  isBeta: z.boolean(),
  isDefault: z.boolean(),
  /** the name of a theme role, never a colour */
  themeColor: z.string(),
  detailedCapabilities: z.array(z.object({ id: z.string(), label: z.string() })),
  defaultVoicePersona: z.object({ name: z.string(), voiceId: z.string(), lang: z.string() }).optional(),
  /** true when the caller's tier does not reach this agent */
  locked: z.boolean(),
})
export type Agent = z.infer<typeof agent>

/** `conv-{agent}-{time}-{random}`: time in milliseconds since 1970, random as given by the caller. */
export function newConversationId(agent: AgentId, random: string, now: number): string {
  return `conv-${agent}-${now}-${random}`
}
