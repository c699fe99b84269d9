import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import { openDB } from 'idb'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Utterance, UtteranceChunk } from './utterance.ts'
import { createSessionUtterances } from '../session/session-utterances.ts'
import { createUtteranceStore } from './utterance-store.ts'

function utterance(id: string, createdAt = '2026-11-21T10:00:00.000Z'): Utterance {
  return {
    id,
    audio: new Blob(['sound'], { type: 'audio/wav' }),
    createdAt,
    durationSeconds: 2,
    agentId: 'v_agent',
    conversationId: 'c1',
    progress: { state: 'recorded' },
  }
}

/** Simulates a browser that rejects storage, as in private browsing or with a full disk. */
function refuseStorage(): void {
  vi.stubGlobal('indexedDB', {
    open() {
      throw new DOMException('full', 'QuotaExceededError')
    },
  })
}

beforeEach(() => {
  vi.unstubAllGlobals()
  vi.stubGlobal('indexedDB', new IDBFactory())
})

describe('the utterance store', () => {
  it('has an utterance with its sound after the page was reloaded', async () => {
    await createUtteranceStore(vi.fn()).save(utterance('u1'))
    const afterReload = createUtteranceStore(vi.fn())
    const kept = await afterReload.get('u1')
    expect(kept).toMatchObject({ id: 'u1', progress: { state: 'recorded' } })
    expect(await kept?.audio.text()).toBe('sound')
  })

  it('lists the oldest first and drops removed ones', async () => {
    const store = createUtteranceStore(vi.fn())
    await store.save(utterance('later', '2026-11-21T10:00:02.000Z'))
    await store.save(utterance('sooner', '2026-11-21T10:00:01.000Z'))
    expect((await store.list()).map(({ id }) => id)).toEqual(['sooner', 'later'])
    await store.remove('sooner')
    expect((await store.list()).map(({ id }) => id)).toEqual(['later'])
  })

  it('continues in memory if nothing can be stored, and reports it once', async () => {
    refuseStorage()
    const onMemoryOnly = vi.fn()
    const store = createUtteranceStore(onMemoryOnly)
    await store.save(utterance('u1'))
    await store.save(utterance('u2'))
    expect(await (await store.get('u1'))?.audio.text()).toBe('sound')
    expect((await store.list()).map(({ id }) => id).sort()).toEqual(['u1', 'u2'])
    await store.remove('u1')
    expect(await store.get('u1')).toBeUndefined()
    expect(onMemoryOnly).toHaveBeenCalledOnce()
  })

  it('stores again when there is room again', async () => {
    const store = createUtteranceStore(vi.fn())
    refuseStorage()
    await store.save(utterance('u1'))
    vi.stubGlobal('indexedDB', new IDBFactory())
    await store.save({ ...utterance('u1'), progress: { state: 'failed', failure: 'offline' } })
    expect(await createUtteranceStore(vi.fn()).get('u1')).toMatchObject({ progress: { state: 'failed' } })
  })
})

/** Half a second of speech. */
function chunk(utteranceId: string, index: number, more: Partial<UtteranceChunk> = {}): UtteranceChunk {
  const samples = new Int16Array(8_000).fill(index + 1)
  const origin = { agentId: 'v_agent', conversationId: 'c1' }
  const createdAt = '2026-11-21T10:00:00.000Z'
  return { utteranceId, index, samples, loudestLevel: 0.2, createdAt, ...origin, ...more }
}

const request = (_: string, during: () => Promise<void>) => during()

/** Sets the utterances that other tabs are recording. */
function elsewhere(...utteranceIds: string[]): void {
  const held = utteranceIds.map((id) => ({ name: `vee-utterance-${id}` }))
  vi.stubGlobal('navigator', { locks: { query: () => Promise.resolve({ held, pending: [] }), request } })
}

