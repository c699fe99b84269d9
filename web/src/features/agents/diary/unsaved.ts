import { createStore } from 'zustand/vanilla'
import { STORAGE_KEYS, readJson, removeStorageKey, writeJson } from '#lib/storage/storage.ts'
import { entryFrom, type DiaryEntry } from './entry.ts'

/** Unsaved text: the entry in the editor, and its state when that was opened. */
export interface Unsaved {
  readonly entry: DiaryEntry
  /** undefined for one that was never stored */
  readonly before: DiaryEntry | undefined
}

/** The owner of the text, and whether the diary is encrypted. */
export interface Book {
  readonly owner: string
  readonly isEncrypted: boolean
}

interface Held {
  readonly now: Unsaved | undefined
  readonly book: Book | undefined
}

/**
 * Unsaved text. It outlives its editor: if the browser has no space, or the diary was locked, the next editor
 * starts with it. Until it is stored, closing the page asks for confirmation, which is enough time to store
 * it. A page that is closed anyway stores one short note, which the next page restores, unless the diary is
 * encrypted.
 */
export const unsaved = createStore<Held>(() => ({ now: undefined, book: undefined }))

/** Returns the unsaved text of that user: another one may have signed in on the same page since. */
export const heldFor =
  (owner: string) =>
  ({ now, book }: Held) =>
    book?.owner === owner ? now : undefined

const confirmLeaving = (event: BeforeUnloadEvent) => event.preventDefault()
function leaveNote(): void {
  const { now, book } = unsaved.getState()
  if (!now || !book || book.isEncrypted) return
  writeJson(STORAGE_KEYS.diaryWords, {
    owner: book.owner,
    entry: now.entry,
    leftAt: new Date().toISOString(),
  })
}

export function hold(words: Unsaved | undefined, book?: Book): void {
  const before = unsaved.getState().now
  unsaved.setState({ now: words, book })
  if (words) {
    globalThis.addEventListener('beforeunload', confirmLeaving)
    globalThis.addEventListener('pagehide', leaveNote)
    return
  }
  globalThis.removeEventListener('beforeunload', confirmLeaving)
  globalThis.removeEventListener('pagehide', leaveNote)
  // The note may contain other text: of another tab, or another user.
  if (before && readNote()?.entry.id === before.entry.id) removeStorageKey(STORAGE_KEYS.diaryWords)
}

function readNote() {
  const note = readJson(STORAGE_KEYS.diaryWords)
  if (typeof note !== 'object' || note === null || !('owner' in note) || !('entry' in note)) return undefined
  const entry = entryFrom(note.entry)
  const leftAt = 'leftAt' in note && typeof note.leftAt === 'string' ? note.leftAt : ''
  return entry && { owner: note.owner, entry, leftAt }
}

/** Restores the note of a previous page if its text was not stored. */
export function takeNote({ owner, isEncrypted }: Book, entries: readonly DiaryEntry[]): void {
  const note = readNote()
  if (note?.owner !== owner || heldFor(owner)(unsaved.getState())) return
  const { entry, leftAt } = note
  const stored = entries.find(({ id }) => id === entry.id)
  if (stored && sameWords(stored, entry)) return removeStorageKey(STORAGE_KEYS.diaryWords)
  // An older stored entry is an earlier version of this text; a newer one was written by another tab.
  const isEarlier = stored && stored.changedAt <= leftAt
  hold({ entry, before: isEarlier ? stored : undefined }, { owner, isEncrypted })
}

const sameWords = (a: DiaryEntry, b: DiaryEntry) =>
  a.text === b.text &&
  a.day === b.day &&
  a.mood === b.mood &&
  String(a.tags) === String(b.tags) &&
  picturesOf(a) === picturesOf(b)

const picturesOf = ({ pictures = [] }: DiaryEntry) => String(pictures.map(({ id }) => id))
