import { restoreOwnAgent } from '@vee/contract/http/own-agents'
import type { CustomAgents } from '#domain/custom-agents/index.ts'
import { json, route } from '../route.ts'

export const restoreOwnAgentRoute = (ownAgents: CustomAgents) =>
  route(restoreOwnAgent, async ({ params, caller }) => json(await ownAgents.restore(params.id, caller)))
