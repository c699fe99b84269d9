import { deleteMemoryNote } from '@vee/contract/http/tools'
import type { Memory } from '#domain/tools/index.ts'
import { empty, route } from '../route.ts'

export const deleteMemoryNoteRoute = (memory: Memory) =>
  route(deleteMemoryNote, async ({ params, caller }) => {
    await memory.forget(caller, params.id)
    return empty()
  })
