/** @vitest-environment happy-dom */
import 'fake-indexeddb/auto'
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { randomId } from '#lib/random-id.ts'
import { openIndexedStore, type IndexedStore } from '#lib/indexed-store.ts'
import { useDesign } from './use-design.ts'

const shelves: IndexedStore[] = []
afterEach(() => {
  cleanup()
  for (const shelf of shelves.splice(0)) shelf.close()
})

/** A tab of this person's browser, when it has read what is kept. */
async function openTab(owner: string, tab: string) {
  const shelf = openIndexedStore(owner)
  shelves.push(shelf)
  const { result } = renderHook(() => useDesign(shelf, NOTHING_SAID, tab))
  await expect.poll(() => result.current.design).toBeDefined()
  const sources = () => result.current.design?.versions.map(({ source }) => source)
  return { result, shelf, sources, draft: () => result.current.design?.draft }
}
const NOTHING_SAID: never[] = []

it('loses no words of a tab in which another one is written', async () => {
  const owner = randomId()
  const one = await openTab(owner, 'one')
  act(() => one.result.current.addEdit('flowchart LR'))
  act(() => one.result.current.setDraft('flowchart LR\n a'))
  const other = await openTab(owner, 'other')
  await expect.poll(other.draft).toBe('flowchart LR\n a')
  act(() => other.result.current.setDraft('flowchart LR\n b'))
  act(() => other.result.current.setDraft('flowchart LR\n bc'))
  await expect.poll(one.sources).toEqual(['flowchart LR', 'flowchart LR\n a'])
  expect([one.draft(), other.draft()]).toEqual(['flowchart LR\n a', 'flowchart LR\n bc'])

  act(() => one.result.current.setDraft('flowchart LR\n ad'))
  const all = ['flowchart LR', 'flowchart LR\n a', 'flowchart LR\n bc']
  await expect.poll(other.sources).toEqual(all)
  act(() => other.result.current.addEdit('flowchart LR\n bcd'))
  await expect.poll(one.sources).toEqual([...all, 'flowchart LR\n bcd'])
  const reloaded = await openTab(owner, 'one')
  expect(reloaded.draft()).toBe('flowchart LR\n ad')
})

it('keeps what was written right before the page went', async () => {
  const owner = randomId()
  const leaving = await openTab(owner, 'one')
  act(() => leaving.result.current.setDraft('flowchart LR\n a'))
  leaving.shelf.close()
  await expect.poll(() => leaving.result.current.isKept).toBe(false)
  const reloaded = await openTab(owner, 'one')
  await expect.poll(reloaded.draft).toBe('flowchart LR\n a')
  // On the shelf by now, it is there for other tabs, and not written once more over what comes later.
  const other = await openTab(owner, 'other')
  await expect.poll(other.draft).toBe('flowchart LR\n a')
  await expect.poll(() => sessionStorage.length).toBe(0)
})

it('keeps what two tabs change at once', async () => {
  const owner = randomId()
  const [one, other] = [await openTab(owner, 'one'), await openTab(owner, 'other')]
  const rows = [{ id: 'r', name: 'users', formula: '1M' }]
  act(() => {
    one.result.current.addEdit('flowchart LR')
    other.result.current.addEdit('flowchart TB')
    other.result.current.setRows(rows)
  })
  for (const { result, sources } of [one, other]) {
    await expect.poll(() => sources()?.toSorted()).toEqual(['flowchart LR', 'flowchart TB'])
    await expect.poll(() => result.current.design?.rows).toEqual(rows)
  }
})
