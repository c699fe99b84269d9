import type { AgentId } from '@vee/contract/entities/agent-ids'
import type { Locale } from '@vee/contract/entities/locale'
import texts from './agent-texts.json' with { type: 'json' }

/** What each agent can do without a model, in addition to the common abilities. */
export const AGENT_TEXTS: Readonly<Record<Locale, Readonly<Partial<Record<AgentId, string>>>>> = texts
