import { createStore } from 'zustand/vanilla'
import { PLACES, readJson, removePlace, writeJson } from '#lib/storage.ts'
import { entryFrom, type Entry } from './entry.ts'

/** Words that are not kept: the entry as it is in the editor, and as it was when that was opened. */
export interface Unsaved {
  readonly entry: Entry
  /** undefined for one that was never kept */
  readonly before: Entry | undefined
}

/** Whose words they are, and whether they may be read by whoever reads this browser's storage. */
export interface Book {
  readonly owner: string
  readonly isEncrypted: boolean
}

/**
 * What is not kept yet. It outlives its editor: where the browser has no room, or the diary was locked meanwhile, the next
 * editor begins with it. Until it is kept, closing the page asks first, and that is time enough to keep it. A page that is
 * closed all the same has time for one short note, which the next one finds, unless the diary is encrypted.
 */
export const unsaved = createStore<{ readonly now: Unsaved | undefined }>(() => ({ now: undefined }))

let book: Book | undefined

const ask = (event: BeforeUnloadEvent) => event.preventDefault()
function leaveNote(): void {
  const { now } = unsaved.getState()
  if (!now || !book || book.isEncrypted) return
  writeJson(PLACES.diaryWords, { owner: book.owner, entry: now.entry, leftAt: new Date().toISOString() })
}

export function hold(words: Unsaved | undefined, of?: Book): void {
  unsaved.setState({ now: words })
  book = of
  if (words) {
    globalThis.addEventListener('beforeunload', ask)
    globalThis.addEventListener('pagehide', leaveNote)
    return
  }
  globalThis.removeEventListener('beforeunload', ask)
  globalThis.removeEventListener('pagehide', leaveNote)
  removePlace(PLACES.diaryWords)
}

/** Takes up the note of a page before, where its words are not kept after all. */
export function takeNote({ owner, isEncrypted }: Book, entries: readonly Entry[]): void {
  const note = readJson(PLACES.diaryWords)
  if (typeof note !== 'object' || note === null || !('owner' in note) || note.owner !== owner) return
  const entry = 'entry' in note ? entryFrom(note.entry) : undefined
  if (!entry || unsaved.getState().now) return
  const kept = entries.find(({ id }) => id === entry.id)
  if (kept && sameWords(kept, entry)) return removePlace(PLACES.diaryWords)
  // What was kept when the page was left is an earlier state of these words; what came later is somebody else's.
  const isEarlier =
    kept && 'leftAt' in note && typeof note.leftAt === 'string' && kept.changedAt <= note.leftAt
  hold({ entry, before: isEarlier ? kept : undefined }, { owner, isEncrypted })
}

const sameWords = (one: Entry, other: Entry) =>
  one.text === other.text &&
  one.day === other.day &&
  one.mood === other.mood &&
  String(one.tags) === String(other.tags)
