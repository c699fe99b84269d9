import { getPrompt, listAgents } from '@vee/contract/http/agents'
import {
  createCustomAgent,
  deleteCustomAgent,
  exportCustomAgent,
  getCustomAgent,
  importCustomAgent,
  patchCustomAgent,
  restoreCustomAgent,
} from '@vee/contract/http/custom-agents'
import type { AgentCatalogue } from '#domain/agents/catalogue/index.ts'
import type { CustomAgents } from '#domain/agents/custom-agents/index.ts'
import { download, empty, json, route, type Route } from '#serving/route.ts'

export const agentRoutes = (catalogue: AgentCatalogue, customAgents: CustomAgents): readonly Route[] => [
  route(listAgents, async ({ caller, locale }) => json({ agents: await catalogue.list(caller, locale) })),
  route(getPrompt, async ({ params, caller }) => json(await catalogue.promptOf(params.id, caller))),
  route(createCustomAgent, async ({ body, caller }) => json(await customAgents.create(body, caller), 201)),
  route(importCustomAgent, async ({ body, caller }) => json(await customAgents.import(body, caller), 201)),
  route(getCustomAgent, async ({ params, caller }) => json(await customAgents.get(params.id, caller))),
  route(patchCustomAgent, async ({ params, body, caller }) =>
    json(await customAgents.change(params.id, body, caller)),
  ),
  route(deleteCustomAgent, async ({ params, caller }) => {
    await customAgents.delete(params.id, caller)
    return empty()
  }),
  route(restoreCustomAgent, async ({ params, caller }) =>
    json(await customAgents.restore(params.id, caller)),
  ),
  route(exportCustomAgent, async ({ params, caller }) => {
    const file = await customAgents.export(params.id, caller)
    const text = `${JSON.stringify(file, undefined, 2)}\n`
    return download(text, `${file.agent.name}.vee-agent.json`, 'application/json')
  }),
]
