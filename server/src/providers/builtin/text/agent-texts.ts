import type { AgentId } from '@vee/contract/entities/agent-ids'
import type { Locale } from '@vee/contract/entities/locale'
import texts from './agent-texts.json' with { type: 'json' }

/** Texts for the abilities of one agent without a model, in addition to the common ones. */
interface AgentText {
  readonly abilities: Readonly<Partial<Record<AgentId, string>>>
  /** reply to a diary entry */
  readonly entry: string
}

export const AGENT_TEXTS: Readonly<Record<Locale, AgentText>> = texts
