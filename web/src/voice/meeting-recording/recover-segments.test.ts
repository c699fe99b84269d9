import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import { openDB } from 'idb'
import { beforeEach, expect, it, vi } from 'vitest'
import { openIndexedStore } from '#lib/storage/indexed-store.ts'
import { hasUnfinishedSegments, recoverSegments, removeOrphanedSegments } from './recover-segments.ts'
import { listSegments, recordingLock, SEGMENT_STORES } from './stored-segment.ts'

const segment = (id: string, meetingId: string, state: string) => ({
  id,
  meetingId,
  track: 'me',
  start: 0,
  end: 5,
  audio: new Blob(['sound'], { type: 'audio/wav' }),
  state,
})

/** Writes the records as the browser of a user of an earlier version contains them. */
async function writeEarlierRecords(...segments: readonly ReturnType<typeof segment>[]): Promise<void> {
  const database = await openDB('vee-shelf-visitor', 1, {
    upgrade: (fresh) => void fresh.createObjectStore('records', { keyPath: ['kind', 'id'] }),
  })
  for (const value of segments) await database.put('records', { kind: 'recordings', id: value.id, value })
  database.close()
}

beforeEach(() => {
  vi.unstubAllGlobals()
  vi.stubGlobal('indexedDB', new IDBFactory())
})

it('recovers what an earlier version recorded until its tab crashed', async () => {
  await writeEarlierRecords(
    segment('s1', 'm1', 'open'),
    segment('s2', 'm1', 'waiting'),
    segment('s3', 'm2', 'done'),
  )
  const store = openIndexedStore('visitor')
  expect(await hasUnfinishedSegments(store)).toBe(true)
  expect(await recoverSegments(store)).toEqual({ recovered: ['m1'], active: [] })
  const waiting = await listSegments(store, SEGMENT_STORES.untranscribed)
  expect(waiting.map(({ id, state }) => [id, state])).toEqual([
    ['s1', 'waiting'],
    ['s2', 'waiting'],
  ])
  const done = await listSegments(store, SEGMENT_STORES.transcribed)
  expect(done).toMatchObject([{ id: 's3', meetingId: 'm2', state: 'done' }])
  store.close()
})

it('leaves the recording of another tab alone', async () => {
  await writeEarlierRecords(segment('s1', 'm1', 'open'))
  vi.stubGlobal('navigator', {
    locks: { query: () => Promise.resolve({ held: [{ name: recordingLock('m1') }], pending: [] }) },
  })
  const store = openIndexedStore('visitor')
  expect(await recoverSegments(store)).toEqual({ recovered: [], active: ['m1'] })
  expect(await listSegments(store, SEGMENT_STORES.untranscribed)).toMatchObject([{ state: 'open' }])
  store.close()
})

it('deletes the audio of deleted meetings only', async () => {
  await writeEarlierRecords(segment('s1', 'm1', 'done'), segment('s2', 'm2', 'done'))
  const store = openIndexedStore('visitor')
  await recoverSegments(store)
  await removeOrphanedSegments(store, (meetingId) => Promise.resolve(meetingId === 'm1'))
  expect(await listSegments(store, SEGMENT_STORES.transcribed)).toMatchObject([{ id: 's1' }])
  expect(await hasUnfinishedSegments(store)).toBe(false)
  store.close()
})
