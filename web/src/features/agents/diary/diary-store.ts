import { createStore, type StoreApi } from 'zustand/vanilla'
import { randomId } from '#lib/random-id.ts'
import { IndexedStoreError, type IndexedStore, type IndexedStoreFailure } from '#lib/storage/indexed-store.ts'
import { entryFrom, type DiaryEntry, type DiaryPicture } from './entry.ts'
import { followKeyring, keyFor, shareKey } from './keyring.ts'
import { openPicture, sealPicture } from './pictures.ts'
import type { ImportedEntry } from './diary-file.ts'
import type { Book } from './unsaved.ts'
import { createLock, isSealed, openLock, seal, unseal, type Lock, type Sealed } from './lock.ts'

export type DiaryState =
  | { readonly kind: 'opening' }
  /** the passphrase is required; `isWrong` after a wrong one */
  | { readonly kind: 'locked'; readonly isWrong: boolean }
  | {
      readonly kind: 'open'
      readonly entries: readonly DiaryEntry[]
      readonly isEncrypted: boolean
      /** the reason why the last change was not stored; it remains on the screen */
      readonly failure: IndexedStoreFailure | undefined
    }
  | { readonly kind: 'failed'; readonly failure: IndexedStoreFailure }

/** The result of saving an entry. */
export type SaveOutcome =
  | 'saved'
  /** another tab had changed it in the meantime: both are preserved, this one as a separate entry */
  | { readonly savedAs: string }
  /** another tab had locked the diary in the meantime: nothing was stored */
  | 'locked'
  | IndexedStoreFailure

/** A stored record: an entry, or an encrypted one; `changedAt` detects concurrent changes. */
type Kept = { readonly id: string; readonly changedAt: string } & (
  | { readonly entry: DiaryEntry }
  | { readonly sealed: Sealed }
)

const LOCK_ID = 'lock'

function lockFrom(value: unknown): Lock | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { salt, iterations, proof } = value as Record<string, unknown>
  return salt instanceof Uint8Array && typeof iterations === 'number' && isSealed(proof)
    ? (value as Lock)
    : undefined
}

const changedAtOf = (stored: unknown): unknown =>
  typeof stored === 'object' && stored !== null && 'changedAt' in stored ? stored.changedAt : undefined

/** The diary of one user in this browser. It is never sent anywhere. */
export class Diary {
  readonly state: StoreApi<DiaryState> = createStore<DiaryState>(() => ({ kind: 'opening' }))
  readonly #indexedStore: IndexedStore
  #lock: Lock | undefined
  #key: CryptoKey | undefined

  constructor(indexedStore: IndexedStore) {
    this.#indexedStore = indexedStore
  }

