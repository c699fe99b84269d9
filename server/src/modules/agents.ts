import { customAgentMaker, loadAgents } from '#agents/index.ts'
import { type AgentCatalogue, createAgentCatalogue } from '#domain/agents/catalogue/index.ts'
import { type CustomAgents, createCustomAgents } from '#domain/agents/custom-agents/index.ts'
import { AGENTS_DIRECTORY } from '#lib/project-files.ts'
import { agentRoutes } from '../routes/agents.ts'
import type { Module, ModuleContext } from './module.ts'
import { PURGE_MS } from './periods.ts'

/** Creates the agent catalogue: the built-in agents and custom agents. */
export function createAgentsModule({ database, now }: ModuleContext): Module<{
  readonly agents: AgentCatalogue
  readonly customAgents: CustomAgents
}> {
  const customAgents = createCustomAgents({ database, now })
  const makeAgent = customAgentMaker(AGENTS_DIRECTORY)
  const agents = createAgentCatalogue(loadAgents(AGENTS_DIRECTORY), {
    list: async (caller) => (await customAgents.list(caller)).map(makeAgent),
    async find(id, caller) {
      const agent = await customAgents.find(id, caller)
      return agent && makeAgent(agent)
    },
  })
  return {
    services: { agents, customAgents },
    routes: agentRoutes(agents, customAgents),
    jobs: [
      {
        name: 'purge-custom-agents',
        everyMs: PURGE_MS,
        runsOn: 'one-server',
        deletesByAge: true,
        run: () => customAgents.purge(),
      },
    ],
  }
}
