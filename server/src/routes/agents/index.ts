import type { AgentCatalogue } from '#domain/agents/index.ts'
import type { Route } from '../route.ts'
import { getPromptRoute } from './get-prompt.ts'
import { listAgentsRoute } from './list-agents.ts'

export const agentRoutes = (catalogue: AgentCatalogue): readonly Route[] => [
  listAgentsRoute(catalogue),
  getPromptRoute(catalogue),
]
