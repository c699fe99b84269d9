import { getModel } from '@vee/contract/http/openai'
import type { AgentCatalogue } from '#domain/agents/index.ts'
import { json, route } from '../route.ts'

export const getModelRoute = (agents: AgentCatalogue) =>
  route(getModel, async ({ params: { id }, caller }) => {
    const agent = await agents.choose(id, caller)
    return json({ id: agent.id, object: 'model' as const, created: 0, owned_by: 'vee' })
  })
