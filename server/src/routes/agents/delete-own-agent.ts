import { deleteOwnAgent } from '@vee/contract/http/own-agents'
import type { CustomAgents } from '#domain/custom-agents/index.ts'
import { empty, route } from '../route.ts'

export const deleteOwnAgentRoute = (ownAgents: CustomAgents) =>
  route(deleteOwnAgent, async ({ params, caller }) => {
    await ownAgents.delete(params.id, caller)
    return empty()
  })