describe('an utterance whose page was closed during the recording', () => {
  it('is available to the next page, in the order in which it was spoken', async () => {
    elsewhere()
    const before = createUtteranceStore(vi.fn())
    await before.addChunk(chunk('u1', 1))
    await before.addChunk(chunk('u1', 0))
    const [kept, ...others] = await createUtteranceStore(vi.fn()).list()
    expect(others).toEqual([])
    expect(kept).toMatchObject({ id: 'u1', durationSeconds: 1, progress: { state: 'recorded' } })
    const samples = new Int16Array((await kept?.audio.arrayBuffer())?.slice(44) ?? new ArrayBuffer())
    expect([samples.length, samples[0], samples.at(-1)]).toEqual([16_000, 1, 2])
    expect(await createUtteranceStore(vi.fn()).list()).toHaveLength(1)
  })

  it('is left to the page that is still recording it', async () => {
    const other = createUtteranceStore(vi.fn())
    await other.addChunk(chunk('u1', 0))
    elsewhere('u1')
    expect(await createUtteranceStore(vi.fn()).list()).toEqual([])
    elsewhere()
    expect(await createUtteranceStore(vi.fn()).list()).toHaveLength(1)
  })

  it.each([
    ['too little', [chunk('u1', 0, { samples: new Int16Array(4_000) })]],
    ['silence', [chunk('u1', 0, { loudestLevel: 0 }), chunk('u1', 1, { loudestLevel: 0 })]],
  ])('is undefined when it is %s', async (_, chunks) => {
    elsewhere()
    const store = createUtteranceStore(vi.fn())
    for (const rejected of chunks) await store.addChunk(rejected)
    expect(await store.list()).toEqual([])
  })

  it('are replaced by the complete utterance, and removed with it', async () => {
    elsewhere()
    const store = createUtteranceStore(vi.fn())
    await store.addChunk(chunk('u1', 0))
    await store.save(utterance('u1'))
    expect(await (await store.list())[0]?.audio.text()).toBe('sound')
    await store.addChunk(chunk('u2', 0))
    await store.remove('u1')
    await store.remove('u2')
    expect(await store.list()).toEqual([])
  })

  it('is harmless if nothing can be stored', async () => {
    refuseStorage()
    await createUtteranceStore(vi.fn()).addChunk(chunk('u1', 0))
  })
})

/** Creates a database of the previous version with one utterance. Returns a function that closes it. */
async function storeAsBefore(): Promise<() => void> {
  const before = indexedDB.open('vee-utterances', 1)
  before.addEventListener('upgradeneeded', () => {
    const store = before.result.createObjectStore('utterances', { keyPath: 'id' })
    store.createIndex('createdAt', 'createdAt')
    store.put(utterance('u1'))
  })
  await new Promise((resolve) => before.addEventListener('success', resolve))
  return () => before.result.close()
}

it('migrates the data of the previous version', async () => {
  elsewhere()
  const close = await storeAsBefore()
  close()
  const store = createUtteranceStore(vi.fn())
  await store.addChunk(chunk('u2', 0))
  expect((await store.list()).map(({ id }) => id).sort()).toEqual(['u1', 'u2'])
})

it('holds utterances in memory while a tab of the previous version is open', async () => {
  const close = await storeAsBefore()
  const store = createUtteranceStore(vi.fn())
  await store.save(utterance('u2'))
  expect(await store.get('u2')).toMatchObject({ id: 'u2' })
  close()
  await vi.waitFor(async () => expect(await store.get('u1')).toMatchObject({ id: 'u1' }))
})

/** A row as every version has stored it. */
const row = (id: string, createdAt: string, progress: object) => ({ ...utterance(id, createdAt), progress })

const openRows = () =>
  openDB('vee-utterances', 2, {
    upgrade(fresh) {
      fresh.createObjectStore('utterances', { keyPath: 'id' }).createIndex('createdAt', 'createdAt')
      fresh.createObjectStore('parts', { keyPath: ['utteranceId', 'index'] })
    },
  })

describe('the stored names of states', () => {
  it('are read: what an earlier version stored is offered to its user', async () => {
    const now = Date.now()
    const [asked, unsent, open] = [3_000, 2_000, 1_000].map((agoMs) => new Date(now - agoMs).toISOString())
    const database = await openRows()
    await database.put(
      'utterances',
      row('asked', asked ?? '', { state: 'heard', text: 'Why?', turnId: 't1' }),
    )
    await database.put('utterances', row('unsent', unsent ?? '', { state: 'heard', text: 'And' }))
    await database.put('utterances', row('open', open ?? '', { state: 'hearing' }))
    database.close()

    const store = createUtteranceStore(vi.fn())
    const utterances = createSessionUtterances(store, vi.fn())
    await utterances.restore()
    expect(utterances.pending()).toMatchObject([
      { id: 'unsent', progress: { state: 'transcribed', text: 'And' } },
      { id: 'open', progress: { state: 'failed', failure: 'interrupted' } },
    ])
    expect(await store.get('asked')).toMatchObject({ progress: { state: 'transcribed', turnId: 't1' } })
    expect(await (await store.get('unsent'))?.audio.text()).toBe('sound')
    utterances.answered('t1')
    await vi.waitFor(async () => expect(await store.get('asked')).toBeUndefined())
  })

  it('are written, so that an earlier version offers what this one recorded', async () => {
    const store = createUtteranceStore(vi.fn())
    await store.save({
      ...utterance('u1'),
      progress: { state: 'transcribed', text: 'And', turnId: undefined },
    })
    await store.save({ ...utterance('u2'), progress: { state: 'transcribing' } })
    const database = await openRows()
    const rows: { readonly progress: object }[] = await database.getAll('utterances')
    expect(rows.map(({ progress }) => progress)).toEqual([
      { state: 'heard', text: 'And', turnId: undefined },
      { state: 'hearing' },
    ])
    database.close()
  })
})
