import { importOwnAgent } from '@vee/contract/http/own-agents'
import type { OwnAgents } from '#domain/own-agents/index.ts'
import { json, route } from '../route.ts'

export const importOwnAgentRoute = (ownAgents: OwnAgents) =>
  route(importOwnAgent, async ({ body, caller }) => json(await ownAgents.import(body, caller), 201))
