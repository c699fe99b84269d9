import { patchOwnAgent } from '@vee/contract/http/own-agents'
import type { OwnAgents } from '#domain/own-agents/index.ts'
import { json, route } from '../route.ts'

export const patchOwnAgentRoute = (ownAgents: OwnAgents) =>
  route(patchOwnAgent, async ({ params, body, caller }) =>
    json(await ownAgents.change(params.id, body, caller)),
  )
