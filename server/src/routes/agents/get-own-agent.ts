import { getOwnAgent } from '@vee/contract/http/own-agents'
import type { OwnAgents } from '#domain/own-agents/index.ts'
import { json, route } from '../route.ts'

export const getOwnAgentRoute = (ownAgents: OwnAgents) =>
  route(getOwnAgent, async ({ params, caller }) => json(await ownAgents.get(params.id, caller)))
