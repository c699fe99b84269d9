import { listMemoryNotes } from '@vee/contract/http/tools'
import type { Memory } from '#domain/tools/index.ts'
import { json, route } from '../route.ts'

export const listMemoryNotesRoute = (memory: Memory) =>
  route(listMemoryNotes, async ({ caller }) => json({ notes: [...(await memory.list(caller))] }))
