import { getOwnAgent } from '@vee/contract/http/own-agents'
import type { CustomAgents } from '#domain/custom-agents/index.ts'
import { json, route } from '../route.ts'

export const getOwnAgentRoute = (ownAgents: CustomAgents) =>
  route(getOwnAgent, async ({ params, caller }) => json(await ownAgents.get(params.id, caller)))
