import { getPrompt, listAgents } from '@vee/contract/http/agents'
import {
  createOwnAgent,
  deleteOwnAgent,
  exportOwnAgent,
  getOwnAgent,
  importOwnAgent,
  patchOwnAgent,
  restoreOwnAgent,
} from '@vee/contract/http/own-agents'
import type { AgentCatalogue } from '#domain/agents/catalogue/index.ts'
import type { CustomAgents } from '#domain/agents/custom-agents/index.ts'
import { download, empty, json, route, type Route } from '#serving/route.ts'

export const agentRoutes = (catalogue: AgentCatalogue, ownAgents: CustomAgents): readonly Route[] => [
  route(listAgents, async ({ caller, locale }) => json({ agents: await catalogue.list(caller, locale) })),
  route(getPrompt, async ({ params, caller }) => json(await catalogue.promptOf(params.id, caller))),
  route(createOwnAgent, async ({ body, caller }) => json(await ownAgents.create(body, caller), 201)),
  route(importOwnAgent, async ({ body, caller }) => json(await ownAgents.import(body, caller), 201)),
  route(getOwnAgent, async ({ params, caller }) => json(await ownAgents.get(params.id, caller))),
  route(patchOwnAgent, async ({ params, body, caller }) =>
    json(await ownAgents.change(params.id, body, caller)),
  ),
  route(deleteOwnAgent, async ({ params, caller }) => {
    await ownAgents.delete(params.id, caller)
    return empty()
  }),
  route(restoreOwnAgent, async ({ params, caller }) => json(await ownAgents.restore(params.id, caller))),
  route(exportOwnAgent, async ({ params, caller }) => {
    const file = await ownAgents.export(params.id, caller)
    const text = `${JSON.stringify(file, undefined, 2)}\n`
    return download(text, `${file.agent.name}.vee-agent.json`, 'application/json')
  }),
]
