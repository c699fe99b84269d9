import { createOwnAgent } from '@vee/contract/http/own-agents'
import type { OwnAgents } from '#domain/own-agents/index.ts'
import { json, route } from '../route.ts'

export const createOwnAgentRoute = (ownAgents: OwnAgents) =>
  route(createOwnAgent, async ({ body, caller }) => json(await ownAgents.create(body, caller), 201))
