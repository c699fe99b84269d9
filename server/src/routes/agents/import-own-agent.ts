import { importOwnAgent } from '@vee/contract/http/own-agents'
import type { CustomAgents } from '#domain/custom-agents/index.ts'
import { json, route } from '../route.ts'

export const importOwnAgentRoute = (ownAgents: CustomAgents) =>
  route(importOwnAgent, async ({ body, caller }) => json(await ownAgents.import(body, caller), 201))
