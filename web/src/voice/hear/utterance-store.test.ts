import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Utterance } from './utterance.ts'
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

/** A browser that refuses to store, as in private browsing or with a full disk. */
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

  it('lists the oldest first and forgets what is removed', async () => {
    const store = createUtteranceStore(vi.fn())
    await store.save(utterance('later', '2026-11-21T10:00:02.000Z'))
    await store.save(utterance('sooner', '2026-11-21T10:00:01.000Z'))
    expect((await store.list()).map(({ id }) => id)).toEqual(['sooner', 'later'])
    await store.remove('sooner')
    expect((await store.list()).map(({ id }) => id)).toEqual(['later'])
  })

  it('works on in memory when nothing can be stored, and says so once', async () => {
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
