import type { AgentCatalogue } from '#domain/agents/index.ts'
import type { CustomAgents } from '#domain/custom-agents/index.ts'
import type { Route } from '../route.ts'
import { createOwnAgentRoute } from './create-own-agent.ts'
import { deleteOwnAgentRoute } from './delete-own-agent.ts'
import { exportOwnAgentRoute } from './export-own-agent.ts'
import { getOwnAgentRoute } from './get-own-agent.ts'
import { getPromptRoute } from './get-prompt.ts'
import { importOwnAgentRoute } from './import-own-agent.ts'
import { listAgentsRoute } from './list-agents.ts'
import { patchOwnAgentRoute } from './patch-own-agent.ts'
import { restoreOwnAgentRoute } from './restore-own-agent.ts'

export const agentRoutes = (catalogue: AgentCatalogue, ownAgents: CustomAgents): readonly Route[] => [
  listAgentsRoute(catalogue),
  getPromptRoute(catalogue),
  createOwnAgentRoute(ownAgents),
  importOwnAgentRoute(ownAgents),
  getOwnAgentRoute(ownAgents),
  patchOwnAgentRoute(ownAgents),
  deleteOwnAgentRoute(ownAgents),
  restoreOwnAgentRoute(ownAgents),
  exportOwnAgentRoute(ownAgents),
]
