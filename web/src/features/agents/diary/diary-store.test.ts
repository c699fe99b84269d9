import 'fake-indexeddb/auto'
import { afterEach, expect, it, vi } from 'vitest'
import { randomId } from '#lib/random-id.ts'
import { openIndexedStore, type IndexedStore } from '#lib/storage/indexed-store.ts'
import { Diary } from './diary-store.ts'
import type { DiaryEntry } from './entry.ts'

/** The real number only slows down guessing, and tests. */
const FEW_ITERATIONS = 10

const entry = (more: Partial<DiaryEntry> = {}): DiaryEntry => ({
  id: randomId(),
  day: '2026-11-21',
  text: 'Rain all day, and a good book.',
  tags: ['rain'],
  mood: 'calm',
  createdAt: '2026-11-21T12:00:00.000Z',
  changedAt: '2026-11-21T12:00:00.000Z',
  ...more,
})

const shelves: IndexedStore[] = []
afterEach(() => shelves.splice(0).forEach((indexedStore) => indexedStore.close()))

function shelfOf(owner: string): IndexedStore {
  const indexedStore = openIndexedStore(owner)
  shelves.push(indexedStore)
  return indexedStore
}

async function diaryOf(owner: string): Promise<Diary> {
  const diary = new Diary(shelfOf(owner))
  await diary.load()
  return diary
}

const entriesOf = (diary: Diary) => {
  const state = diary.state.getState()
  return state.kind === 'open' ? state.entries : state.kind
}

const textsIn = (entries: readonly DiaryEntry[] | string) =>
  new Set(typeof entries === 'string' ? [] : entries.map(({ text }) => text))

it('preserves entries across pages, and hides them from another user', async () => {
  const owner = randomId()
  const diary = await diaryOf(owner)
  const stored = entry()
  expect(await diary.save(stored, undefined)).toBe('saved')
  expect(entriesOf(await diaryOf(owner))).toEqual([stored])
  expect(entriesOf(await diaryOf(randomId()))).toEqual([])
})

it('preserves both versions when another tab has changed the same entry', async () => {
  const owner = randomId()
  const [here, there] = [await diaryOf(owner), await diaryOf(owner)]
  const first = entry()
  await here.save(first, undefined)
  const mine = { ...first, text: 'mine', changedAt: '2026-11-21T12:01:00.000Z' }
  const theirs = { ...first, text: 'theirs', changedAt: '2026-11-21T12:02:00.000Z' }
  expect(await there.save(theirs, first)).toBe('saved')
  const outcome = await here.save(mine, first)
  expect(outcome).toEqual({ savedAs: expect.any(String) })
  const texts = entriesOf(here)
  expect(textsIn(texts)).toEqual(new Set(['mine', 'theirs']))
})

it('opens with the right passphrase only, and stores no plain text meanwhile', async () => {
  const owner = randomId()
  const diary = await diaryOf(owner)
  const stored = entry({ text: 'the secret harbour' })
  await diary.save(stored, undefined)
  expect(await diary.encrypt('quiet lantern', FEW_ITERATIONS)).toBe(true)
  const later = entry({ text: 'another secret' })
  await diary.save(later, undefined)

  const records = await shelfOf(owner).list('diary')
  const bytes = JSON.stringify(records, (_key, value: unknown) =>
    value instanceof ArrayBuffer ? Buffer.from(value).toString('utf8') : value,
  )
  expect(bytes).not.toContain('secret')

  const again = await diaryOf(owner)
  expect(again.state.getState()).toEqual({ kind: 'locked', isWrong: false })
  await again.unlock('quiet lanterm')
  expect(again.state.getState()).toEqual({ kind: 'locked', isWrong: true })
  await again.unlock('quiet lantern')
  expect(entriesOf(again)).toEqual(expect.arrayContaining([stored, later]))
  again.lock()
  expect(entriesOf(again)).toBe('locked')

  await again.unlock('quiet lantern')
  expect(await again.decrypt()).toBe(true)
  expect(entriesOf(await diaryOf(owner))).toHaveLength(2)
})

it('reports that there is no space, and preserves existing entries', async () => {
  const owner = randomId()
  const indexedStore = shelfOf(owner)
  const diary = new Diary(indexedStore)
  await diary.load()
  const stored = entry()
  await diary.save(stored, undefined)
  const full = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('no room', 'QuotaExceededError')
  })
  try {
    expect(await diary.save({ ...stored, text: 'longer' }, stored)).toBe('full')
    expect(await diary.encrypt('quiet lantern', FEW_ITERATIONS)).toBe(false)
  } finally {
    full.mockRestore()
  }
  expect(diary.state.getState()).toMatchObject({
    kind: 'open',
    entries: [stored],
    failure: 'full',
    isEncrypted: false,
  })
  expect(entriesOf(await diaryOf(owner))).toEqual([stored])
})

const imported = (...entries: readonly DiaryEntry[]) => entries.map((each) => ({ entry: each, images: [] }))

it('imports new and newer entries from a file', async () => {
  const diary = await diaryOf(randomId())
  const stored = entry({ text: 'here' })
  await diary.save(stored, undefined)
  const newer = { ...stored, text: 'newer', changedAt: '2026-11-22T00:00:00.000Z' }
  expect(await diary.addAll(imported(stored, entry({ text: 'fresh' })))).toBe(1)
  expect(await diary.addAll(imported(newer))).toBe(1)
  const entries = entriesOf(diary)
  expect(textsIn(entries)).toEqual(new Set(['fresh', 'newer']))
})
