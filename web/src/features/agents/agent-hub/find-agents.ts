import { foldForSearch } from '@vee/contract/text/search-fold'
import type { Agent } from '@vee/contract/entities/agent'
import type { AgentId } from '@vee/contract/entities/agent-ids'

export interface AgentQuery {
  readonly text: string
  /** undefined shows all */
  readonly category: string | undefined
  readonly favourites: readonly AgentId[]
}

/** Returns the agents that match every term, favourites first and otherwise in the order of the catalogue. */
export function findAgents(
  agents: readonly Agent[],
  { text, category, favourites }: AgentQuery,
): readonly Agent[] {
  const words = foldForSearch(text)
    .split(/\s+/)
    .filter((word) => word !== '')
  const matches = agents.filter((agent) => {
    if (category !== undefined && agent.category !== category) return false
    const abilities = agent.detailedCapabilities.map(({ label }) => label)
    const about = foldForSearch(
      [agent.label, agent.description, agent.category, ...agent.tags, ...abilities].join(' '),
    )
    return words.every((word) => about.includes(word))
  })
  const rank = ({ id }: Agent) => (favourites.includes(id) ? 0 : 1)
  return matches.toSorted((a, b) => rank(a) - rank(b))
}

export function categoriesOf(agents: readonly Agent[]): readonly string[] {
  return [...new Set(agents.map(({ category }) => category))]
}
