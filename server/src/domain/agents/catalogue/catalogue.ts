import type { Agent } from '@vee/contract/entities/agent'
import { isCustomAgentId, resolveAgentId } from '@vee/contract/entities/agent-ids'
import type { Locale } from '@vee/contract/entities/locale'
import type { AddressableAgent } from '@vee/contract/spoken/addressed-agents'
import { labelOfGone, type LoadedAgent } from '#agents/index.ts'
import type { Caller } from '../../accounts/index.ts'
import { DomainError, notFound } from '../../errors/domain-error.ts'
import { canSee, canTalkTo } from './policy.ts'

/** Custom agents, ready for use. */
export interface MembersAgents {
  list(caller: Caller): Promise<readonly LoadedAgent[]>
  /** undefined for agents that the caller may not use */
  find(id: string, caller: Caller): Promise<LoadedAgent | undefined>
}

/** The available agents: built-in and custom ones. A known id without a folder is treated as unknown. */
export interface AgentCatalogue {
  list(caller: Caller, locale: Locale): Promise<Agent[]>
  /**
   * Returns the system prompt of an agent id or alias. Throws NOT_FOUND for others, and for agents that the
   * caller cannot see.
   */
  promptOf(idOrAlias: string, caller: Caller): Promise<{ id: string; content: string }>
  /** Returns the display names of agents; for unknown ones the id. */
  labels(caller: Caller, locale: Locale): Promise<(id: string) => string>
  /**
   * Returns the agents that a question may be addressed to, with their names in these languages and in English: those that
   * the caller sees, locked ones too, and whose conversations are not theirs alone.
   */
  addressable(caller: Caller, locales: readonly Locale[]): Promise<readonly AddressableAgent[]>
  /** Returns true if conversations with this agent must not be stored. */
  staysInBrowser(id: string): boolean
  /** Returns the agent for a reply. Throws AGENT_UNKNOWN or AGENT_TIER_REQUIRED. */
  choose(idOrAlias: string, caller: Caller): Promise<LoadedAgent>
}

const NOBODYS: MembersAgents = { list: async () => [], find: async () => undefined }

/** Creates the catalogue. Without `membersAgents` it contains only the built-in agents. */
export function createAgentCatalogue(
  agents: readonly LoadedAgent[],
  membersAgents: MembersAgents = NOBODYS,
): AgentCatalogue {
  const ofTheHouse = (idOrAlias: string) => {
    const id = resolveAgentId(idOrAlias)
    return agents.find((agent) => agent.id === id)
  }
  const find = async (idOrAlias: string, caller: Caller) =>
    isCustomAgentId(idOrAlias) ? membersAgents.find(idOrAlias, caller) : ofTheHouse(idOrAlias)

  return {
    async list(caller, locale) {
      const visible = agents.filter((agent) => canSee(agent, caller))
      return [...visible, ...(await membersAgents.list(caller))].map((agent) =>
        presentAgent(agent, locale, caller),
      )
    },

    async promptOf(idOrAlias, caller) {
      const agent = await find(idOrAlias, caller)
      if (!agent || !canSee(agent, caller)) throw notFound('prompt')
      return { id: agent.id, content: agent.prompt }
    },

    async labels(caller, locale) {
      const agentsById = new Map(
        [...agents, ...(await membersAgents.list(caller))].map((agent) => [agent.id, agent]),
      )
      return (id) => {
        const agentId = resolveAgentId(id)
        const label = agentId && agentsById.get(agentId)?.texts[locale].label
        return label ?? (isCustomAgentId(id) ? labelOfGone(locale) : id)
      }
    },

    async addressable(caller, locales) {
      const visible = [...agents, ...(await membersAgents.list(caller))].filter(
        (agent) => canSee(agent, caller) && agent.staysInBrowser !== true,
      )
      return visible.map(({ id, texts }) => ({
        id,
        names: [
          ...new Set(
            [...locales, 'en' as const].flatMap((locale) => [
              texts[locale].label,
              ...(texts[locale].nicknames ?? []),
            ]),
          ),
        ],
      }))
    },

    staysInBrowser: (id) => ofTheHouse(id)?.staysInBrowser === true,

    async choose(idOrAlias, caller) {
      const agent = await find(idOrAlias, caller)
      if (!agent) throw new DomainError('AGENT_UNKNOWN', 'There is no assistant by that name.')
      if (!canTalkTo(agent, caller)) throw new DomainError('AGENT_TIER_REQUIRED', ...tierRequired(agent))
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

/** Returns an agent for the catalogue, without its prompt. */
function presentAgent(agent: LoadedAgent, locale: Locale, caller: Caller): Agent {
  const text = agent.texts[locale]
  const promptsAt = (indices: readonly number[] = []) =>
    indices.flatMap((index) => text.examplePrompts[index] ?? [])
  return {
    id: agent.id,
    label: text.label,
    description: text.description,
    longDescription: text.longDescription,
    category: agent.category,
    systemPromptKey: agent.id,
    capabilities: agent.capabilities,
    examplePrompts: [...text.examplePrompts],
    examplesWithoutModel: promptsAt(text.answeredWithoutModel),
    examplesToComplete: promptsAt(agent.examplesToComplete),
    tags: [...text.tags],
    inputPlaceholder: text.inputPlaceholder,
    isPublic: agent.isPublic,
    accessTier: agent.accessTier,
    isBeta: agent.isBeta,
    isDefault: agent.isDefault,
    themeColor: agent.themeColor,
    detailedCapabilities: Object.entries(text.capabilities).map(([id, label]) => ({ id, label })),
    ...(agent.defaultVoicePersona && { defaultVoicePersona: agent.defaultVoicePersona }),
    ...(agent.voiceWish && { voiceWish: agent.voiceWish }),
    locked: !canTalkTo(agent, caller),
    ...(agent.own && { own: agent.own }),
  }
}
