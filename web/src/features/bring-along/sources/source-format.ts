import type { ImportSource } from '@vee/contract/http/imports'
import type { ImportedConversation } from '../imported.ts'

/** Reads the export of one program. A new program is a file next to this one and a line in `index.ts`. */
export interface SourceFormat {
  readonly id: ImportSource
  /** Returns whether a value of a JSON file, in an archive or alone, is a conversation of this program. */
  recognizes(value: unknown): boolean
  /** Returns undefined for a conversation without messages. */
  read(value: unknown): ImportedConversation | undefined
}
