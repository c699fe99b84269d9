import { patchOwnAgent } from '@vee/contract/http/own-agents'
import type { CustomAgents } from '#domain/custom-agents/index.ts'
import { json, route } from '../route.ts'

export const patchOwnAgentRoute = (ownAgents: CustomAgents) =>
  route(patchOwnAgent, async ({ params, body, caller }) =>
    json(await ownAgents.change(params.id, body, caller)),
  )
