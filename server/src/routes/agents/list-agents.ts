import { listAgents } from '@vee/contract/http/agents'
import type { AgentCatalogue } from '#domain/agents/index.ts'
import { json, route } from '../route.ts'

export const listAgentsRoute = (catalogue: AgentCatalogue) =>
  route(listAgents, async ({ caller, locale }) => json({ agents: await catalogue.list(caller, locale) }))
