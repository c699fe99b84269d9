import 'fake-indexeddb/auto'
import { afterEach, expect, it } from 'vitest'
import { randomId } from '#lib/random-id.ts'
import { openIndexedStore, type IndexedStore } from '#lib/storage/indexed-store.ts'
import { Diary } from './diary-store.ts'
import type { DiaryEntry } from './entry.ts'
import { fromFile, toJson } from './diary-file.ts'

const at = '2026-11-21T12:00:00.000Z'
const later = '2026-11-21T13:00:00.000Z'

const shelves: IndexedStore[] = []
afterEach(() => shelves.splice(0).forEach((indexedStore) => indexedStore.close()))

async function openDiary(owner = randomId()) {
  const shelf = openIndexedStore(owner)
  shelves.push(shelf)
  const diary = new Diary(shelf)
  await diary.load()
  return { owner, diary, storedPictures: () => shelf.list('diary-pictures') }
}

/** Bytes of every value, more than a function takes as arguments. */
const harbour = new Blob([Uint8Array.from({ length: 200_000 }, (_, index) => index % 256)], {
  type: 'image/png',
})
const bytesOf = async (image: Blob | undefined) => image && [...new Uint8Array(await image.arrayBuffer())]

async function entryWith(diary: Diary, ...images: readonly Blob[]): Promise<DiaryEntry> {
  const pictures = await Promise.all(images.map((image) => diary.addPicture(image, 'harbour.png')))
  const entry: DiaryEntry = {
    id: randomId(),
    day: '2026-11-21',
    text: '',
    tags: [],
    mood: '',
    pictures: pictures.filter((picture) => picture !== undefined),
    createdAt: at,
    changedAt: at,
  }
  expect(await diary.save(entry, undefined)).toBe('saved')
  return entry
}

const entriesOf = (diary: Diary) => {
  const state = diary.state.getState()
  return state.kind === 'open' ? state.entries : []
}

it('are readable with the key in their entry, which the passphrase encrypts', async () => {
  const { owner, diary, storedPictures } = await openDiary()
  const [picture] = (await entryWith(diary, harbour)).pictures ?? []
  expect(JSON.stringify(await storedPictures())).not.toContain(picture?.key)
  const [before] = await storedPictures()
  await diary.encrypt('quiet lantern', 10)
  expect(await storedPictures()).toEqual([before])

  const again = (await openDiary(owner)).diary
  expect(entriesOf(again)).toEqual([])
  await again.unlock('quiet lantern')
  const [shown] = entriesOf(again)[0]?.pictures ?? []
  const image = shown && (await again.picture(shown))
  expect(image?.type).toBe('image/png')
  expect(await bytesOf(image)).toEqual(await bytesOf(harbour))
  expect(shown && (await again.picture({ ...shown, key: btoa('x'.repeat(32)) }))).toBeUndefined()
})

it('are deleted with their entry, and when they are removed from it', async () => {
  const { diary, storedPictures } = await openDiary()
  const [first, second] = [await entryWith(diary, harbour, harbour), await entryWith(diary, harbour)]
  expect(await storedPictures()).toHaveLength(3)
  const fewer = { ...first, pictures: first.pictures?.slice(1) ?? [], changedAt: later }
  await diary.save(fewer, first)
  expect(await storedPictures()).toHaveLength(2)
  await diary.remove(second.id)
  expect(await storedPictures()).toHaveLength(1)
})

it('stay while a copy of the entry has them', async () => {
  const { owner, diary, storedPictures } = await openDiary()
  const entry = await entryWith(diary, harbour)
  const there = (await openDiary(owner)).diary
  await there.save({ ...entry, text: 'theirs', changedAt: later }, entry)
  const outcome = await diary.save({ ...entry, text: 'mine', changedAt: '2026-11-21T14:00:00.000Z' }, entry)
  expect(outcome).toEqual({ savedAs: expect.any(String) })
  await diary.remove(entry.id)
  expect(await storedPictures()).toHaveLength(1)
  expect(entriesOf(diary)).toMatchObject([{ text: 'mine', pictures: entry.pictures }])
})

it('are exported with the entries, and imported elsewhere under another key', async () => {
  const { diary } = await openDiary()
  const entry = await entryWith(diary, harbour)
  const json = await toJson(entriesOf(diary), (picture) => diary.picture(picture))
  expect(json).not.toContain(entry.pictures?.[0]?.key)
  const elsewhere = (await openDiary()).diary
  expect(await elsewhere.addAll(fromFile(json, new Date()) ?? [])).toBe(1)
  const [picture] = entriesOf(elsewhere)[0]?.pictures ?? []
  expect(picture?.name).toBe('harbour.png')
  expect(await bytesOf(picture && (await elsewhere.picture(picture)))).toEqual(await bytesOf(harbour))
})

it.each(['data:text/html;base64,PGI+', 'https://example.org/a.png', 'data:image/png;base64,%%%', 7])(
  'are not taken from %j',
  (data) => {
    const entries = [{ id: 'a', day: '2026-11-21', text: 'x', pictures: [{ name: 'a', data }] }]
    expect(fromFile(JSON.stringify({ entries }), new Date())).toMatchObject([{ images: [] }])
  },
)
