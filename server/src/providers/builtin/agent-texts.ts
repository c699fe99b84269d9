import type { AgentId } from '@vee/contract/entities/agent-ids'
import type { Locale } from '@vee/contract/entities/locale'
import texts from './agent-texts.json' with { type: 'json' }

/** What an agent can do without a model, beyond what all of them can. */
interface AgentText {
  readonly abilities: Readonly<Partial<Record<AgentId, string>>>
  /** answers a diary entry */
  readonly entry: string
}

export const AGENT_TEXTS: Readonly<Record<Locale, AgentText>> = texts
