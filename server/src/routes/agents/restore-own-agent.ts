import { restoreOwnAgent } from '@vee/contract/http/own-agents'
import type { OwnAgents } from '#domain/own-agents/index.ts'
import { json, route } from '../route.ts'

export const restoreOwnAgentRoute = (ownAgents: OwnAgents) =>
  route(restoreOwnAgent, async ({ params, caller }) => json(await ownAgents.restore(params.id, caller)))
