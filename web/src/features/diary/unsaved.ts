import { createStore } from 'zustand/vanilla'
import type { Entry } from './entry.ts'

/** Words that are not kept: the entry as it is in the editor, and as it was when that was opened. */
export interface Unsaved {
  readonly entry: Entry
  /** undefined for one that was never kept */
  readonly before: Entry | undefined
}

/**
 * What is not kept yet. It outlives its editor: where the browser has no room, or the diary was locked meanwhile, the next
 * editor begins with it. Until it is kept, closing the page asks first, and that is time enough to keep it.
 */
export const unsaved = createStore<{ readonly now: Unsaved | undefined }>(() => ({ now: undefined }))

const ask = (event: BeforeUnloadEvent) => event.preventDefault()

export function hold(words: Unsaved | undefined): void {
  unsaved.setState({ now: words })
  if (words) globalThis.addEventListener('beforeunload', ask)
  else globalThis.removeEventListener('beforeunload', ask)
}