  get book(): Book {
    return { owner: this.#indexedStore.owner, isEncrypted: this.#lock !== undefined }
  }

  /** Reloads it whenever another tab has changed or locked it. Returns a function that ends it. */
  follow(): () => void {
    const stopReading = this.#indexedStore.subscribe((kind) => {
      if (kind === 'diary' || kind === 'diary-lock') void this.load()
    })
    const letGo = followKeyring(() => {
      this.#key = undefined
      void this.load()
    })
    return () => {
      stopReading()
      letGo()
    }
  }

  /** Loads it, and reloads it after a change by another tab. */
  async load(): Promise<void> {
    try {
      const [stored] = await this.#indexedStore.list('diary-lock')
      const lock = lockFrom(stored)
      if (String(lock?.salt) !== String(this.#lock?.salt)) this.#key = undefined
      this.#lock = lock
      if (lock) this.#key ??= keyFor(String(lock.salt))
      if (lock && !this.#key) this.state.setState({ kind: 'locked', isWrong: false }, true)
      else this.#show(await this.#read())
    } catch (error) {
      this.state.setState({ kind: 'failed', failure: failureOf(error) }, true)
    }
  }

  async unlock(passphrase: string): Promise<void> {
    if (!this.#lock) return this.load()
    this.#key = await openLock(passphrase, this.#lock)
    if (this.#key) {
      this.#shareKey()
      return this.load()
    }
    this.state.setState({ kind: 'locked', isWrong: true }, true)
  }

  /** Discards the key until the passphrase is entered again. */
  lock(): void {
    if (!this.#lock) return
    this.#key = undefined
    this.#shareKey()
    this.state.setState({ kind: 'locked', isWrong: false }, true)
  }

  /** `before` is the entry at the start of editing; undefined for a new one. */
  async save(entry: DiaryEntry, before: DiaryEntry | undefined): Promise<SaveOutcome> {
    try {
      await this.#heedLock()
      if (this.#lock && !this.#key) return 'locked'
      const stored = await this.#keptFrom(entry)
      const isWritten = await this.#indexedStore.writeIf(
        { kind: 'diary', id: entry.id, value: stored },
        (there) => (before === undefined ? there === undefined : changedAtOf(there) === before.changedAt),
      )
      if (isWritten) {
        this.#replace([entry])
        const removed = this.#removalsOf(before?.pictures)
        if (removed.length > 0) await this.#indexedStore.write(removed)
        return 'saved'
      }
      const copy = { ...entry, id: randomId() }
      await this.#indexedStore.write([{ kind: 'diary', id: copy.id, value: await this.#keptFrom(copy) }])
      await this.load()
      return { savedAs: copy.id }
    } catch (error) {
      const failure = failureOf(error)
      this.#fail(failure)
      return failure
    }
  }

  /** Another tab may have enabled or disabled the encryption: nothing is stored in the previous format. */
  async #heedLock(): Promise<void> {
    const [stored] = await this.#indexedStore.list('diary-lock')
    if (String(lockFrom(stored)?.salt) !== String(this.#lock?.salt)) await this.load()
  }

  async remove(id: string): Promise<void> {
    await this.#tryTo(async () => {
      const removed = this.#entries().find((entry) => entry.id === id)
      const others = this.#entries().filter((entry) => entry.id !== id)
      const pictures = this.#removalsOf(removed?.pictures, others)
      await this.#indexedStore.write([{ kind: 'diary', id, value: undefined }, ...pictures])
      this.#show(others)
    })
  }

  /** Stores a picture for an entry, which has to be saved with it. Resolves with undefined if that fails. */
  async addPicture(image: Blob, name: string): Promise<DiaryPicture | undefined> {
    try {
      const { picture, stored } = await sealPicture(image, name)
      await this.#indexedStore.write([{ kind: 'diary-pictures', id: picture.id, value: stored }])
      return picture
    } catch (error) {
      this.#fail(failureOf(error))
      return undefined
    }
  }

  /** Resolves with undefined if it is missing. */
  async picture(picture: DiaryPicture): Promise<Blob | undefined> {
    const stored = await this.#indexedStore.read('diary-pictures', picture.id).catch(() => undefined)
    return openPicture(picture, stored)
  }

  /** Returns the writes that remove pictures which no entry has any more: a copy of an entry has the same pictures. */
  #removalsOf(pictures: readonly DiaryPicture[] = [], entries = this.#entries()) {
    const used = new Set(entries.flatMap((entry) => (entry.pictures ?? []).map(({ id }) => id)))
    return pictures
      .filter(({ id }) => !used.has(id))
      .map(({ id }) => ({ kind: 'diary-pictures' as const, id, value: undefined }))
  }

  /** Adds new entries, and entries newer than the existing ones. Resolves with their number. */
  async addAll(entries: readonly ImportedEntry[]): Promise<number> {
    const stored = new Map(this.#entries().map((entry) => [entry.id, entry]))
    const fresh = entries.filter(({ entry }) => (stored.get(entry.id)?.changedAt ?? '') < entry.changedAt)
    const done = await this.#tryTo(async () => {
      const added: DiaryEntry[] = []
      for (const { entry, images } of fresh) {
        const sealed = await Promise.all(images.map(({ image, name }) => sealPicture(image, name)))
        const pictures = sealed.map(({ picture }) => picture)
        added.push({ ...entry, ...(pictures.length > 0 && { pictures }) })
        await this.#indexedStore.write(
          sealed.map(({ stored }) => ({ kind: 'diary-pictures' as const, id: stored.id, value: stored })),
        )
      }
      await this.#indexedStore.write(await this.#writesOf(added))
      this.#replace(added)
      const replaced = added.flatMap(({ id }) => stored.get(id)?.pictures ?? [])
      await this.#indexedStore.write(this.#removalsOf(replaced))
    })
    return done ? fresh.length : 0
  }

  /** Encrypts every entry with this passphrase, in one step. */
  async encrypt(passphrase: string, iterations?: number): Promise<boolean> {
    return this.#tryTo(async () => {
      const entries = await this.#read()
      const { lock, key } = await createLock(passphrase, iterations)
      this.#key = key
      const writes = await this.#writesOf(entries)
      await this.#indexedStore.write([...writes, { kind: 'diary-lock', id: LOCK_ID, value: lock }])
      this.#lock = lock
      this.#shareKey()
      this.#show(entries)
    })
  }

  /** Stores all entries unencrypted again. */
  async decrypt(): Promise<boolean> {
    return this.#tryTo(async () => {
      const entries = await this.#read()
      this.#key = undefined
      const writes = await this.#writesOf(entries)
      await this.#indexedStore.write([...writes, { kind: 'diary-lock', id: LOCK_ID, value: undefined }])
      this.#lock = undefined
      this.#shareKey()
      this.#show(entries)
    })
  }

  #shareKey(): void {
    shareKey(this.#lock && this.#key ? { salt: String(this.#lock.salt), key: this.#key } : undefined)
  }

  async #read(): Promise<readonly DiaryEntry[]> {
    const stored = await this.#indexedStore.list('diary')
    const entries = await Promise.all(stored.map((each) => this.#entryFrom(each)))
    return entries.filter((entry) => entry !== undefined)
  }

  async #entryFrom(stored: unknown): Promise<DiaryEntry | undefined> {
    if (typeof stored !== 'object' || stored === null) return undefined
    if ('entry' in stored) return entryFrom(stored.entry)
    if (!('sealed' in stored) || !isSealed(stored.sealed) || !this.#key) return undefined
    return entryFrom(await unseal(this.#key, stored.sealed).catch(() => undefined))
  }

  async #keptFrom(entry: DiaryEntry): Promise<Kept> {
    const { id, changedAt } = entry
    return this.#key ? { id, changedAt, sealed: await seal(this.#key, entry) } : { id, changedAt, entry }
  }

  #writesOf(entries: readonly DiaryEntry[]) {
    return Promise.all(
      entries.map(async (entry) => ({
        kind: 'diary' as const,
        id: entry.id,
        value: await this.#keptFrom(entry),
      })),
    )
  }

  #entries(): readonly DiaryEntry[] {
    const state = this.state.getState()
    return state.kind === 'open' ? state.entries : []
  }

  #replace(changed: readonly DiaryEntry[]): void {
    const ids = new Set(changed.map(({ id }) => id))
    this.#show([...this.#entries().filter(({ id }) => !ids.has(id)), ...changed])
  }

  #show(entries: readonly DiaryEntry[]): void {
    this.state.setState(
      { kind: 'open', entries, isEncrypted: this.#lock !== undefined, failure: undefined },
      true,
    )
  }

  #fail(failure: IndexedStoreFailure): void {
    const state = this.state.getState()
    this.state.setState(state.kind === 'open' ? { ...state, failure } : { kind: 'failed', failure }, true)
  }

  async #tryTo(change: () => Promise<void>): Promise<boolean> {
    const before = { lock: this.#lock, key: this.#key }
    try {
      await change()
      return true
    } catch (error) {
      this.#lock = before.lock
      this.#key = before.key
      this.#fail(failureOf(error))
      return false
    }
  }
}

const failureOf = (error: unknown): IndexedStoreFailure =>
  error instanceof IndexedStoreError ? error.failure : 'unavailable'
