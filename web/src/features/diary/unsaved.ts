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

interface Held {
  readonly now: Unsaved | undefined
  readonly book: Book | undefined
}

/**
 * What is not kept yet. It outlives its editor: where the browser has no room, or the diary was locked meanwhile, the next
 * editor begins with it. Until it is kept, closing the page asks first, and that is time enough to keep it. A page that is
 * closed all the same has time for one short note, which the next one finds, unless the diary is encrypted.
 */
export const unsaved = createStore<Held>(() => ({ now: undefined, book: undefined }))

/** What is held of that person: somebody else may have signed in on the same page since. */
export const heldFor =
  (owner: string) =>
  ({ now, book }: Held) =>
    book?.owner === owner ? now : undefined

const ask = (event: BeforeUnloadEvent) => event.preventDefault()
function leaveNote(): void {
  const { now, book } = unsaved.getState()
  if (!now || !book || book.isEncrypted) return
  writeJson(PLACES.diaryWords, { owner: book.owner, entry: now.entry, leftAt: new Date().toISOString() })
}

export function hold(words: Unsaved | undefined, book?: Book): void {
  const before = unsaved.getState().now
  unsaved.setState({ now: words, book })
  if (words) {
    globalThis.addEventListener('beforeunload', ask)
    globalThis.addEventListener('pagehide', leaveNote)
    return
  }
  globalThis.removeEventListener('beforeunload', ask)
  globalThis.removeEventListener('pagehide', leaveNote)
  // The note may be of other words: another tab's, or somebody else's.
  if (before && readNote()?.entry.id === before.entry.id) removePlace(PLACES.diaryWords)
}

function readNote() {
  const note = readJson(PLACES.diaryWords)
  if (typeof note !== 'object' || note === null || !('owner' in note) || !('entry' in note)) return undefined
  const entry = entryFrom(note.entry)
  const leftAt = 'leftAt' in note && typeof note.leftAt === 'string' ? note.leftAt : ''
  return entry && { owner: note.owner, entry, leftAt }
}

/** Takes up the note of a page before, where its words are not kept after all. */
export function takeNote({ owner, isEncrypted }: Book, entries: readonly Entry[]): void {
  const note = readNote()
  if (note?.owner !== owner || heldFor(owner)(unsaved.getState())) return
  const { entry, leftAt } = note
  const kept = entries.find(({ id }) => id === entry.id)
  if (kept && sameWords(kept, entry)) return removePlace(PLACES.diaryWords)
  // What was kept when the page was left is an earlier state of these words; what came later is somebody else's.
  const isEarlier = kept && kept.changedAt <= leftAt
  hold({ entry, before: isEarlier ? kept : undefined }, { owner, isEncrypted })
}

const sameWords = (one: Entry, other: Entry) =>
  one.text === other.text &&
  one.day === other.day &&
  one.mood === other.mood &&
  String(one.tags) === String(other.tags)
