import { getModel, listModels, postCompletion } from '@vee/contract/http/openai'
import type { AgentCatalogue } from '#domain/agents/catalogue/index.ts'
import type { Completions } from '#domain/openai/index.ts'
import { bytes, json, route, type Route } from '#serving/route.ts'

/** The protocol requires a creation time; agents have none. */
const CREATED = 0

export const openaiRoutes = (completions: Completions, agents: AgentCatalogue): readonly Route[] => [
  route(postCompletion, async ({ body, caller, locale, signal }) => {
    const context = { caller, locale, disconnectSignal: signal }
    if (body.stream !== true) return json(await completions.complete(body, context))
    return bytes(await completions.stream(body, context), {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
    })
  }),
  route(listModels, async ({ caller, locale }) => {
    const listed = await agents.list(caller, locale)
    const open = listed.filter(({ locked }) => !locked)
    return json({
      object: 'list' as const,
      data: open.map(({ id }) => ({ id, object: 'model' as const, created: CREATED, owned_by: 'vee' })),
    })
  }),
  route(getModel, async ({ params: { id }, caller }) => {
    const agent = await agents.choose(id, caller)
    return json({ id: agent.id, object: 'model' as const, created: CREATED, owned_by: 'vee' })
  }),
]
