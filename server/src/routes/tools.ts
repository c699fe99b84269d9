import {
  createMemoryNote,
  deleteMemoryNote,
  listMemoryNotes,
  patchMemoryNote,
} from '@vee/contract/http/memory'
import { postToolConsent } from '@vee/contract/http/tools'
import type { Memory, Toolbox } from '#domain/tools/index.ts'
import { empty, json, created, route, type Route } from '#serving/route.ts'

export const toolRoutes = (toolbox: Toolbox, memory: Memory): readonly Route[] => [
  route(postToolConsent, ({ params, body, caller }) => {
    toolbox.decide(caller, params.replyId, body)
    return empty()
  }),
  route(listMemoryNotes, async ({ query, caller }) =>
    json({ items: [...(await memory.list(query, caller))] }),
  ),
  route(createMemoryNote, async ({ body, caller }) => {
    const note = await memory.create(body, caller)
    return created(note, `/api/memory-notes/${note.id}`)
  }),
  route(patchMemoryNote, async ({ params, body, caller }) =>
    json(await memory.change(params.id, body, caller)),
  ),
  route(deleteMemoryNote, async ({ params, caller }) => {
    await memory.forget(caller, params.id)
    return empty()
  }),
]
