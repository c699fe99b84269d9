import type { ImportSource } from '@vee/contract/http/imports'
import type { ImportedConversation, ImportedExtras } from '../imported.ts'

/** Reads the export of one program. A new program is a file next to this one and a line in `index.ts`. */
export interface SourceFormat {
  readonly id: ImportSource
  /** Returns whether a value of a JSON file, in an archive or alone, is a conversation of this program. */
  recognizes(value: unknown): boolean
  /** Returns undefined for a conversation without messages. */
  read(value: unknown): ImportedConversation | undefined
  /**
   * Returns the projects and assistants that a value describes: a conversation, or a value beside conversations. Undefined for a value of
   * another program.
   */
  extras?(value: unknown): ImportedExtras | undefined
}
