import type { MemoryNote } from '@vee/contract/http/memory'
import { create } from 'zustand'

/** A note in the text that was read aloud. */
export interface MentionedNote extends Pick<MemoryNote, 'id' | 'text'> {
  /** where it begins in the text, in UTF-16 code units */
  readonly start: number
}

interface MentionedNotes {
  /** the notes that were read aloud last, or the one that was just stored: "forget it" is about one of them */
  readonly mentioned: readonly MentionedNote[]
  /** the note about which was asked "Shall I remember this?": spoken answers are about it */
  readonly asked:
    | { readonly note: Pick<MemoryNote, 'id' | 'text'>; readonly decide: (decision: NoteDecision) => void }
    | undefined
}

export type NoteDecision = { readonly state: 'accepted' | 'rejected'; readonly text?: string }

export const useMentionedNotes = create<MentionedNotes>(() => ({ mentioned: [], asked: undefined }))
