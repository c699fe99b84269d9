import type { Generated } from 'kysely'
import type { NoteKind, NoteState } from '@vee/contract/http/memory'

/** A sentence about a member that agents keep in mind. */
export interface MemoryNotesTable {
  readonly id: string
  readonly user_id: string
  readonly note: string
  readonly kind: Generated<NoteKind>
  readonly scope: Generated<string>
  readonly state: Generated<NoteState>
  /** the person's words that it rests on, and where they are; null if the person wrote the note */
  readonly quote: string | null
  readonly conversation_id: string | null
  readonly message_id: string | null
  /** 0 or 1 */
  readonly pinned: Generated<number>
  /** milliseconds since 1970 */
  readonly created_at: number
}
