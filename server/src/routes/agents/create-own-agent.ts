import { createOwnAgent } from '@vee/contract/http/own-agents'
import type { CustomAgents } from '#domain/custom-agents/index.ts'
import { json, route } from '../route.ts'

export const createOwnAgentRoute = (ownAgents: CustomAgents) =>
  route(createOwnAgent, async ({ body, caller }) => json(await ownAgents.create(body, caller), 201))
