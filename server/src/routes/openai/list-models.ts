import { listModels } from '@vee/contract/http/openai'
import type { AgentCatalogue } from '#domain/agents/index.ts'
import { json, route } from '../route.ts'

/** The protocol requires a creation time; agents have none. */
const CREATED = 0

export const listModelsRoute = (agents: AgentCatalogue) =>
  route(listModels, async ({ caller, locale }) => {
    const listed = await agents.list(caller, locale)
    const open = listed.filter(({ locked }) => !locked)
    return json({
      object: 'list' as const,
      data: open.map(({ id }) => ({ id, object: 'model' as const, created: CREATED, owned_by: 'vee' })),
    })
  })
