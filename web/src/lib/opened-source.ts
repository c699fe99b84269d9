import type { Source } from '@vee/contract/entities/source'
import { create } from 'zustand'

interface OpenedSourceState {
  /** the source whose text is shown, and the reply that quotes it */
  readonly opened?: { readonly replyId: string; readonly source: Source } | undefined
}

/** The source that is shown above the conversation, by a press or a spoken command. Not persisted. */
export const useOpenedSource = create<OpenedSourceState>()(() => ({}))
