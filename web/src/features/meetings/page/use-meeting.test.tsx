/** @vitest-environment happy-dom */
import 'fake-indexeddb/auto'
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { ApiError, createApi } from '#lib/http/index.ts'
import { openIndexedStore } from '#lib/storage/indexed-store.ts'
import { createBrowserRepository } from '../repositories/browser-repository.ts'
import { rejectedChangeOf, unsentOf } from '../repositories/unsent.ts'
import { applyUnsavedChange } from '../repositories/unsaved-change.ts'
import { useMeeting } from './use-meeting.ts'

afterEach(cleanup)

it('sends unsent changes of a previous page, but does not overwrite newer text', async () => {
  const indexedStore = openIndexedStore('somebody')
  const repository = createBrowserRepository(indexedStore, createApi({ origin: 'http://127.0.0.1:9' }))
  const first = await repository.create({ title: 'First' })
  unsentOf(indexedStore, first.id).keep({ title: 'Older', quickNotes: 'Kept' })
  const { result } = renderHook(() => useMeeting(first, undefined, { repository, indexedStore }))
  act(() => result.current.change({ title: 'Newer' }))
  await expect.poll(() => repository.get(first.id)).toMatchObject({ title: 'Newer', quickNotes: 'Kept' })
  expect(result.current.meeting).toMatchObject({ title: 'Newer', quickNotes: 'Kept' })
  cleanup()
  indexedStore.close()
})

/** Simulates Firefox for transactions that begin while the page closes. */
const neverSettles = () => new Promise<never>(() => undefined)

it('stores a change on closing, which the next page applies', async () => {
  const indexedStore = openIndexedStore('closing')
  const repository = createBrowserRepository(indexedStore, createApi({ origin: 'http://127.0.0.1:9' }))
  const first = await repository.create({ title: 'First' })
  const { result } = renderHook(() =>
    useMeeting(first, undefined, { repository: { ...repository, change: neverSettles }, indexedStore }),
  )
  act(() => result.current.change({ title: 'Harbour' }))
  globalThis.dispatchEvent(new Event('pagehide'))
  cleanup()
  const other = openIndexedStore('another')
  await applyUnsavedChange(repository, other)
  expect(await repository.get(first.id)).toMatchObject({ title: 'First' })
  await applyUnsavedChange(repository, indexedStore)
  expect(await repository.get(first.id)).toMatchObject({ title: 'Harbour' })
  expect(localStorage.getItem('vee.unsaved-meeting-change.v1')).toBeNull()
  indexedStore.close()
  other.close()
})

/** A repository whose server rejects every change that contains quick notes. */
async function placeThatRefusesNotes(owner: string) {
  const indexedStore = openIndexedStore(owner)
  const repository = createBrowserRepository(indexedStore, createApi({ origin: 'http://127.0.0.1:9' }))
  const sent: string[] = []
  const first = await repository.create({ title: 'First', quickNotes: 'Short' })
  const change: typeof repository.change = (id, meetingChange) => {
    sent.push(Object.keys(meetingChange).join())
    if ((meetingChange.quickNotes?.length ?? 0) < 10) return repository.change(id, meetingChange)
    return Promise.reject(new ApiError({ status: 400, code: 'VALIDATION', message: 'too long' }))
  }
  const refusing = { ...repository, change }
  const renderMeeting = () =>
    renderHook(() => useMeeting(first, undefined, { repository: refusing, indexedStore }))
  return { indexedStore, repository, first, sent, open: renderMeeting }
}
const LONG = 'Too long for this server'

it('does not retry a change that the server rejected, and keeps it for its author until it is discarded', async () => {
  const { indexedStore, repository, first, sent, open } = await placeThatRefusesNotes('refused')
  // As left by a previous page, which was offline.
  unsentOf(indexedStore, first.id).keep({ quickNotes: LONG })
  const { result } = open()
  await expect.poll(() => result.current.rejectedChange).toEqual({ quickNotes: LONG })
  act(() => result.current.change({ title: 'Second' }))
  await expect.poll(() => repository.get(first.id)).toMatchObject({ title: 'Second', quickNotes: 'Short' })
  expect(await unsentOf(indexedStore, first.id).read()).toBeUndefined()
  cleanup()

  const { result: later } = open()
  await expect.poll(() => later.current.rejectedChange).toEqual({ quickNotes: LONG })
  expect(sent).toEqual(['quickNotes', 'title'])
  await act(() => later.current.discardRefused())
  expect(later.current).toMatchObject({ rejectedChange: undefined, meeting: { quickNotes: 'Short' } })
  await expect.poll(() => rejectedChangeOf(indexedStore, first.id).read()).toBeUndefined()
  cleanup()
  indexedStore.close()
})

it('discards a rejected change when the same field is saved again', async () => {
  const { indexedStore, first, open } = await placeThatRefusesNotes('corrected')
  const { result } = open()
  act(() => result.current.change({ quickNotes: LONG, title: 'Second' }))
  await act(() => result.current.save())
  expect(result.current.rejectedChange).toEqual({ quickNotes: LONG, title: 'Second' })
  act(() => result.current.change({ quickNotes: 'Shorter' }))
  await act(() => result.current.save())
  expect(result.current.rejectedChange).toEqual({ title: 'Second' })
  expect(await rejectedChangeOf(indexedStore, first.id).read()).toEqual({ title: 'Second' })
  cleanup()
  indexedStore.close()
})
