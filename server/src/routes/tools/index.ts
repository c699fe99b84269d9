import type { Memory, Toolbox } from '#domain/tools/index.ts'
import type { Route } from '../route.ts'
import { deleteMemoryNoteRoute } from './delete-memory-note.ts'
import { listMemoryNotesRoute } from './list-memory-notes.ts'
import { postToolConsentRoute } from './post-tool-consent.ts'

export const toolRoutes = (toolbox: Toolbox, memory: Memory): readonly Route[] => [
  postToolConsentRoute(toolbox),
  listMemoryNotesRoute(memory),
  deleteMemoryNoteRoute(memory),
]
