import { deleteMemoryNote, listMemoryNotes, postToolConsent } from '@vee/contract/http/tools'
import type { Memory, Toolbox } from '#domain/tools/index.ts'
import { empty, json, route, type Route } from '#serving/route.ts'

export const toolRoutes = (toolbox: Toolbox, memory: Memory): readonly Route[] => [
  route(postToolConsent, ({ params, body, caller }) => {
    toolbox.decide(caller, params.replyId, body)
    return empty()
  }),
  route(listMemoryNotes, async ({ caller }) => json({ notes: [...(await memory.list(caller))] })),
  route(deleteMemoryNote, async ({ params, caller }) => {
    await memory.forget(caller, params.id)
    return empty()
  }),
]
