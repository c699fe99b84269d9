import type { Agent } from '@vee/contract/entities/agent'
import { resolveAgentId } from '@vee/contract/entities/agent-ids'
import type { Locale } from '@vee/contract/entities/locale'
import type { LoadedAgent } from '#agents/index.ts'
import type { Caller } from '../accounts/index.ts'
import { Refusal } from '../refusal.ts'
import { canSee, canTalkTo } from './policy.ts'
import { presentAgent } from './present.ts'

/** Who can be talked to. Only agents that are really here: an id that is known but has no folder is an unknown one. */
export interface AgentCatalogue {
  list(caller: Caller, locale: Locale): Agent[]
  /** The system prompt of an agent id or alias. Refuses others, and agents that the caller does not see, with NOT_FOUND. */
  promptOf(idOrAlias: string, caller: Caller): { id: string; content: string }
  /** The name of an agent as people read it; of one that is not here any more its id. */
  labelOf(id: string, locale: Locale): string
  /** What is said with this agent is not to be stored. */
  staysInBrowser(id: string): boolean
  /** The agent to answer. Refuses with AGENT_UNKNOWN or AGENT_TIER_REQUIRED. */
  choose(idOrAlias: string, caller: Caller): LoadedAgent
}

export function createAgentCatalogue(agents: readonly LoadedAgent[]): AgentCatalogue {
  const find = (idOrAlias: string) => {
    const id = resolveAgentId(idOrAlias)
    return agents.find((agent) => agent.id === id)
  }

  return {
    list: (caller, locale) =>
      agents.filter((agent) => canSee(agent, caller)).map((agent) => presentAgent(agent, locale, caller)),

    promptOf(idOrAlias, caller) {
      const agent = find(idOrAlias)
      if (!agent || !canSee(agent, caller)) throw new Refusal('NOT_FOUND', 'There is no such prompt.')
      return { id: agent.id, content: agent.prompt }
    },

    labelOf: (id, locale) => find(id)?.texts[locale].label ?? id,

    staysInBrowser: (id) => find(id)?.staysInBrowser === true,

    choose(idOrAlias, caller) {
      const agent = find(idOrAlias)
      if (!agent) throw new Refusal('AGENT_UNKNOWN', 'There is no assistant by that name.')
      if (!canTalkTo(agent, caller)) throw new Refusal('AGENT_TIER_REQUIRED', ...tierRequired(agent))
      return agent
    },
  }
}

function tierRequired({
  accessTier,
}: LoadedAgent): [message: string, options: { details: { required: string } }] {
  const message =
    accessTier === 'premium' ? 'This assistant needs a paid plan.' : 'Sign in to talk to this assistant.'
  return [message, { details: { required: accessTier } }]
}
