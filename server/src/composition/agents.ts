import { loadAgents, ownAgentMaker } from '#agents/index.ts'
import { type AgentCatalogue, createAgentCatalogue } from '#domain/agents/index.ts'
import type { OwnAgents } from '#domain/own-agents/index.ts'
import { AGENTS_DIRECTORY } from '../project-files.ts'

/** Everybody who can be talked to: the agents of the house, and those that members made. */
export function openAgents(ownAgents: OwnAgents): AgentCatalogue {
  const made = ownAgentMaker(AGENTS_DIRECTORY)
  return createAgentCatalogue(loadAgents(AGENTS_DIRECTORY), {
    list: async (caller) => (await ownAgents.list(caller)).map(made),
    async find(id, caller) {
      const agent = await ownAgents.find(id, caller)
      return agent && made(agent)
    },
  })
}
