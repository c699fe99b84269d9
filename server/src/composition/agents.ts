import { loadAgents, customAgentMaker } from '#agents/index.ts'
import { type AgentCatalogue, createAgentCatalogue } from '#domain/agents/index.ts'
import type { CustomAgents } from '#domain/custom-agents/index.ts'
import { AGENTS_DIRECTORY } from '../project-files.ts'

/** Creates the agent catalogue: the built-in agents and custom agents. */
export function createAgentsModule(ownAgents: CustomAgents): AgentCatalogue {
  const made = customAgentMaker(AGENTS_DIRECTORY)
  return createAgentCatalogue(loadAgents(AGENTS_DIRECTORY), {
    list: async (caller) => (await ownAgents.list(caller)).map(made),
    async find(id, caller) {
      const agent = await ownAgents.find(id, caller)
      return agent && made(agent)
    },
  })
}
