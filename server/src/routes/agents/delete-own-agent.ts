import { deleteOwnAgent } from '@vee/contract/http/own-agents'
import type { OwnAgents } from '#domain/own-agents/index.ts'
import { empty, route } from '../route.ts'

export const deleteOwnAgentRoute = (ownAgents: OwnAgents) =>
  route(deleteOwnAgent, async ({ params, caller }) => {
    await ownAgents.delete(params.id, caller)
    return empty()
  })
