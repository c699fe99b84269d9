import { fold } from '@vee/contract/spoken/fold'
import { create } from 'zustand'
import type { Api } from '#lib/http/index.ts'
import { dataOwner } from '#lib/storage/data-owner.ts'
import { openIndexedStore, type IndexedStore } from '#lib/storage/indexed-store.ts'
import { INDEXED_STORE_PREFIX } from '#lib/storage/storage.ts'
import { mayHaveDatabase } from '#voice/index.ts'
import type { TaughtWord } from '#voice/wake-words/word-templates.ts'

const KIND = 'wake-words'

interface TaughtWordsState {
  /** undefined until they are loaded */
  readonly words: readonly TaughtWord[] | undefined
  /** the spotter failed in this page, or was too slow */
  readonly isDeviceUnable: boolean
}

/** The words that this browser recognizes by itself; they are stored in it only. */
export const useTaughtWords = create<TaughtWordsState>()(() => ({ words: undefined, isDeviceUnable: false }))

export const reportDeviceUnable = (): void => useTaughtWords.setState({ isDeviceUnable: true })

/** A word may be spelled differently in the settings now. */
const idOf = (word: string) => fold(word)

/** Returns those of the taught words that are still wake words or names, spelled as there. */
export function wordsInUse(
  taught: readonly TaughtWord[],
  wakeWords: readonly string[],
): readonly TaughtWord[] {
  return taught.flatMap((taughtWord) => {
    const word = wakeWords.find((wakeWord) => idOf(wakeWord) === idOf(taughtWord.word))
    return word === undefined ? [] : [{ ...taughtWord, word }]
  })
}

/** Returns the words that can be taught: "V" and "v" are the same. */
export function teachableWords(wakeWords: readonly string[]): readonly string[] {
  return wakeWords.filter(
    (word, index) => wakeWords.findIndex((other) => idOf(other) === idOf(word)) === index,
  )
}

async function inStore<Result>(api: Api, work: (store: IndexedStore) => Promise<Result>): Promise<Result> {
  const store = openIndexedStore(await dataOwner(api))
  try {
    return await work(store)
  } finally {
    store.close()
  }
}

/** Resolves to nothing, without creating a database, if nothing was ever stored. */
async function listStored(api: Api): Promise<readonly unknown[]> {
  const owner = await dataOwner(api)
  if (!(await mayHaveDatabase((name) => name === `${INDEXED_STORE_PREFIX}${owner}`))) return []
  return inStore(api, (store) => store.list(KIND))
}

/** Loads the words of the current user. Resolves to none if the browser does not store them. */
export async function loadTaughtWords(api: Api): Promise<readonly TaughtWord[]> {
  const words = await listStored(api).then(
    (stored) => stored.filter(isTaughtWord),
    () => [],
  )
  useTaughtWords.setState({ words })
  return words
}

/** Rejects with IndexedStoreError. */
export async function saveTaughtWord(api: Api, taught: TaughtWord): Promise<void> {
  await inStore(api, (store) => store.write([{ kind: KIND, id: idOf(taught.word), value: taught }]))
  await loadTaughtWords(api)
}

/** Rejects with IndexedStoreError. */
export async function deleteTaughtWord(api: Api, word: string): Promise<void> {
  await inStore(api, (store) => store.write([{ kind: KIND, id: idOf(word), value: undefined }]))
  await loadTaughtWords(api)
}

/** An older version, or a damaged record, is no word. */
function isTaughtWord(stored: unknown): stored is TaughtWord {
  const { word, threshold, takes } = (stored ?? {}) as Partial<TaughtWord>
  return (
    typeof word === 'string' &&
    typeof threshold === 'number' &&
    Array.isArray(takes) &&
    takes.every(
      (embeddings) =>
        Array.isArray(embeddings) && embeddings.every((embedding) => embedding instanceof Float32Array),
    )
  )
}
