/** @vitest-environment happy-dom */
import 'fake-indexeddb/auto'
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { randomId } from '#lib/random-id.ts'
import { openIndexedStore, type IndexedStore } from '#lib/storage/indexed-store.ts'
import { useDesign } from './use-design.ts'

const shelves: IndexedStore[] = []
afterEach(() => {
  cleanup()
  for (const indexedStore of shelves.splice(0)) indexedStore.close()
})

/** Opens a tab of this user's browser and waits until it has read the store. */
async function openTab(owner: string, tab: string) {
  const indexedStore = openIndexedStore(owner)
  shelves.push(indexedStore)
  const { result } = renderHook(() => useDesign(indexedStore, NOTHING_SAID, tab))
  await expect.poll(() => result.current.design).toBeDefined()
  const sources = () => result.current.design?.versions.map(({ source }) => source)
  return { result, indexedStore, sources, draft: () => result.current.design?.draft }
}
const NOTHING_SAID: never[] = []

it('loses no text of a tab while another one is edited', async () => {
  const owner = randomId()
  const firstTab = await openTab(owner, 'one')
  act(() => firstTab.result.current.addEdit('flowchart LR'))
  act(() => firstTab.result.current.setDraft('flowchart LR\n a'))
  const other = await openTab(owner, 'other')
  await expect.poll(other.draft).toBe('flowchart LR\n a')
  act(() => other.result.current.setDraft('flowchart LR\n b'))
  act(() => other.result.current.setDraft('flowchart LR\n bc'))
  await expect.poll(firstTab.sources).toEqual(['flowchart LR', 'flowchart LR\n a'])
  expect([firstTab.draft(), other.draft()]).toEqual(['flowchart LR\n a', 'flowchart LR\n bc'])

  act(() => firstTab.result.current.setDraft('flowchart LR\n ad'))
  const all = ['flowchart LR', 'flowchart LR\n a', 'flowchart LR\n bc']
  await expect.poll(other.sources).toEqual(all)
  act(() => other.result.current.addEdit('flowchart LR\n bcd'))
  await expect.poll(firstTab.sources).toEqual([...all, 'flowchart LR\n bcd'])
  const reloaded = await openTab(owner, 'one')
  expect(reloaded.draft()).toBe('flowchart LR\n ad')
})

it('stores text typed directly before the page is closed', async () => {
  const owner = randomId()
  const leaving = await openTab(owner, 'one')
  act(() => leaving.result.current.setDraft('flowchart LR\n a'))
  leaving.indexedStore.close()
  await expect.poll(() => leaving.result.current.isKept).toBe(false)
  const reloaded = await openTab(owner, 'one')
  await expect.poll(reloaded.draft).toBe('flowchart LR\n a')
  // After storing, it is visible to other tabs, and is not written again over later changes.
  const other = await openTab(owner, 'other')
  await expect.poll(other.draft).toBe('flowchart LR\n a')
  await expect.poll(() => sessionStorage.length).toBe(0)
})

it('preserves concurrent changes of two tabs', async () => {
  const owner = randomId()
  const [firstTab, other] = [await openTab(owner, 'one'), await openTab(owner, 'other')]
  const rows = [{ id: 'r', name: 'users', formula: '1M' }]
  act(() => {
    firstTab.result.current.addEdit('flowchart LR')
    other.result.current.addEdit('flowchart TB')
    other.result.current.setRows(rows)
  })
  for (const { result, sources } of [firstTab, other]) {
    await expect.poll(() => sources()?.toSorted()).toEqual(['flowchart LR', 'flowchart TB'])
    await expect.poll(() => result.current.design?.rows).toEqual(rows)
  }
})
